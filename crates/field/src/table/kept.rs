//! Bodies that are kept until something they depend on changes.
//!
//! What is kept follows from the state of a battle and is no part of its value: two states are the same, and written down
//! the same, whatever has been worked out for them.

use std::ops::Deref;

use super::shape::Body;

/// Bodies by unit, each with the outline `O` it was made from: everything the body depends on.
#[derive(Clone)]
pub struct Bodies<O> {
    kept: Vec<(O, Body)>,
    /// Units, by bit, that somebody may have changed since: every change has to be told with [`Bodies::touch`].
    touched: u64,
    /// How often that was told, and how many bodies have been made.
    touches: u64,
    made: u64,
}

impl<O> Default for Bodies<O> {
    fn default() -> Bodies<O> {
        Bodies { kept: Vec::new(), touched: 0, touches: 0, made: 0 }
    }
}

/// The place of a unit in a set of units; those beyond the set have none.
fn bit(index: usize) -> u64 {
    u32::try_from(index).ok().and_then(|index| 1_u64.checked_shl(index)).unwrap_or(0)
}

impl<O: Copy + PartialEq> Bodies<O> {
    /// Somebody may have changed a unit.
    pub fn touch(&mut self, index: usize) {
        self.touched |= bit(index);
        self.touches += 1;
    }

    /// How often somebody may have changed a unit.
    pub fn touches(&self) -> u64 {
        self.touches
    }

    /// Units, by bit, that somebody may have changed since their bodies were kept.
    #[inline]
    pub fn touched(&self) -> u64 {
        self.touched
    }

    /// How many bodies are kept.
    pub fn len(&self) -> usize {
        self.kept.len()
    }

    /// If so many bodies are kept and nobody may have changed since: a number that is another as soon as one of them is.
    pub fn settled(&self, units: usize) -> Option<u64> {
        (self.touched == 0 && self.kept.len() == units).then_some(self.made)
    }

    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// The body of a unit that nobody has touched, or that still has the outline it has now.
    // To compare outlines whenever a body is asked for would take a tenth of all playing.
    #[inline(always)]
    pub fn get(&self, index: usize, outline: impl FnOnce() -> O) -> Option<&Body> {
        let (made_from, body) = self.kept.get(index)?;
        if index < u64::BITS as usize && self.touched & bit(index) == 0 {
            debug_assert!(*made_from == outline(), "unit {index} was changed and nobody told of it");
            return Some(body);
        }
        (*made_from == outline()).then_some(body)
    }

    /// Keeps the bodies of all units of a battle anew.
    pub fn keep_all(&mut self, all: impl Iterator<Item = (O, Body)>) {
        self.kept.clear();
        self.kept.extend(all);
        self.made += 1;
    }

    /// Keeps the body of one unit, which is made only if its outline has changed.
    pub fn keep(&mut self, index: usize, outline: O, make: impl FnOnce() -> Body) {
        self.touched &= !bit(index);
        match self.kept.get_mut(index) {
            Some((made_from, _)) if *made_from == outline => {}
            Some(kept) => {
                *kept = (outline, make());
                self.made += 1;
            }
            None => {}
        }
    }

    /// How many bodies have been made.
    pub fn made(&self) -> u64 {
        self.made
    }

    /// The first unit that may have changed, if there is any.
    pub fn next_touched(&self) -> Option<usize> {
        (self.touched != 0).then_some(self.touched.trailing_zeros() as usize)
    }

    /// Forgets that a unit may have changed.
    pub fn forget(&mut self, index: usize) {
        self.touched &= !bit(index);
    }
}

impl<O> std::fmt::Debug for Bodies<O> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Bodies")
    }
}

impl<O> PartialEq for Bodies<O> {
    fn eq(&self, _: &Bodies<O>) -> bool {
        true
    }
}

impl<O> Eq for Bodies<O> {}

impl<O> std::hash::Hash for Bodies<O> {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}

/// A unit's body, kept or just made.
// Boxing the one that was made would allocate while playing.
#[allow(clippy::large_enum_variant)]
#[derive(Debug, Clone)]
pub enum Shape<'a> {
    Kept(&'a Body),
    Made(Body),
}

impl Deref for Shape<'_> {
    type Target = Body;

    fn deref(&self) -> &Body {
        match self {
            Shape::Kept(body) => body,
            Shape::Made(body) => body,
        }
    }
}

impl Shape<'_> {
    pub fn into_body(self) -> Body {
        match self {
            Shape::Kept(body) => body.clone(),
            Shape::Made(body) => body,
        }
    }
}
