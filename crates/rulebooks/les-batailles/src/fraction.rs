//! Numbers that are kept exact: Increments split over hexes, halves and thirds of values, movement points.

use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, AddAssign, Mul, Sub};

/// A positive fraction, or nothing, in its lowest terms. Values of fire and mêlée are reckoned with it; only the odds are
/// rounded in the end (LB 12.3a, 17.2.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fraction {
    over: u64,
    under: u64,
}

const fn common(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { common(b, a % b) }
}

impl Fraction {
    pub const ZERO: Fraction = Fraction { over: 0, under: 1 };
    pub const ONE: Fraction = Fraction { over: 1, under: 1 };
    pub const TWO: Fraction = Fraction { over: 2, under: 1 };
    pub const HALF: Fraction = Fraction { over: 1, under: 2 };
    pub const THIRD: Fraction = Fraction { over: 1, under: 3 };

    pub const fn whole(number: u32) -> Fraction {
        Fraction { over: number as u64, under: 1 }
    }

    /// So many parts of so many; nothing of nothing is nothing.
    pub const fn of(over: u32, under: u32) -> Fraction {
        Fraction::lowest(over as u64, under as u64)
    }

    const fn lowest(over: u64, under: u64) -> Fraction {
        if over == 0 || under == 0 {
            return Fraction::ZERO;
        }
        if under == 1 {
            return Fraction { over, under };
        }
        let by = common(over, under);
        Fraction { over: over / by, under: under / by }
    }

    /// How often the other goes into it, exactly; nothing where the other is nothing.
    #[must_use]
    pub const fn divided_by(self, other: Fraction) -> Fraction {
        Fraction::lowest(self.over * other.under, self.under * other.over)
    }

    pub const fn is_zero(self) -> bool {
        self.over == 0
    }

    /// What is left after taking some away; never below nothing.
    #[must_use]
    pub const fn less(self, other: Fraction) -> Fraction {
        let (own, taken) = (self.over * other.under, other.over * self.under);
        Fraction::lowest(own.saturating_sub(taken), self.under * other.under)
    }

    /// Without what is left over a whole.
    pub const fn floor(self) -> u32 {
        (self.over / self.under) as u32
    }

    /// To the nearest whole, exact halves up (LB 13.1.1.1a).
    pub const fn nearest(self) -> u32 {
        ((2 * self.over + self.under) / (2 * self.under)) as u32
    }
}

impl Mul for Fraction {
    type Output = Fraction;

    fn mul(self, other: Fraction) -> Fraction {
        Fraction::lowest(self.over * other.over, self.under * other.under)
    }
}

impl Add for Fraction {
    type Output = Fraction;

    fn add(self, other: Fraction) -> Fraction {
        Fraction::lowest(self.over * other.under + other.over * self.under, self.under * other.under)
    }
}

impl AddAssign for Fraction {
    fn add_assign(&mut self, other: Fraction) {
        *self = *self + other;
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Fraction) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Fraction) -> Ordering {
        if self.under == other.under {
            return self.over.cmp(&other.over);
        }
        (self.over * other.under).cmp(&(other.over * self.under))
    }
}

/// `12`, `3 2/3`, `1/2`.
impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.over / self.under, self.over % self.under);
        match (whole, rest) {
            (_, 0) => write!(f, "{whole}"),
            (0, _) => write!(f, "{rest}/{}", self.under),
            _ => write!(f, "{whole} {rest}/{}", self.under),
        }
    }
}

/// Movement points, in whole twelfths: halves of roads and thirds of allowances stay exact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Points(u16);

impl Points {
    pub const ZERO: Points = Points(0);
    pub const HALF: Points = Points(6);
    pub const ONE: Points = Points(12);

    pub const fn whole(points: u8) -> Points {
        Points(points as u16 * 12)
    }

    pub const fn twelfths(self) -> u16 {
        self.0
    }

    pub const fn from_twelfths(twelfths: u16) -> Points {
        Points(twelfths)
    }

    /// So many times as much.
    #[must_use]
    pub const fn times(self, times: u8) -> Points {
        Points(self.0 * times as u16)
    }

    /// Half of it.
    #[must_use]
    pub const fn halved(self) -> Points {
        Points(self.0 / 2)
    }

    /// What is left after spending, if there is enough.
    pub const fn less(self, spent: Points) -> Option<Points> {
        if self.0 < spent.0 { None } else { Some(Points(self.0 - spent.0)) }
    }

    /// A share of a printed Movement Potential, to the nearest whole, halves up (LB 13.1.1.1a).
    pub fn share(printed: u8, share: Fraction) -> Points {
        let whole = (Fraction::whole(printed.into()) * share).nearest();
        Points::whole(u8::try_from(whole).unwrap_or(u8::MAX))
    }
}

impl Add for Points {
    type Output = Points;

    fn add(self, other: Points) -> Points {
        Points(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Points) {
        *self = *self + other;
    }
}

/// Never below nothing.
impl Sub for Points {
    type Output = Points;

    fn sub(self, other: Points) -> Points {
        Points(self.0.saturating_sub(other.0))
    }
}

/// `4`, `1 1/2`.
impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Fraction::of(self.0.into(), 12).fmt(f)
    }
}
