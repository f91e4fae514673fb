//! What burns: flames over it, and smoke that drifts away with the wind.

use crate::geometry::Point;
use crate::ink::{Ink, Path};

/// A fire over the ground that an outline encloses; the wind blows that way, in degrees clockwise from the top of the sheet.
pub fn fire(ink: &mut Ink, outline: &[Point], wind: f64) {
    let low = outline.iter().fold([f64::MAX; 2], |[x, y], p| [x.min(p[0]), y.min(p[1])]);
    let high = outline.iter().fold([f64::MIN; 2], |[x, y], p| [x.max(p[0]), y.max(p[1])]);
    let (wide, deep) = (high[0] - low[0], high[1] - low[1]);
    let size = wide.min(deep) * 0.36;
    let (middle, way) =
        ([low[0] + wide * 0.5, low[1] + deep * 0.5], [wind.to_radians().sin(), -wind.to_radians().cos()]);
    let mut smoke = Path::new();
    for (off, puff) in [(0.9, 0.5), (1.7, 0.62), (2.7, 0.78), (3.9, 0.95)] {
        smoke.circle([middle[0] + way[0] * off * size, middle[1] + way[1] * off * size], puff * size);
    }
    ink.path(&smoke, "m-smoke");
    for (share, class) in [(1.0, "m-flame"), (0.5, "m-ember")] {
        let mut flames = Path::new();
        for at in [[0.22, 0.42], [0.5, 0.3], [0.78, 0.44], [0.34, 0.86], [0.66, 0.84]] {
            flame(&mut flames, [low[0] + wide * at[0], low[1] + deep * at[1]], size * share, way[0]);
        }
        ink.path(&flames, class);
    }
}

/// A tongue of flame that stands on a place and leans with the wind.
fn flame(path: &mut Path, [x, y]: Point, size: f64, lean: f64) {
    let tip = [x + lean * 0.5 * size, y - 1.15 * size];
    path.start([x, y]);
    path.curve([[x - 0.75 * size, y - 0.05 * size], [x - 0.2 * size, y - 0.6 * size]], tip);
    path.curve([[x + 0.25 * size, y - 0.65 * size], [x + 0.75 * size, y - 0.05 * size]], [x, y]);
    path.close();
}
