//! Lengths, angles, points and poses.

use core::f64::consts::{FRAC_1_SQRT_2, PI};
use core::ops::{Add, AddAssign, Mul, Neg, Sub};

use serde::{Deserialize, Serialize};

/// A length in micrometres.
pub type Um = i32;
/// An angle in hundredths of a degree, clockwise.
pub type Cdeg = i32;

/// One inch.
pub const INCH: Um = 25_400;
/// One millimetre.
pub const MM: Um = 1_000;
/// All the way round.
pub const FULL_TURN: Cdeg = 36_000;
/// Shapes nearer than this touch; overlaps shallower than this are none (0.15 mm).
pub const TOUCH: f64 = 150.0;

const QUARTER: Cdeg = 9_000;

/// A place on the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Point {
    pub x: Um,
    pub y: Um,
}

impl Point {
    #[inline]
    pub const fn new(x: Um, y: Um) -> Point {
        Point { x, y }
    }

    #[inline]
    pub fn vec(self) -> Vec2 {
        Vec2::new(f64::from(self.x), f64::from(self.y))
    }

    /// Distance to another place, rounded to the micrometre.
    #[inline]
    pub fn distance(self, other: Point) -> Um {
        (other.vec() - self.vec()).len().round() as Um
    }
}

/// A place or a displacement while computing, in micrometres.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Vec2 {
    pub x: f64,
    pub y: f64,
}

impl Vec2 {
    #[inline]
    pub const fn new(x: f64, y: f64) -> Vec2 {
        Vec2 { x, y }
    }

    #[inline]
    pub fn dot(self, other: Vec2) -> f64 {
        self.x * other.x + self.y * other.y
    }

    /// Positive when `other` points to the left of `self`.
    #[inline]
    pub fn cross(self, other: Vec2) -> f64 {
        self.x * other.y - self.y * other.x
    }

    #[inline]
    pub fn len(self) -> f64 {
        self.dot(self).sqrt()
    }

    #[inline]
    pub fn distance(self, other: Vec2) -> f64 {
        (other - self).len()
    }

    /// The same direction with length one; north for the null vector.
    #[inline]
    pub fn unit(self) -> Vec2 {
        let len = self.len();
        if len > 0.0 { Vec2::new(self.x / len, self.y / len) } else { Vec2::new(0.0, 1.0) }
    }

    /// A quarter turn clockwise: the right hand of someone looking along this vector.
    #[inline]
    pub fn right(self) -> Vec2 {
        Vec2::new(self.y, -self.x)
    }

    /// Turned clockwise by `by`.
    #[inline]
    pub fn turned(self, by: Cdeg) -> Vec2 {
        self.turned_by(heading(by))
    }

    /// Turned about a fixed point, clockwise.
    #[inline]
    pub fn turned_about(self, pivot: Vec2, by: Cdeg) -> Vec2 {
        pivot + (self - pivot).turned(by)
    }

    /// Turned as much as `rot` is turned from north; saves looking up the same angle again.
    #[inline]
    pub(crate) fn turned_by(self, rot: Vec2) -> Vec2 {
        Vec2::new(self.x * rot.y + self.y * rot.x, self.y * rot.y - self.x * rot.x)
    }

    #[inline]
    pub fn round(self) -> Point {
        Point::new(nearest_um(self.x), nearest_um(self.y))
    }

    /// Halfway to another place.
    #[inline]
    pub fn midpoint(self, other: Vec2) -> Vec2 {
        (self + other) * 0.5
    }

    #[inline]
    pub(crate) fn min(self, other: Vec2) -> Vec2 {
        Vec2::new(lesser(self.x, other.x), lesser(self.y, other.y))
    }

    #[inline]
    pub(crate) fn max(self, other: Vec2) -> Vec2 {
        Vec2::new(greater(self.x, other.x), greater(self.y, other.y))
    }
}

