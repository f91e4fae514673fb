//! A list that grows at its end and is shared by its copies.

use std::fmt;
use std::ops::{Index, IndexMut};
use std::sync::Arc;

/// How many entries a sheet holds.
const SHEET: usize = 32;

/// A list that is written on at its end. A copy shares what is written and goes on by itself: it costs the same however long
/// the list has become, and so does writing on.
pub struct Scroll<T> {
    /// Sheets that are full, and never change.
    sheets: Arc<Vec<Sheet<T>>>,
    /// The sheet that is being written.
    last: Vec<Arc<T>>,
}

type Sheet<T> = Arc<[Arc<T>]>;

impl<T> Scroll<T> {
    pub fn new() -> Scroll<T> {
        Scroll { sheets: Arc::default(), last: Vec::new() }
    }

    pub fn len(&self) -> usize {
        self.sheets.len() * SHEET + self.last.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn push(&mut self, entry: T) {
        self.last.push(Arc::new(entry));
        if self.last.len() == SHEET {
            Arc::make_mut(&mut self.sheets).push(self.last.drain(..).collect());
        }
    }

    pub fn get(&self, index: usize) -> Option<&T> {
        self.place(index).map(Arc::as_ref)
    }

    fn place(&self, index: usize) -> Option<&Arc<T>> {
        match self.sheets.get(index / SHEET) {
            Some(sheet) => sheet.get(index % SHEET),
            None => self.last.get(index - self.sheets.len() * SHEET),
        }
    }

    pub fn last(&self) -> Option<&T> {
        self.len().checked_sub(1).and_then(|index| self.get(index))
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &T> + ExactSizeIterator {
        self.since(0)
    }

    /// The entries from number `from` on, counted from 0.
    pub fn since(&self, from: usize) -> impl DoubleEndedIterator<Item = &T> + ExactSizeIterator {
        (from.min(self.len())..self.len()).map(|index| &self[index])
    }

    /// Cuts off all but the first entries.
    pub fn truncate(&mut self, len: usize) {
        if len >= self.len() {
            return;
        }
        let whole = len / SHEET;
        if whole < self.sheets.len() {
            self.last = self.sheets[whole].to_vec();
            Arc::make_mut(&mut self.sheets).truncate(whole);
        }
        self.last.truncate(len % SHEET);
    }

    /// The first entries, as a list of their own.
    pub fn head(&self, len: usize) -> Scroll<T> {
        let mut head = self.clone();
        head.truncate(len);
        head
    }
}

impl<T> Clone for Scroll<T> {
    fn clone(&self) -> Scroll<T> {
        Scroll { sheets: Arc::clone(&self.sheets), last: self.last.clone() }
    }
}

impl<T> Default for Scroll<T> {
    fn default() -> Scroll<T> {
        Scroll::new()
    }
}

impl<T> Index<usize> for Scroll<T> {
    type Output = T;

    fn index(&self, index: usize) -> &T {
        match self.sheets.get(index / SHEET) {
            Some(sheet) => &sheet[index % SHEET],
            None => &self.last[index - self.sheets.len() * SHEET],
        }
    }
}

/// What is changed is changed for this copy alone.
impl<T: Clone> IndexMut<usize> for Scroll<T> {
    fn index_mut(&mut self, index: usize) -> &mut T {
        let (sheet, place) = (index / SHEET, index % SHEET);
        let entry = if sheet < self.sheets.len() {
            &mut Arc::make_mut(&mut Arc::make_mut(&mut self.sheets)[sheet])[place]
        } else {
            &mut self.last[index - self.sheets.len() * SHEET]
        };
        Arc::make_mut(entry)
    }
}

impl<T: fmt::Debug> fmt::Debug for Scroll<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<T: PartialEq> PartialEq for Scroll<T> {
    fn eq(&self, other: &Scroll<T>) -> bool {
        // What is shared is the same without a look.
        let same = |index: usize| match (self.place(index), other.place(index)) {
            (Some(mine), Some(yours)) => Arc::ptr_eq(mine, yours) || mine == yours,
            _ => false,
        };
        self.len() == other.len() && (0..self.len()).all(same)
    }
}

impl<T: Eq> Eq for Scroll<T> {}

impl<T> FromIterator<T> for Scroll<T> {
    fn from_iter<I: IntoIterator<Item = T>>(entries: I) -> Scroll<T> {
        let mut scroll = Scroll::new();
        scroll.extend(entries);
        scroll
    }
}

impl<T> Extend<T> for Scroll<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, entries: I) {
        entries.into_iter().for_each(|entry| self.push(entry));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(to: usize) -> Scroll<usize> {
        (0..to).collect()
    }

    fn read(scroll: &Scroll<usize>) -> Vec<usize> {
        scroll.iter().copied().collect()
    }

    #[test]
    fn reads_as_it_was_written() {
        for len in [0, 1, SHEET - 1, SHEET, SHEET + 1, 3 * SHEET, 3 * SHEET + 5] {
            let scroll = counted(len);
            assert_eq!((scroll.len(), scroll.is_empty()), (len, len == 0));
            assert_eq!(read(&scroll), (0..len).collect::<Vec<_>>());
            assert_eq!(scroll.last().copied(), len.checked_sub(1));
            assert_eq!((scroll.get(len), scroll.get(len / 2).copied()), (None, (len > 0).then_some(len / 2)));
            assert!(scroll.since(len / 2).copied().eq(len / 2..len) && scroll.since(len + 9).next().is_none());
            assert!(scroll.iter().rev().copied().eq((0..len).rev()));
        }
    }

    #[test]
    fn a_copy_goes_on_by_itself() {
        for len in [5, SHEET - 1, SHEET, 2 * SHEET + 7] {
            let trunk = counted(len);
            let mut branch = trunk.clone();
            branch.extend([100, 200]);
            assert_eq!((trunk.len(), branch.len()), (len, len + 2));
            assert_eq!(read(&trunk), (0..len).collect::<Vec<_>>());
            assert_eq!(branch.head(len), trunk);
            assert_ne!(branch, trunk);
        }
    }

    #[test]
    fn what_is_cut_off_can_be_written_anew() {
        for len in [1, SHEET, 2 * SHEET + 7] {
            for kept in 0..=len {
                let whole = counted(len);
                let mut cut = whole.clone();
                cut.truncate(kept);
                assert_eq!(read(&cut), (0..kept).collect::<Vec<_>>());
                cut.extend(kept..len);
                assert_eq!((&cut, whole.len()), (&whole, len));
            }
        }
    }

    #[test]
    fn what_is_changed_is_changed_for_one_copy() {
        for place in [0, SHEET - 1, SHEET, SHEET + 3] {
            let trunk = counted(SHEET + 5);
            let mut branch = trunk.clone();
            branch[place] = 1_000;
            assert_eq!((trunk[place], branch[place]), (place, 1_000));
            assert_eq!((0..trunk.len()).filter(|&index| trunk[index] != branch[index]).count(), 1);
        }
    }

    #[test]
    fn copies_share_what_is_written() {
        let trunk = counted(1_000);
        let mut branch = trunk.clone();
        branch.push(1_000);
        assert!((0..1_000).all(|index| std::ptr::eq(&trunk[index], &branch[index])));
        assert!(Arc::ptr_eq(&trunk.sheets, &branch.sheets), "not even the list of sheets is copied");
    }
}
