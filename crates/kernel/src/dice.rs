//! Dice are handed in: seeded for play, scripted for tests and replays, branching for exact odds.

use crate::ledger::Entry;
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
            if !faces.is_full() {
                faces.push(face);
            }
        }
        sum
    }

    /// Two dice thrown against each other, again and again until they differ.
    fn roll_off(&mut self, sides: u8) -> [u8; 2] {
        self.roll_off_ahead(sides, 0)
    }

    /// The same where the first counts for so much more, or less: again and again until the totals differ.
    fn roll_off_ahead(&mut self, sides: u8, ahead: i8) -> [u8; 2] {
        for _ in 0..MOST_TIES {
            let rolls = [self.roll(sides), self.roll(sides)];
            if !tie(rolls, ahead) {
                return rolls;
            }
        }
        untied(1, ahead)
    }
}

/// Honest dice never tie so often; dishonest ones do not hold the game up.
const MOST_TIES: usize = 1_000;

/// Whether two dice come to the same, the first counting for so much more.
pub(crate) fn tie(rolls: [u8; 2], ahead: i8) -> bool {
    i16::from(rolls[0]) + i16::from(ahead) == i16::from(rolls[1])
}

/// A throw with that first face that is no tie.
pub(crate) fn untied(first: u8, ahead: i8) -> [u8; 2] {
    if tie([first, 1], ahead) { [first, 2] } else { [first, 1] }
}

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

    fn roll_off_ahead(&mut self, sides: u8, ahead: i8) -> [u8; 2] {
        (**self).roll_off_ahead(sides, ahead)
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
    /// Every die that was rolled, those that were missing too.
    rolled: Vec<Rolled>,
}

#[derive(Debug, Clone, Copy)]
struct Rolled {
    sides: u8,
    /// Two dice against each other that fell alike and were thrown again: what comes of it is told of the last two.
    tied: bool,
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
                write!(f, "{} given but only {used} rolled: {} left over", dice_were(*given), given - used)
            }
            ScriptError::Missing { given, wanted } => {
                write!(f, "{} rolled but only {given} given", dice_were(*wanted))
            }
            ScriptError::NotOnDie { index, face, sides } => {
                write!(f, "die {} shows {face}, which is not on a die of {sides}", index + 1)
            }
        }
    }
}

impl std::error::Error for ScriptError {}

fn dice_were(count: usize) -> String {
    if count == 1 { "1 die was".into() } else { format!("{count} dice were") }
}

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

    /// The last two dice fell alike and are thrown again.
    pub(crate) fn tied(&mut self) {
        self.rolled.iter_mut().rev().take(2).for_each(|die| die.tied = true);
    }

    /// Whether the dice were used up exactly; if not, what went wrong and what each of them was rolled for, as far as the
    /// ledger of the play tells it.
    pub fn agree(&self, told: &[Entry]) -> Result<(), String> {
        self.finish().map_err(|error| {
            let throws = self.throws(told);
            let rolled: Vec<String> = throws.iter().map(|throw| self.in_words(throw)).collect();
            let over: Vec<String> = self.faces[self.used..].iter().map(u8::to_string).collect();
            let names_them = matches!(error, ScriptError::LeftOver { .. });
            let over = if names_them { format!(" ({})", over.join(" ")) } else { String::new() };
            if rolled.is_empty() {
                return format!("{error}{over}; nothing was rolled for");
            }
            format!("{error}{over}; rolled were {}", rolled.join("; "))
        })
    }

    /// The dice in the order in which they were rolled, those of one entry of the ledger together.
    fn throws<'a>(&self, told: &'a [Entry]) -> Vec<Throw<'a>> {
        let mut cause: Vec<Option<&Entry>> = vec![None; self.rolled.len()];
        for entry in told.iter().filter(|entry| !entry.dice.is_empty()) {
            let count = entry.dice.len();
            let free = |die: usize| cause[die].is_none() && !self.rolled[die].tied;
            let fits = |&from: &usize| (0..count).all(|die| free(from + die) && self.fell(from + die, entry.dice[die]));
            if let Some(from) = (0..(cause.len() + 1).saturating_sub(count)).find(fits) {
                cause[from..from + count].fill(Some(entry));
            }
        }
        for die in (1..cause.len()).rev().filter(|&die| self.rolled[die - 1].tied) {
            cause[die - 1] = cause[die];
        }
        let mut throws: Vec<Throw<'a>> = Vec::new();
        for (die, &cause) in cause.iter().enumerate() {
            match throws.last_mut().filter(|throw| same_entry(throw.cause, cause)) {
                Some(throw) => throw.to = die + 1,
                None => throws.push(Throw { from: die, to: die + 1, cause }),
            }
        }
        throws
    }

    /// Whether a die may be the one that is told of. One that was missing, or showed a face it does not have, may be any. A
    /// die of ten may be told by what stands on its tenth face, which is 0.
    fn fell(&self, die: usize, told: u8) -> bool {
        let sides = self.rolled[die].sides;
        let face = self.faces.get(die).copied().filter(|face| (1..=sides).contains(face));
        face.is_none_or(|face| face == told || (face, told) == (10, 0))
    }

    fn in_words(&self, throw: &Throw<'_>) -> String {
        let die = |die: usize| match (self.faces.get(die), self.rolled[die].sides) {
            (Some(face), _) => face.to_string(),
            (None, sides) => format!("a missing die of {sides}"),
        };
        let dice: Vec<String> = (throw.from..throw.to).map(die).collect();
        match throw.cause {
            Some(entry) => format!("{} for “{}” [{}]", dice.join(" "), entry.title, entry.rule),
            None => format!("{} for something that is not told", dice.join(" ")),
        }
    }
}

