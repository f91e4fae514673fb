//! Pieces by number, and sets of them.

use serde::de::{Error, SeqAccess, Visitor};
use serde::ser::SerializeTuple;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

/// A piece of a battle by its number: a unit, a leader, a formation.
pub trait Id: Copy {
    fn number(self) -> usize;

    /// The piece with that number.
    fn numbered(number: usize) -> Self;
}

/// A set of pieces whose numbers are below 64 times `WORDS`: a plain value of so many words.
///
/// ```
/// use kernel::{Id, IdSet};
///
/// #[derive(Debug, Clone, Copy, PartialEq)]
/// struct Battalion(u16);
///
/// impl Id for Battalion {
///     fn number(self) -> usize {
///         usize::from(self.0)
///     }
///     fn numbered(number: usize) -> Battalion {
///         Battalion(number as u16)
///     }
/// }
///
/// let mut guard: IdSet<Battalion, 5> = [Battalion(300), Battalion(7)].into_iter().collect();
/// assert!(guard.contains(Battalion(300)) && !guard.contains(Battalion(8)));
/// guard.remove(Battalion(7));
/// assert_eq!(guard.iter().collect::<Vec<_>>(), [Battalion(300)]);
/// ```
pub struct IdSet<I, const WORDS: usize> {
    words: [u64; WORDS],
    of: PhantomData<I>,
}

impl<I, const WORDS: usize> IdSet<I, WORDS> {
    pub const EMPTY: IdSet<I, WORDS> = IdSet { words: [0; WORDS], of: PhantomData };

    /// How many numbers there is room for.
    pub const MOST: usize = 64 * WORDS;

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.words.iter().fold(0, |all, word| all | word) == 0
    }

    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }
}

impl<I: Id, const WORDS: usize> IdSet<I, WORDS> {
    /// The word and the bit of a piece. Whoever gives out numbers gives none there is no room for; here it would be taken for
    /// another.
    #[inline]
    fn place(id: I) -> (usize, u64) {
        let number = id.number();
        (number / 64 % WORDS, 1 << (number % 64))
    }

    #[inline]
    pub fn contains(self, id: I) -> bool {
        let (word, bit) = Self::place(id);
        self.words[word] & bit != 0
    }

    #[inline]
    pub fn insert(&mut self, id: I) {
        let (word, bit) = Self::place(id);
        self.words[word] |= bit;
    }

    #[inline]
    pub fn remove(&mut self, id: I) {
        let (word, bit) = Self::place(id);
        self.words[word] &= !bit;
    }

    /// The pieces in it, lowest first.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = I> {
        // The words move up as they are used, so that the one looked at is always the first.
        let (mut words, mut first) = (self.words, 0);
        std::iter::from_fn(move || {
            while words[0] == 0 {
                first += 64;
                if first >= Self::MOST {
                    return None;
                }
                for word in 1..WORDS {
                    words[word - 1] = words[word];
                }
                words[WORDS - 1] = 0;
            }
            let low = words[0].trailing_zeros() as usize;
            words[0] &= words[0] - 1;
            Some(I::numbered(first + low))
        })
    }
}

impl<I: Id, const WORDS: usize> FromIterator<I> for IdSet<I, WORDS> {
    fn from_iter<T: IntoIterator<Item = I>>(ids: T) -> IdSet<I, WORDS> {
        let mut set = IdSet::EMPTY;
        ids.into_iter().for_each(|id| set.insert(id));
        set
    }
}

// A set is what its words are, whatever its pieces can do.

impl<I, const WORDS: usize> Clone for IdSet<I, WORDS> {
    #[inline]
    fn clone(&self) -> IdSet<I, WORDS> {
        *self
    }
}

impl<I, const WORDS: usize> Copy for IdSet<I, WORDS> {}

impl<I, const WORDS: usize> Default for IdSet<I, WORDS> {
    fn default() -> IdSet<I, WORDS> {
        IdSet::EMPTY
    }
}

impl<I, const WORDS: usize> PartialEq for IdSet<I, WORDS> {
    #[inline]
    fn eq(&self, other: &IdSet<I, WORDS>) -> bool {
        self.words == other.words
    }
}

impl<I, const WORDS: usize> Eq for IdSet<I, WORDS> {}

impl<I, const WORDS: usize> Hash for IdSet<I, WORDS> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.words.hash(state);
    }
}

impl<I: Id + fmt::Debug, const WORDS: usize> fmt::Debug for IdSet<I, WORDS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// Written as its words.
impl<I, const WORDS: usize> Serialize for IdSet<I, WORDS> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut words = serializer.serialize_tuple(WORDS)?;
        for word in &self.words {
            words.serialize_element(word)?;
        }
        words.end()
    }
}

impl<'de, I, const WORDS: usize> Deserialize<'de> for IdSet<I, WORDS> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<IdSet<I, WORDS>, D::Error> {
        let words = deserializer.deserialize_tuple(WORDS, Words::<WORDS>)?;
        Ok(IdSet { words, of: PhantomData })
    }
}

struct Words<const WORDS: usize>;

impl<'de, const WORDS: usize> Visitor<'de> for Words<WORDS> {
    type Value = [u64; WORDS];

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{WORDS} words of a set")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<[u64; WORDS], A::Error> {
        let mut words = [0; WORDS];
        for (at, word) in words.iter_mut().enumerate() {
            *word = seq.next_element()?.ok_or_else(|| A::Error::invalid_length(at, &self))?;
        }
        Ok(words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Id for u16 {
        fn number(self) -> usize {
            usize::from(self)
        }

        fn numbered(number: usize) -> u16 {
            number as u16
        }
    }

    type Wide = IdSet<u16, 5>;

    #[test]
    fn every_number_has_a_place_of_its_own() {
        for number in 0..Wide::MOST as u16 {
            let set: Wide = [number].into_iter().collect();
            assert_eq!((set.len(), set.iter().collect::<Vec<_>>()), (1, vec![number]));
        }
        let all: Wide = (0..320).collect();
        assert!(all.iter().eq(0..320) && all.len() == 320);
        let odd: Wide = all.iter().filter(|number| number % 2 == 1).collect();
        assert!(odd.contains(319) && !odd.contains(318) && !odd.is_empty() && Wide::EMPTY.is_empty());
    }

    #[test]
    fn a_set_is_written_as_its_words() {
        let set: Wide = [0, 64, 319].into_iter().collect();
        let text = serde_json::to_string(&set).expect("a set is written");
        assert_eq!(text, "[1,1,0,0,9223372036854775808]");
        assert_eq!(serde_json::from_str::<Wide>(&text).ok(), Some(set));
        assert!(serde_json::from_str::<Wide>("[1,2,3,4]").is_err());
        assert!(serde_json::from_str::<Wide>("[1,2,3,4,5,6]").is_err());
    }
}
