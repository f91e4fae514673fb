//! The grammar of citations.
//!
//! A citation is a rulebook's prefix, a space and an id: `CP 15.3.4`, `CP 9.11a`, `LB 16.1.1-3a`, `MP E-GAG-2`. After
//! one prefix several ids may follow, parted by commas: `CP 15.3.4, 15.3.5`. Vectors, tables and rulings are cited the
//! same way: `CP V14`, `CP T8`, `CP G13`. A range (`CP 15.3.4–15.3.8`) is prose: whoever means five rules names five.
//! A lone number (`CP 15`) is a chapter.

use catalogue::id::{is_id, is_mark, is_tight_range, token};

/// One cited id, with its prefix, and the byte at which it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Citation {
    pub id: String,
    pub at: usize,
}

/// All citations in `text` under one of `prefixes`, in reading order.
pub fn citations<'p>(text: &str, prefixes: impl IntoIterator<Item = &'p str>) -> Vec<Citation> {
    let mut found = Vec::new();
    for prefix in prefixes {
        for (at, _) in text.match_indices(prefix) {
            let begins_a_word = !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
            let list = at + prefix.len() + 1;
            if begins_a_word && text[at + prefix.len()..].starts_with(' ') {
                found.extend(ids(&text[list..]).map(|(from, id)| Citation {
                    id: format!("{prefix} {id}"),
                    at: if from == 0 { at } else { list + from },
                }));
            }
        }
    }
    found.sort_by_key(|citation| citation.at);
    found
}

/// The ids of a comma list at the start of `list`, each with its offset.
fn ids(list: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    let mut going = true;
    std::iter::from_fn(move || {
        while going {
            let token = token(&list[at..]);
            if !is_id(token) && !is_tight_range(token) {
                return None;
            }
            let found = (at, token);
            at += token.len();
            let range = range_length(&list[at..]);
            at += range.unwrap_or(0);
            match comma_length(&list[at..]) {
                Some(comma) => at += comma,
                None => going = false,
            }
            if range.is_none() && !is_tight_range(token) {
                return Some(found);
            }
        }
        None
    })
}

fn comma_length(text: &str) -> Option<usize> {
    let rest = text.strip_prefix(',')?;
    Some(text.len() - rest.trim_start_matches(' ').len())
}

/// The length of "–15.3.8" and its like at the start of `text`.
fn range_length(text: &str) -> Option<usize> {
    let (rest, spaced) = match text.strip_prefix(' ') {
        Some(rest) => (rest, true),
        None => (text, false),
    };
    let sign = ["–", "—", "…", "...", "..=", "..", "-", "to "].into_iter().find(|sign| rest.starts_with(sign))?;
    let end = rest[sign.len()..].trim_start_matches(' ');
    let other = token(end);
    let is_end = other.starts_with(|c: char| c.is_ascii_digit()) || is_mark(other) || !spaced && other.len() == 1;
    is_end.then(|| text.len() - end.len() + other.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cited(text: &str) -> Vec<String> {
        citations(text, ["CP", "LB", "MP"]).into_iter().map(|citation| citation.id).collect()
    }

    #[test]
    fn single_ids() {
        assert_eq!(cited("// infantry may not charge horse (CP 15.3.4)."), ["CP 15.3.4"]);
        assert_eq!(cited("CP 9.11a: alone."), ["CP 9.11a"]);
        assert_eq!(cited("rule: \"CP 16.5.1\","), ["CP 16.5.1"]);
        assert_eq!(cited("LB 16.1.1-3a and LB 19.1.1.3a-ii"), ["LB 16.1.1-3a", "LB 19.1.1.3a-ii"]);
        assert_eq!(
            cited("MP E-GAG-2, MP G.1, MP 11.2Fa, MP 3.2.Aa"),
            ["MP E-GAG-2", "MP G.1", "MP 11.2Fa", "MP 3.2.Aa"]
        );
    }

    #[test]
    fn a_full_stop_ends_the_sentence_not_the_id() {
        assert_eq!(cited("see CP 15.3.4. Then CP 15.3.5.\n"), ["CP 15.3.4", "CP 15.3.5"]);
    }

    #[test]
    fn comma_lists_share_one_prefix() {
        assert_eq!(cited("CP 15.3.4, 15.3.5,15.3.6, 9.11a)"), ["CP 15.3.4", "CP 15.3.5", "CP 15.3.6", "CP 9.11a"]);
        assert_eq!(cited("CP 15.3.4, V14, G13, T8"), ["CP 15.3.4", "CP V14", "CP G13", "CP T8"]);
        assert_eq!(cited("CP 15.3.4, LB 8.2a"), ["CP 15.3.4", "LB 8.2a"]);
        assert_eq!(cited("CP 15.3.4, which says 15.3.5"), ["CP 15.3.4"]);
    }

    #[test]
    fn ranges_count_for_nothing() {
        for range in [
            "CP 15.3.4–15.3.8",
            "CP 15.3.4 – 15.3.8",
            "CP 15.3.4-15.3.8",
            "CP 15.3.4-8",
            "CP 15.3.4 - 15.3.8",
            "CP 15.3.4..15.3.8",
            "CP 15.3.4..=15.3.8",
            "CP 15.3.4…15.3.8",
            "CP 15.3.4 to 15.3.8",
            "CP 11.3.1a–c",
            "CP V3–V9",
        ] {
            assert_eq!(cited(range), [] as [&str; 0], "{range}");
        }
        assert_eq!(cited("CP 11.0.2–11.0.5, 11.0.6"), ["CP 11.0.6"]);
        assert_eq!(cited("CP 11.0.1, 11.0.2-11.0.5, 11.0.6"), ["CP 11.0.1", "CP 11.0.6"]);
        assert_eq!(cited("CP 15.3.4 – the horse is safe"), ["CP 15.3.4"]);
    }

    #[test]
    fn chapters_and_other_words_are_no_ids() {
        for prose in ["CP 15 Movement", "spends 2 CP each", "SCP 1.2", "CP_1.2", "CP  1.2", "CP: 1.2", "MP 3, 4", "CP"]
        {
            assert_eq!(cited(prose), [] as [&str; 0], "{prose}");
        }
    }

    #[test]
    fn places_are_bytes_in_reading_order() {
        let text = "é LB 8.2a, 8.2b; CP 1.1";
        let places: Vec<usize> = citations(text, ["CP", "LB"]).iter().map(|citation| citation.at).collect();
        assert_eq!(places, [3, 12, 18]);
    }
}
