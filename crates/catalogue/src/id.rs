//! The shape of ids: `15.3.4`, `9.11a`, `16.1.1-3a`, `E-GAG-2`, and the marks of tables and rulings, `T8` and `G13`.

/// The capitals with which the catalogues begin the names of charts, examples, gaps, tables and vectors.
const MARK_LETTERS: &str = "CDEGTVX";

/// The longest run of letters, digits, and dots or hyphens inside it: a full stop after an id is not part of it.
pub fn token(text: &str) -> &str {
    let bytes = text.as_bytes();
    let inside =
        |at: usize| matches!(bytes[at], b'.' | b'-') && bytes.get(at + 1).is_some_and(u8::is_ascii_alphanumeric);
    let end = (0..bytes.len()).find(|&at| !(bytes[at].is_ascii_alphanumeric() || at > 0 && inside(at)));
    &text[..end.unwrap_or(bytes.len())]
}

/// "15.3.4-15.3.8" and "15.3.4-8"; but "16.1.1-3a" is an id of its own.
pub fn is_tight_range(token: &str) -> bool {
    let Some((from, to)) = token.split_once('-') else { return false };
    let dotted = to.contains('.');
    let bare = to.trim_end_matches(|c: char| dotted && c.is_ascii_lowercase());
    from.starts_with(|c: char| c.is_ascii_digit()) && bare.chars().all(|c| c.is_ascii_digit() || c == '.')
}

/// Whether a word has the shape of a rule's id (not whether a catalogue has it).
pub fn is_id(word: &str) -> bool {
    is_numbered(word) || is_mark(word)
}

fn is_numbered(word: &str) -> bool {
    token(word) == word && word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('.') && !is_tight_range(word)
}

/// Whether a word has the shape of a vector, table or ruling: `V14`, `VA3`, `V-01`, `G-A7`, `T1a`.
pub fn is_mark(word: &str) -> bool {
    token(word) == word
        && word.starts_with(|c: char| MARK_LETTERS.contains(c))
        && word.contains(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_and_marks_have_their_shapes() {
        for id in ["15.3.4", "9.11a", "16.1.1-3a", "E-GAG-2", "G.1", "11.2Fa", "T8", "V-01", "G-A7"] {
            assert!(is_id(id), "{id}");
        }
        for other in ["15", "15.3.4-15.3.8", "15.3.4-8", "Note", "", "T", "15.3.4."] {
            assert!(!is_id(other), "{other}");
        }
        assert!(is_mark("T1a") && !is_mark("15.3"));
        assert_eq!(token("15.3.4. Then"), "15.3.4");
    }
}
