//! The colours a body is painted in, made from its side's.

use kernel::scene::SideStyle;
use serde::Serialize;

use crate::ink::Colour;
use crate::palette as pal;

/// What a side's colour becomes on a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Coat {
    #[cfg_attr(feature = "types", ts(type = "string"))]
    pub base: Colour,
    /// Outlines and shadows on the base.
    #[cfg_attr(feature = "types", ts(type = "string"))]
    pub dark: Colour,
    /// Hats and faces on the base.
    #[cfg_attr(feature = "types", ts(type = "string"))]
    pub pale: Colour,
    /// Print on the base: whichever of ink and white can be read.
    #[cfg_attr(feature = "types", ts(type = "string"))]
    pub print: Colour,
}

/// The coats of a side: of those who may act, and of those who have acted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Livery {
    pub fresh: Coat,
    pub spent: Coat,
}

impl Livery {
    pub fn of(side: &SideStyle) -> Livery {
        Livery::dyed(Colour::read(&side.colour))
    }

    pub fn dyed(colour: Colour) -> Livery {
        Livery { fresh: Coat::new(colour), spent: Coat::new(colour.towards(pal::SPENT, 0.62)) }
    }
}

impl Coat {
    fn new(base: Colour) -> Coat {
        let dark = base.towards(Colour(0, 0, 0), 0.62);
        let pale = if luminance(base) > 0.4 { base.towards(dark, 0.55) } else { base.towards(pal::WHITE, 0.82) };
        let print = if contrast(base, pal::WHITE) >= contrast(base, pal::PRINT) { pal::WHITE } else { pal::PRINT };
        Coat { base, dark, pale, print }
    }
}

/// Brightness as the eye weighs it, from 0 to 1 (WCAG's relative luminance).
fn luminance(Colour(r, g, b): Colour) -> f64 {
    let channel = |v: u8| {
        let v = f64::from(v) / 255.0;
        if v <= 0.04045 { v / 12.92 } else { libm::pow((v + 0.055) / 1.055, 2.4) }
    };
    0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b)
}

fn contrast(a: Colour, b: Colour) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn print_can_be_read_on_any_coat() {
        for colour in [0x000000, 0xffffff, 0xb03a2e, 0x1f618d, 0xf2b705, 0x808080, 0x2d5f8f] {
            let colour = Colour((colour >> 16) as u8, (colour >> 8) as u8, colour as u8);
            let Livery { fresh, spent } = Livery::dyed(colour);
            for coat in [fresh, spent] {
                assert!(contrast(coat.base, coat.print) >= 4.0, "{} on {}", coat.print, coat.base);
            }
            assert!(contrast(fresh.base, fresh.pale) > 1.5);
        }
    }
}