/// The lesser of two measures. Unlike [`f64::min`] it need not look for what is no number, and is one instruction.
#[inline]
pub(crate) fn lesser(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

/// The greater of two measures.
#[inline]
pub(crate) fn greater(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// The nearest whole micrometre, halves away from zero: [`f64::round`] without leaving the processor's own
/// instructions.
#[inline]
fn nearest_um(length: f64) -> Um {
    let whole = length as Um;
    let rest = length - f64::from(whole);
    whole.saturating_add(Um::from(rest >= 0.5) - Um::from(rest <= -0.5))
}

impl From<Point> for Vec2 {
    #[inline]
    fn from(point: Point) -> Vec2 {
        point.vec()
    }
}

impl Add for Vec2 {
    type Output = Vec2;
    #[inline]
    fn add(self, other: Vec2) -> Vec2 {
        Vec2::new(self.x + other.x, self.y + other.y)
    }
}

impl AddAssign for Vec2 {
    #[inline]
    fn add_assign(&mut self, other: Vec2) {
        *self = *self + other;
    }
}

impl Sub for Vec2 {
    type Output = Vec2;
    #[inline]
    fn sub(self, other: Vec2) -> Vec2 {
        Vec2::new(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f64> for Vec2 {
    type Output = Vec2;
    #[inline]
    fn mul(self, by: f64) -> Vec2 {
        Vec2::new(self.x * by, self.y * by)
    }
}

impl Neg for Vec2 {
    type Output = Vec2;
    #[inline]
    fn neg(self) -> Vec2 {
        Vec2::new(-self.x, -self.y)
    }
}

/// Sine and cosine for angles up to an eighth of a circle, by their power series.
const fn sin_cos(angle: f64) -> (f64, f64) {
    let square = angle * angle;
    let (mut sin, mut cos) = (1.0, 1.0);
    // Horner's scheme from the smallest term upwards keeps the error within the last bit or two.
    let mut k = 24;
    while k > 0 {
        let n = k as f64;
        cos = 1.0 - cos * square / (n * (n - 1.0));
        sin = 1.0 - sin * square / (n * (n + 1.0));
        k -= 2;
    }
    (sin * angle, cos)
}

/// Sine and cosine of the whole degrees up to 45.
static DEGREES: [(f64, f64); 46] = {
    let mut table = [(0.0, 1.0); 46];
    let mut i = 0;
    while i < 45 {
        table[i] = sin_cos(i as f64 * PI / 180.0);
        i += 1;
    }
    table[45] = (FRAC_1_SQRT_2, FRAC_1_SQRT_2);
    table
};

/// Sine and cosine of the hundredths of a degree below one degree.
static HUNDREDTHS: [(f64, f64); 100] = {
    let mut table = [(0.0, 1.0); 100];
    let mut i = 0;
    while i < 100 {
        table[i] = sin_cos(i as f64 * PI / 18_000.0);
        i += 1;
    }
    table
};

#[inline]
fn sin_cos_octant(angle: Cdeg) -> (f64, f64) {
    let (sin, cos) = DEGREES[(angle / 100) as usize];
    let (sin_rest, cos_rest) = HUNDREDTHS[(angle % 100) as usize];
    (sin * cos_rest + cos * sin_rest, cos * cos_rest - sin * sin_rest)
}

/// The unit vector that looks along `angle`; exact for quarter turns.
///
/// ```
/// use field::table::{Vec2, heading};
/// assert_eq!(heading(0), Vec2::new(0.0, 1.0));
/// assert_eq!(heading(9_000), Vec2::new(1.0, 0.0));
/// assert_eq!(heading(-9_000), Vec2::new(-1.0, 0.0));
/// ```
#[inline]
pub fn heading(angle: Cdeg) -> Vec2 {
    let angle = normal(angle);
    let rest = angle % QUARTER;
    let (sin, cos) = if rest <= QUARTER / 2 {
        sin_cos_octant(rest)
    } else {
        let (sin, cos) = sin_cos_octant(QUARTER - rest);
        (cos, sin)
    };
    match angle / QUARTER {
        0 => Vec2::new(sin, cos),
        1 => Vec2::new(cos, 0.0 - sin),
        2 => Vec2::new(0.0 - sin, 0.0 - cos),
        _ => Vec2::new(0.0 - cos, sin),
    }
}

/// The compass angle a vector points to.
pub fn bearing(v: Vec2) -> Cdeg {
    normal((libm::atan2(v.x, v.y) * (18_000.0 / PI)).round() as Cdeg)
}

/// The same angle in `0..36000`.
#[inline]
pub const fn normal(angle: Cdeg) -> Cdeg {
    angle.rem_euclid(FULL_TURN)
}

/// The shorter turn from one angle to another: positive to the right, at most half a circle.
///
/// ```
/// use field::table::turn;
/// assert_eq!(turn(35_000, 1_000), 2_000);
/// assert_eq!(turn(1_000, 35_000), -2_000);
/// ```
#[inline]
pub const fn turn(from: Cdeg, to: Cdeg) -> Cdeg {
    let by = normal(to - from);
    if by > FULL_TURN / 2 { by - FULL_TURN } else { by }
}

/// Where a block stands (the middle of its front edge) and where it looks.
///
/// ```
/// use field::table::{INCH, MM, Point, Pose};
/// let pose = Pose { at: Point::new(0, 0), facing: 9_000 };
/// assert_eq!(pose.ahead(6 * INCH).at, Point::new(6 * INCH, 0));
/// assert_eq!(pose.right(INCH).at, Point::new(0, -INCH));
/// assert_eq!(pose.about(40 * MM), Pose { at: Point::new(-40 * MM, 0), facing: 27_000 });
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Pose {
    pub at: Point,
    pub facing: Cdeg,
}

impl Pose {
    #[inline]
    pub const fn new(at: Point, facing: Cdeg) -> Pose {
        Pose { at, facing: normal(facing) }
    }

    /// The unit vector it looks along.
    #[inline]
    pub fn dir(self) -> Vec2 {
        heading(self.facing)
    }

    /// Straight forward, or back when `d` is negative.
    #[inline]
    pub fn ahead(self, d: Um) -> Pose {
        self.along(self.facing, d)
    }

    /// Sideways with the facing kept; to the left when `d` is negative.
    #[inline]
    pub fn right(self, d: Um) -> Pose {
        self.along(self.facing + QUARTER, d)
    }

    /// Along any bearing with the facing kept.
    #[inline]
    pub fn along(self, bearing: Cdeg, d: Um) -> Pose {
        self.moved(heading(bearing) * f64::from(d))
    }

    /// Displaced with the facing kept.
    #[inline]
    pub fn moved(self, by: Vec2) -> Pose {
        Pose { at: (self.at.vec() + by).round(), facing: self.facing }
    }

    /// About-face of a block `depth` deep: its rear edge becomes the front, and the ground it stands on stays the same.
    pub fn about(self, depth: Um) -> Pose {
        let back = self.ahead(-depth);
        Pose::new(back.at, self.facing + FULL_TURN / 2)
    }

    /// Swung clockwise about a fixed point.
    #[inline]
    pub fn pivot(self, about: Vec2, by: Cdeg) -> Pose {
        Pose::new(self.at.vec().turned_about(about, by).round(), self.facing + by)
    }
}
