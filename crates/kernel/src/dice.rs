//! Dice are handed in: seeded for play, scripted for tests and replays, branching for exact odds.

use arrayvec::ArrayVec;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Faces of a handful of dice, for the ledger.
pub type Faces = ArrayVec<u8, MOST_DICE>;

/// The most dice thrown at once.
pub const MOST_DICE: usize = 128;

/// Where dice come from.
pub trait Dice {
    /// One die with faces 1 to `sides`.
    fn roll(&mut self, sides: u8) -> u8;

    /// `count` dice of which only the sum of scores counts: `scores[face - 1]` for each. Faces are noted where they are
    /// known; dice that branch over all results need not know them and keep the tree small.
    fn tally(&mut self, count: usize, scores: &[u8; 6], faces: &mut Faces) -> u32 {
        let mut sum = 0;
        for _ in 0..count {
            let face = self.roll(6);
            sum += score(scores, face);
            // More faces than can be shown are still counted.
            let _ = faces.try_push(face);
        }
        sum
    }

    /// Two dice thrown against each other, again and again until they differ.
    fn roll_off(&mut self, sides: u8) -> [u8; 2] {
        for _ in 0..MOST_TIES {
            let rolls = [self.roll(sides), self.roll(sides)];
            if rolls[0] != rolls[1] {
                return rolls;
            }
        }
        UNTIED
    }
}

/// Honest dice never tie so often; dishonest ones do not hold the game up.
const MOST_TIES: usize = 1_000;
const UNTIED: [u8; 2] = [2, 1];

fn score(scores: &[u8; 6], face: u8) -> u32 {
    scores.get(usize::from(face.wrapping_sub(1))).copied().map_or(0, u32::from)
}

impl<D: Dice + ?Sized> Dice for &mut D {
    fn roll(&mut self, sides: u8) -> u8 {
        (**self).roll(sides)
    }

    fn tally(&mut self, count: usize, scores: &[u8; 6], faces: &mut Faces) -> u32 {
        (**self).tally(count, scores, faces)
    }

    fn roll_off(&mut self, sides: u8) -> [u8; 2] {
        (**self).roll_off(sides)
    }
}

/// Dice from a seed: the n-th roll depends on the seed and on n alone, so a battle resumes anywhere.
#[derive(Debug, Clone)]
pub struct Seeded {
    rng: ChaCha8Rng,
    rolled: u64,
}

impl Seeded {
    pub fn new(seed: u64) -> Seeded {
        Seeded { rng: ChaCha8Rng::seed_from_u64(seed), rolled: 0 }
    }

    /// The dice of a seed after so many rolls.
    pub fn after(seed: u64, rolled: u64) -> Seeded {
        let mut dice = Seeded::new(seed);
        dice.rng.set_word_pos(u128::from(rolled) * 2);
        dice.rolled = rolled;
        dice
    }

    pub fn rolled(&self) -> u64 {
        self.rolled
    }

    /// A number below `bound`, for commanders and generators that choose by chance.
    pub fn below(&mut self, bound: usize) -> usize {
        self.rolled += 1;
        // Multiplying and keeping the high half spends exactly one word pair for every roll; its bias is below 2^-60.
        ((u128::from(self.rng.next_u64()) * bound.max(1) as u128) >> 64) as usize
    }
}

impl Dice for Seeded {
    fn roll(&mut self, sides: u8) -> u8 {
        self.below(usize::from(sides)) as u8 + 1
    }
}

/// Dice read from a list; too few or too many are an error, told by [`Scripted::finish`].
#[derive(Debug, Clone, Default)]
pub struct Scripted {
    faces: Vec<u8>,
    used: usize,
    missing: usize,
    wrong: Option<(usize, u8, u8)>,
}

/// Scripted dice and the game did not agree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ScriptError {
    LeftOver { used: usize, given: usize },
    Missing { given: usize, wanted: usize },
    NotOnDie { index: usize, face: u8, sides: u8 },
}

impl std::fmt::Display for ScriptError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ScriptError::LeftOver { used, given } => {
                write!(f, "{given} dice were given but only {used} rolled: {} left over", given - used)
            }
            ScriptError::Missing { given, wanted } => write!(f, "{wanted} dice were rolled but only {given} given"),
            ScriptError::NotOnDie { index, face, sides } => {
                write!(f, "die {} shows {face}, which is not on a die of {sides}", index + 1)
            }
        }
    }
}

