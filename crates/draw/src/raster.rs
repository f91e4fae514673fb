//! From SVG to PNG.

use std::fmt;

use kernel::scene::Scene;
use resvg::{tiny_skia, usvg};

/// Why a picture could not be drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DrawError {
    /// There is no font on this machine to write the names with.
    NoFont,
    /// The picture would have no pixels, or more than can be held.
    Size { width: u32, height: u32 },
    /// The drawing itself could not be read or written; the text says where.
    Drawing(String),
}

impl fmt::Display for DrawError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DrawError::NoFont => f.write_str(
                "no font is installed to write the names with (DejaVu Sans is the one the maps are drawn for)",
            ),
            DrawError::Size { width, height } => write!(f, "a picture of {width} by {height} pixels cannot be made"),
            DrawError::Drawing(reason) => write!(f, "the map could not be drawn: {reason}"),
        }
    }
}

impl std::error::Error for DrawError {}

/// The longest edge of a picture, in pixels.
const LONGEST: u32 = 16_384;

/// Draws a scene as a PNG picture of the given width; its height follows from the sheet.
pub fn png(scene: &Scene, width_px: u32) -> Result<Vec<u8>, DrawError> {
    let options = usvg::Options { fontdb: std::sync::Arc::new(fonts()?), ..usvg::Options::default() };
    let tree = usvg::Tree::from_str(&crate::svg(scene), &options).map_err(|e| DrawError::Drawing(e.to_string()))?;
    let scale = f64::from(width_px) / f64::from(tree.size().width());
    let height_px = (f64::from(tree.size().height()) * scale).round() as u32;
    let too_big = DrawError::Size { width: width_px, height: height_px };
    if width_px == 0 || height_px == 0 || width_px > LONGEST || height_px > LONGEST {
        return Err(too_big);
    }
    let mut picture = tiny_skia::Pixmap::new(width_px, height_px).ok_or(too_big)?;
    let scale = scale as f32;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut picture.as_mut());
    picture.encode_png().map_err(|e| DrawError::Drawing(e.to_string()))
}

/// The fonts of the machine. Where neither of the families that the maps ask for is there, any upright one serves.
fn fonts() -> Result<usvg::fontdb::Database, DrawError> {
    let mut fonts = usvg::fontdb::Database::new();
    fonts.load_system_fonts();
    settle(&mut fonts)?;
    Ok(fonts)
}

fn settle(fonts: &mut usvg::fontdb::Database) -> Result<(), DrawError> {
    use usvg::fontdb::{Family, Query, Style};
    let has = |fonts: &usvg::fontdb::Database, family: Family<'_>| {
        fonts.query(&Query { families: &[family], ..Query::default() }).is_some()
    };
    let upright = fonts.faces().find(|f| f.style == Style::Normal).or_else(|| fonts.faces().next());
    let Some(any) = upright.and_then(|f| f.families.first()).map(|(name, _)| name.clone()) else {
        return Err(DrawError::NoFont);
    };
    if !has(fonts, Family::SansSerif) {
        let sans = if has(fonts, Family::Name("DejaVu Sans")) { "DejaVu Sans".to_owned() } else { any.clone() };
        fonts.set_sans_serif_family(sans);
    }
    if !has(fonts, Family::Serif) {
        let serif = if has(fonts, Family::Name("DejaVu Serif")) { "DejaVu Serif".to_owned() } else { any };
        fonts.set_serif_family(serif);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_without_fonts_is_told_so() {
        assert_eq!(settle(&mut usvg::fontdb::Database::new()), Err(DrawError::NoFont));
        assert!(DrawError::NoFont.to_string().contains("no font"));
    }
}