/// Dice that were rolled one after the other for the same thing.
struct Throw<'a> {
    from: usize,
    to: usize,
    cause: Option<&'a Entry>,
}

fn same_entry(one: Option<&Entry>, other: Option<&Entry>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => std::ptr::eq(one, other),
        (None, None) => true,
        _ => false,
    }
}

impl Dice for Scripted {
    fn roll(&mut self, sides: u8) -> u8 {
        self.rolled.push(Rolled { sides, tied: false });
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
    fn roll_off_ahead(&mut self, sides: u8, ahead: i8) -> [u8; 2] {
        loop {
            let rolls = [self.roll(sides), self.roll(sides)];
            if !tie(rolls, ahead) {
                return rolls;
            }
            if self.missing > 0 {
                // The first die may have been given.
                return untied(rolls[0], ahead);
            }
            self.tied();
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

    /// Ties lead back to where they began, so that every pair that is none is as likely as any other.
    fn roll_off_ahead(&mut self, sides: u8, ahead: i8) -> [u8; 2] {
        let all = || (1..=sides).flat_map(|first| (1..=sides).map(move |second| [first, second]));
        let untied_pairs = || all().filter(|&rolls| !tie(rolls, ahead));
        let pairs = untied_pairs().count() as u32;
        if pairs == 0 {
            return untied(1, ahead);
        }
        self.weight /= f64::from(pairs);
        let pair = self.choose(pairs);
        untied_pairs().nth(pair as usize).unwrap_or(untied(1, ahead))
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
    fn dice_that_do_not_fit_are_named_with_what_they_were_for() {
        let told = |title: &str, dice: &[u8]| Entry { dice: dice.to_vec(), ..Entry::event("x 1", title, &[]) };
        let roll = |faces: &[u8], sides: &[u8]| {
            let mut script = Scripted::new(faces);
            for &sides in sides {
                script.roll(sides);
            }
            script
        };
        let entries = [told("a volley", &[4, 2]), told("a rout", &[]), told("a test", &[1])];
        assert_eq!(roll(&[4, 2, 1], &[6, 6, 10]).agree(&entries), Ok(()));
        assert_eq!(
            roll(&[4, 2], &[6, 6, 10]).agree(&entries).unwrap_err(),
            "3 dice were rolled but only 2 given; rolled were 4 2 for “a volley” [x 1]; \
             a missing die of 10 for “a test” [x 1]"
        );
        assert_eq!(
            roll(&[4, 2, 11, 5, 3], &[6, 6, 10]).agree(&entries).unwrap_err(),
            "die 3 shows 11, which is not on a die of 10; rolled were 4 2 for “a volley” [x 1]; \
             11 for “a test” [x 1]"
        );
        assert_eq!(
            roll(&[3, 4, 2], &[6]).agree(&entries).unwrap_err(),
            "3 dice were given but only 1 rolled: 2 left over (4 2); rolled were 3 for something that is not told"
        );
        assert_eq!(
            roll(&[3], &[]).agree(&[]).unwrap_err(),
            "1 die was given but only 0 rolled: 1 left over (3); nothing was rolled for"
        );
        // What is told as 0 fell on the tenth face.
        assert!(roll(&[10, 1], &[10]).agree(&[told("orders", &[0])]).unwrap_err().contains("10 for “orders”"));
    }

    #[test]
    fn ties_belong_to_the_throw_that_settled_them() {
        let settled = Entry { dice: vec![2, 5], ..Entry::event("x 2", "initiative", &[]) };
        let mut script = Scripted::new([3, 3, 4, 4, 2, 5, 1]);
        script.roll_off(6);
        let why = script.agree(&[settled]).unwrap_err();
        assert!(why.ends_with("rolled were 3 3 4 4 2 5 for “initiative” [x 2]"), "{why}");
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
