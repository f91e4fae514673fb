//! The style sheet: which paint each class of the drawing has. It is written once. On the page its paints are custom properties
//! that know day and night; on paper, where whoever draws it need not know such things, they are filled in.

use std::fmt::Write;

use kernel::scene::SideStyle;

use crate::coats::{Coat, Livery};
use crate::ink::Colour;
use crate::palette::{HORSES, PAINTS};

/// The rules for every eye, and those for the page alone.
const RULES: &str = include_str!("picture.css");
const PAGE: &str = include_str!("page.css");

const SERIF: &str = "DejaVu Serif, Georgia, DejaVu Sans, serif";
const SANS: &str = "DejaVu Sans, sans-serif";

/// The style sheet of the page. What a body wears is told it by `--coat`, `--dark`, `--pale` and `--print`.
pub fn page() -> String {
    let mut css = String::from("/* Written by `draw`, which draws what it paints. */\n.war-map {\n");
    for paint in &PAINTS {
        let _ = match paint.day == paint.night {
            true => writeln!(css, "  --m-{}: {};", paint.name, paint.day),
            false => writeln!(css, "  --m-{}: light-dark({}, {});", paint.name, paint.day, paint.night),
        };
    }
    css.push_str("  --m-mark: light-dark(#1c140c, #fffcf2);\n  --m-mark-edge: light-dark(#fffcf2, #1c140c);\n");
    css.push_str("  --m-serif: var(--serif, Georgia, serif);\n  --m-sans: var(--sans, sans-serif);\n}\n");
    css.push_str(RULES);
    horses(&mut css);
    css.push_str(PAGE);
    css
}

/// The style sheet of a printed map with these sides, by day.
pub fn printed(sides: &[SideStyle]) -> String {
    let mut css = RULES.replace("var(--m-serif)", SERIF).replace("var(--m-sans)", SANS);
    css = css.replace("var(--m-mark)", "#1c140c").replace("var(--m-mark-edge)", "#fffcf2");
    for paint in &PAINTS {
        css = css.replace(&format!("var(--m-{})", paint.name), &paint.day.to_string());
    }
    horses(&mut css);
    // A side that the scene does not style, and samples in the legend, are drab.
    wear(&mut css, "war-map", &Livery::dyed(DRAB));
    for (side, style) in sides.iter().enumerate() {
        wear(&mut css, &format!("m-side-{side}"), &Livery::of(style));
    }
    css
}

fn horses(css: &mut String) {
    for (i, coat) in HORSES.iter().enumerate() {
        let _ = writeln!(css, ".m-horse-{i} {{ fill: {coat}; }}");
    }
    let _ = writeln!(css, ".m-bay {{ fill: {}; }}", HORSES[0]);
}

/// What somebody of a side wears.
fn wear(css: &mut String, side: &str, Livery { fresh, spent }: &Livery) {
    for (who, Coat { base, dark, pale, print }) in [(side.to_owned(), fresh), (format!("{side}.m-spent"), spent)] {
        let _ = writeln!(css, ".{who} .m-coat {{ fill: {base}; }}\n.{who} .m-pale {{ fill: {pale}; }}");
        let _ = writeln!(css, ".{who} .m-dark {{ fill: {dark}; }}\n.{who} .m-printed {{ fill: {print}; }}");
        let _ = writeln!(css, ".{who} .m-figure {{ stroke: {dark}; }}");
        let _ = writeln!(css, ".{who} .m-zone {{ fill: {base}; stroke: {base}; fill-opacity: .16; }}");
    }
}

/// The coat of nobody's side.
const DRAB: Colour = Colour(0x8a, 0x80, 0x74);
