//! The pieces of a state by number, and which of them may have changed since somebody looked.

use kernel::{Id, IdSet};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut, Index, IndexMut};

/// As many pieces as the battle has: the list never grows. Whoever has been opened for writing is noted, beside the value.
pub struct Pieces<T, I, const WORDS: usize> {
    all: Vec<T>,
    stirred: IdSet<I, WORDS>,
}

impl<T, I: Id, const WORDS: usize> Pieces<T, I, WORDS> {
    /// Those that may have changed since they were taken note of last.
    #[inline]
    pub fn stirred(&self) -> IdSet<I, WORDS> {
        self.stirred
    }

    /// They have been taken note of.
    #[inline]
    pub(crate) fn take_stirred(&mut self) -> IdSet<I, WORDS> {
        std::mem::replace(&mut self.stirred, IdSet::EMPTY)
    }

    fn stir_all(&mut self) {
        self.stirred = (0..self.all.len()).map(I::numbered).collect();
    }
}

impl<T, I: Id, const WORDS: usize> From<Vec<T>> for Pieces<T, I, WORDS> {
    fn from(all: Vec<T>) -> Pieces<T, I, WORDS> {
        let mut pieces = Pieces { all, stirred: IdSet::EMPTY };
        pieces.stir_all();
        pieces
    }
}

impl<T, I: Id, const WORDS: usize> Default for Pieces<T, I, WORDS> {
    fn default() -> Pieces<T, I, WORDS> {
        Pieces::from(Vec::new())
    }
}

impl<T, I, const WORDS: usize> Deref for Pieces<T, I, WORDS> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        &self.all
    }
}

impl<T, I: Id, const WORDS: usize> DerefMut for Pieces<T, I, WORDS> {
    fn deref_mut(&mut self) -> &mut [T] {
        self.stir_all();
        &mut self.all
    }
}

impl<T, I, const WORDS: usize> Index<usize> for Pieces<T, I, WORDS> {
    type Output = T;

    #[inline]
    fn index(&self, number: usize) -> &T {
        &self.all[number]
    }
}

impl<T, I: Id, const WORDS: usize> IndexMut<usize> for Pieces<T, I, WORDS> {
    #[inline]
    fn index_mut(&mut self, number: usize) -> &mut T {
        self.stirred.insert(I::numbered(number));
        &mut self.all[number]
    }
}

impl<'a, T, I, const WORDS: usize> IntoIterator for &'a Pieces<T, I, WORDS> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> std::slice::Iter<'a, T> {
        self.all.iter()
    }
}

impl<'a, T, I: Id, const WORDS: usize> IntoIterator for &'a mut Pieces<T, I, WORDS> {
    type Item = &'a mut T;
    type IntoIter = std::slice::IterMut<'a, T>;

    fn into_iter(self) -> std::slice::IterMut<'a, T> {
        self.stir_all();
        self.all.iter_mut()
    }
}

impl<T: Clone, I, const WORDS: usize> Clone for Pieces<T, I, WORDS>
where
    IdSet<I, WORDS>: Copy,
{
    fn clone(&self) -> Pieces<T, I, WORDS> {
        Pieces { all: self.all.clone(), stirred: self.stirred }
    }
}

impl<T: std::fmt::Debug, I, const WORDS: usize> std::fmt::Debug for Pieces<T, I, WORDS> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.all.fmt(f)
    }
}

impl<T: PartialEq, I, const WORDS: usize> PartialEq for Pieces<T, I, WORDS> {
    fn eq(&self, other: &Pieces<T, I, WORDS>) -> bool {
        self.all == other.all
    }
}

impl<T: Eq, I, const WORDS: usize> Eq for Pieces<T, I, WORDS> {}

impl<T: Hash, I, const WORDS: usize> Hash for Pieces<T, I, WORDS> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.all.hash(hasher);
    }
}

impl<T: Serialize, I, const WORDS: usize> Serialize for Pieces<T, I, WORDS> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.all.serialize(serializer)
    }
}

impl<'de, T: Deserialize<'de>, I: Id, const WORDS: usize> Deserialize<'de> for Pieces<T, I, WORDS> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Pieces<T, I, WORDS>, D::Error> {
        Vec::deserialize(deserializer).map(Pieces::from)
    }
}