impl std::error::Error for ScriptError {}

impl Scripted {
    pub fn new(faces: impl Into<Vec<u8>>) -> Scripted {
        Scripted { faces: faces.into(), ..Scripted::default() }
    }

    /// Whether the dice were used up exactly.
    pub fn finish(&self) -> Result<(), ScriptError> {
        if let Some((index, face, sides)) = self.wrong {
            return Err(ScriptError::NotOnDie { index, face, sides });
        }
        if self.missing > 0 {
            return Err(ScriptError::Missing { given: self.faces.len(), wanted: self.faces.len() + self.missing });
        }
        if self.used < self.faces.len() {
            return Err(ScriptError::LeftOver { used: self.used, given: self.faces.len() });
        }
        Ok(())
    }

    /// How many dice are left.
    pub fn left(&self) -> usize {
        self.faces.len() - self.used
    }
}

impl Dice for Scripted {
    fn roll(&mut self, sides: u8) -> u8 {
        let Some(&face) = self.faces.get(self.used) else {
            self.missing += 1;
            return 1;
        };
        if face == 0 || face > sides {
            self.wrong.get_or_insert((self.used, face, sides));
            self.used += 1;
            return 1;
        }
        self.used += 1;
        face
    }

    /// A script that has run out ties no more: one throw is missing, not a thousand.
    fn roll_off(&mut self, sides: u8) -> [u8; 2] {
        loop {
            let rolls = [self.roll(sides), self.roll(sides)];
            if rolls[0] != rolls[1] {
                return rolls;
            }
            if self.missing > 0 {
                return UNTIED;
            }
        }
    }
}

/// Passes dice through and notes every face, for the journal.
#[derive(Debug)]
pub struct Recording<'a, D> {
    pub dice: D,
    pub faces: &'a mut Vec<u8>,
}

impl<D: Dice> Dice for Recording<'_, D> {
    fn roll(&mut self, sides: u8) -> u8 {
        let face = self.dice.roll(sides);
        self.faces.push(face);
        face
    }
}

/// Dice that take every result in turn. Play the same decision again and again, calling [`Branching::next_path`]
/// between, until it says that every path has been taken; each path has its [`Branching::weight`].
#[derive(Debug, Clone, Default)]
pub struct Branching {
    path: Vec<Fork>,
    at: usize,
    weight: f64,
}

#[derive(Debug, Clone, Copy)]
struct Fork {
    choice: u32,
    options: u32,
}

impl Branching {
    pub fn new() -> Branching {
        Branching { path: Vec::new(), at: 0, weight: 1.0 }
    }

    /// Probability of the path just taken.
    pub fn weight(&self) -> f64 {
        self.weight
    }

    /// How many paths there would be if every path forked like the one just taken.
    pub fn breadth(&self) -> f64 {
        self.path.iter().map(|fork| f64::from(fork.options)).product()
    }

    /// Moves on to the next path; false when all have been taken.
    pub fn next_path(&mut self) -> bool {
        self.at = 0;
        self.weight = 1.0;
        while let Some(fork) = self.path.last_mut() {
            fork.choice += 1;
            if fork.choice < fork.options {
                return true;
            }
            self.path.pop();
        }
        false
    }

    fn choose(&mut self, options: u32) -> u32 {
        if self.at == self.path.len() {
            self.path.push(Fork { choice: 0, options });
        }
        let choice = self.path[self.at].choice;
        self.at += 1;
        choice
    }
}

impl Dice for Branching {
    fn roll(&mut self, sides: u8) -> u8 {
        let sides = sides.max(1);
        self.weight /= f64::from(sides);
        self.choose(u32::from(sides)) as u8 + 1
    }

    fn tally(&mut self, count: usize, scores: &[u8; 6], _faces: &mut Faces) -> u32 {
        let sums = distribution(count, scores);
        let possible: Vec<usize> = (0..sums.len()).filter(|&sum| sums[sum] > 0.0).collect();
        let sum = possible[self.choose(possible.len() as u32) as usize];
        self.weight *= sums[sum];
        sum as u32
    }

