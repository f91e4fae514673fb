//! Decisions that are on no menu: written answers bent a little, as a clumsy or a cunning hand might write them.

use kernel::Seeded;

/// The most words kept; every rulebook has fewer that matter.
const MOST_WORDS: usize = 400;

/// Numbers at which arithmetic likes to break.
const EDGES: [&str; 11] =
    ["0", "1", "-1", "255", "256", "0.01", "-0.01", "360", "2147483.647", "-2147483.648", "999999999"];

/// Bends decisions, with the words of decisions it has seen before.
#[derive(Debug, Clone)]
pub struct Bender {
    words: Vec<String>,
    chance: Seeded,
}

impl Bender {
    pub fn new(seed: u64) -> Bender {
        Bender { words: Vec::new(), chance: Seeded::new(seed) }
    }

    /// Remembers the words of a decision: names of units above all.
    pub fn learn(&mut self, text: &str) {
        for word in text.split_whitespace().filter(|word| !is_number(word)) {
            if self.words.len() < MOST_WORDS && !self.words.iter().any(|known| known == word) {
                self.words.push(word.into());
            }
        }
    }

    /// The decision with one word changed, or two: mostly another name or number in the same place.
    pub fn bend(&mut self, text: &str) -> String {
        let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        for _ in 0..=self.chance.below(2) {
            self.bend_one(&mut words);
        }
        words.join(" ")
    }

    fn bend_one(&mut self, words: &mut Vec<String>) {
        if words.is_empty() {
            words.extend(self.known());
            return;
        }
        let place = self.chance.below(words.len());
        match self.chance.below(12) {
            0 => {
                words.remove(place);
            }
            1 => words.insert(place, words[place].clone()),
            2 => {
                let other = self.chance.below(words.len());
                words.swap(place, other);
            }
            _ if is_number(&words[place]) => words[place] = self.bend_number(&words[place]),
            _ => {
                if let Some(known) = self.known() {
                    words[place] = known;
                }
            }
        }
    }

    fn known(&mut self) -> Option<String> {
        let place = self.chance.below(self.words.len());
        self.words.get(place).cloned()
    }

    fn bend_number(&mut self, word: &str) -> String {
        let value: f64 = word.parse().unwrap_or(0.0);
        let slightly = self.chance.below(2_001) as f64 / 100.0 - 10.0;
        let bent = match self.chance.below(8) {
            0 => -value,
            1 => value * 2.0,
            2 => value / 2.0,
            3 => return EDGES[self.chance.below(EDGES.len())].into(),
            4 => value + if self.chance.below(2) == 0 { 1.0 } else { -1.0 },
            _ => value + slightly,
        };
        format!("{bent:.2}").trim_end_matches('0').trim_end_matches('.').to_owned()
    }
}

fn is_number(word: &str) -> bool {
    word.parse::<f64>().is_ok()
}
