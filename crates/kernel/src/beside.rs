//! What a state keeps beside what it is: answers that follow from it, remembered because they are asked for again and again.

use std::fmt::{Debug, Formatter, Result};
use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};

/// Something beside a state that is no part of its value: it equals anything, hashes to nothing, is not written down, and the copy of a state
/// begins without it. Whoever keeps answers here must notice himself when they hold no longer.
#[derive(Default)]
pub struct Beside<T>(T);

impl<T> From<T> for Beside<T> {
    fn from(kept: T) -> Beside<T> {
        Beside(kept)
    }
}

impl<T> Deref for Beside<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for Beside<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

impl<T: Default> Clone for Beside<T> {
    fn clone(&self) -> Beside<T> {
        Beside::default()
    }
}

impl<T> Debug for Beside<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str("Beside")
    }
}

impl<T> PartialEq for Beside<T> {
    fn eq(&self, _: &Beside<T>) -> bool {
        true
    }
}

impl<T> Eq for Beside<T> {}

impl<T> Hash for Beside<T> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

#[cfg(test)]
mod tests {
    use super::Beside;
    use std::hash::{DefaultHasher, Hash, Hasher};

    #[derive(Debug, Clone, PartialEq, Eq, Hash)]
    struct State {
        turn: u8,
        known: Beside<Vec<u8>>,
    }

    fn hashed(state: &State) -> u64 {
        let mut hasher = DefaultHasher::new();
        state.hash(&mut hasher);
        hasher.finish()
    }

    #[test]
    fn what_is_kept_beside_a_state_is_no_part_of_it() {
        let fresh = State { turn: 3, known: Beside::default() };
        let mut asked = State { turn: 3, known: vec![1].into() };
        asked.known.push(2);
        assert_eq!(*asked.known, [1, 2]);
        assert_eq!((&fresh, hashed(&fresh)), (&asked, hashed(&asked)));
        assert!(asked.clone().known.is_empty());
        assert_ne!(fresh, State { turn: 4, known: Beside::default() });
    }
}