    /// Ties lead back to where they began, so that every pair of different faces is as likely as any other.
    fn roll_off(&mut self, sides: u8) -> [u8; 2] {
        if sides < 2 {
            return UNTIED;
        }
        let pairs = u32::from(sides) * (u32::from(sides) - 1);
        self.weight /= f64::from(pairs);
        let pair = self.choose(pairs);
        let (first, other) = (pair / (u32::from(sides) - 1), pair % (u32::from(sides) - 1));
        let second = if other < first { other } else { other + 1 };
        [first as u8 + 1, second as u8 + 1]
    }
}

/// Probability of each total score of `count` dice.
pub fn distribution(count: usize, scores: &[u8; 6]) -> Vec<f64> {
    let mut sums = vec![1.0];
    for _ in 0..count {
        let mut next = vec![0.0; sums.len() + scores.iter().copied().max().map_or(0, usize::from)];
        for (sum, chance) in sums.iter().enumerate() {
            for &score in scores {
                next[sum + usize::from(score)] += chance / 6.0;
            }
        }
        sums = next;
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_resumes_anywhere() {
        let mut whole = Seeded::new(7);
        let faces: Vec<u8> = (0..20).map(|_| whole.roll(6)).collect();
        let mut tail = Seeded::after(7, 12);
        assert_eq!(faces[12..], (0..8).map(|_| tail.roll(6)).collect::<Vec<_>>());
        assert!(faces.iter().all(|face| (1..=6).contains(face)));
    }

    #[test]
    fn scripted_dice_must_be_used_up() {
        let mut dice = Scripted::new([3, 4]);
        assert_eq!(dice.roll(6), 3);
        assert_eq!(dice.finish(), Err(ScriptError::LeftOver { used: 1, given: 2 }));
        assert_eq!(dice.roll(6), 4);
        assert_eq!(dice.finish(), Ok(()));
        dice.roll(6);
        assert_eq!(dice.finish(), Err(ScriptError::Missing { given: 2, wanted: 3 }));
        let mut odd = Scripted::new([7]);
        odd.roll(6);
        assert_eq!(odd.finish(), Err(ScriptError::NotOnDie { index: 0, face: 7, sides: 6 }));
    }

    #[test]
    fn a_roll_off_ends_with_any_dice() {
        assert_eq!(Scripted::new([3, 3, 2, 5]).roll_off(6), [2, 5]);
        let mut short = Scripted::new([4, 4]);
        short.roll_off(6);
        assert_eq!(short.finish(), Err(ScriptError::Missing { given: 2, wanted: 4 }));
        let mut honest = Seeded::new(3);
        for _ in 0..200 {
            let [first, second] = honest.roll_off(6);
            assert_ne!(first, second);
        }
        let mut dice = Branching::new();
        let (mut pairs, mut first_wins) = (Vec::new(), 0.0);
        loop {
            let rolls = dice.roll_off(6);
            if rolls[0] > rolls[1] {
                first_wins += dice.weight();
            }
            pairs.push(rolls);
            if !dice.next_path() {
                break;
            }
        }
        pairs.dedup();
        assert_eq!(pairs.len(), 30);
        assert!(pairs.iter().all(|[a, b]| a != b && (1..=6).contains(a) && (1..=6).contains(b)));
        assert!((first_wins - 0.5).abs() < 1e-12);
    }

    #[test]
    fn branches_cover_everything_once() {
        let mut dice = Branching::new();
        let (mut paths, mut total, mut at_least_nine) = (0, 0.0, 0.0);
        loop {
            let sum = dice.roll(6) + dice.roll(6);
            paths += 1;
            total += dice.weight();
            if sum >= 9 {
                at_least_nine += dice.weight();
            }
            if !dice.next_path() {
                break;
            }
        }
        assert_eq!(paths, 36);
        assert!((total - 1.0).abs() < 1e-12);
        assert!((at_least_nine - 10.0 / 36.0).abs() < 1e-12);
    }

    #[test]
    fn tallies_branch_over_sums_only() {
        let mut dice = Branching::new();
        let (mut paths, mut mean) = (0, 0.0);
        loop {
            let hits = dice.tally(6, &[0, 0, 0, 1, 1, 2], &mut Faces::new());
            paths += 1;
            mean += dice.weight() * f64::from(hits);
            if !dice.next_path() {
                break;
            }
        }
        assert_eq!(paths, 13);
        assert!((mean - 4.0).abs() < 1e-12);
    }
}
