//! Which parts of a Rust source file are tests.
//!
//! A rule cited inside a `#[cfg(test)]` module is tested there, not implemented. To tell the two apart the file is cut
//! into tokens (comments, strings and lifetimes are what make naive brace counting fail), and every item whose
//! attributes make it part of test builds only is marked.

use std::ops::Range;
use std::path::{Path, PathBuf};

/// What one source file says about tests.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct TestParts {
    ranges: Vec<Range<usize>>,
    modules: Vec<TestModule>,
}

/// A test module that stands in a file of its own.
#[derive(Debug, PartialEq, Eq)]
struct TestModule {
    name: String,
    path: Option<String>,
}

impl TestParts {
    pub fn of(source: &str) -> Self {
        let tokens = tokens(source);
        let mut parts = Self::default();
        let mut at = 0;
        while at < tokens.len() {
            let attributes = Attributes::read(source, &tokens, at);
            if attributes.whole_file && at == 0 {
                return Self { ranges: vec![Range { start: 0, end: source.len() }], modules: Vec::new() };
            }
            if attributes.test_only {
                let end = item_end(source, &tokens, attributes.end);
                parts.ranges.push(tokens[at].start..tokens[end - 1].end);
                parts.modules.extend(module_elsewhere(source, &tokens[attributes.end..end], attributes.path));
                at = end;
            } else {
                at = attributes.end.max(at + 1);
            }
        }
        parts
    }

    pub fn contains(&self, at: usize) -> bool {
        self.ranges.iter().any(|range| range.contains(&at))
    }

    /// The files and folders in which the out-of-line test modules of `file` may stand.
    pub fn module_paths(&self, file: &Path) -> Vec<PathBuf> {
        let folder = file.parent().unwrap_or(Path::new(""));
        let stem = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let base = if matches!(stem, "lib" | "main" | "mod") { folder.to_owned() } else { folder.join(stem) };
        let place = |module: &TestModule| match &module.path {
            Some(path) => vec![folder.join(path)],
            None => vec![base.join(format!("{}.rs", module.name)), base.join(&module.name)],
        };
        self.modules.iter().flat_map(place).collect()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Word,
    Sign(u8),
    Literal,
    OuterDoc,
}

#[derive(Clone, Copy, Debug)]
struct Token {
    kind: Kind,
    start: usize,
    end: usize,
}

impl Token {
    fn is(&self, sign: u8) -> bool {
        self.kind == Kind::Sign(sign)
    }

    fn text<'s>(&self, source: &'s str) -> &'s str {
        &source[self.start..self.end]
    }

    fn is_word(&self, source: &str, word: &str) -> bool {
        self.kind == Kind::Word && self.text(source) == word
    }

    fn opens(&self) -> bool {
        self.is(b'{') || self.is(b'(') || self.is(b'[')
    }

    fn closes(&self) -> bool {
        self.is(b'}') || self.is(b')') || self.is(b']')
    }
}

fn tokens(source: &str) -> Vec<Token> {
    let bytes = source.as_bytes();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &source[at..];
        let (kind, length) = if rest.starts_with("//") {
            let length = rest.find('\n').unwrap_or(rest.len());
            (doc(rest.starts_with("///") && !rest.starts_with("////")), length)
        } else if rest.starts_with("/*") {
            let is_doc = rest.starts_with("/**") && !rest.starts_with("/***") && !rest.starts_with("/**/");
            (doc(is_doc), block_comment_length(rest))
        } else if let Some(length) = string_length(rest) {
            (Some(Kind::Literal), length)
        } else if let Some(length) = quote_length(rest) {
            (Some(Kind::Literal), length)
        } else if is_word_byte(bytes[at]) {
            (Some(Kind::Word), rest.bytes().take_while(|&byte| is_word_byte(byte)).count())
        } else {
            ((!bytes[at].is_ascii_whitespace()).then_some(Kind::Sign(bytes[at])), 1)
        };
        tokens.extend(kind.map(|kind| Token { kind, start: at, end: at + length }));
        at += length;
    }
    tokens
}

fn doc(is_doc: bool) -> Option<Kind> {
    is_doc.then_some(Kind::OuterDoc)
}

/// Bytes beyond ASCII only occur in names, comments and literals.
fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii()
}

/// Block comments nest.
fn block_comment_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let (mut depth, mut at) = (0, 0);
    while at < bytes.len() {
        match &bytes[at..] {
            [b'/', b'*', ..] => (depth, at) = (depth + 1, at + 2),
            [b'*', b'/', ..] => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            return at;
        }
    }
    bytes.len()
}

/// The length of a string literal of any sort (plain, byte, C, raw) at the start of `text`.
fn string_length(text: &str) -> Option<usize> {
    let prefix = ["br", "cr", "b", "c", "r", ""].into_iter().find(|prefix| {
        let rest = text.strip_prefix(prefix);
        rest.is_some_and(|rest| rest.starts_with('"') || prefix.ends_with('r') && raw_opening(rest).is_some())
    })?;
    let rest = &text[prefix.len()..];
    if let Some(hashes) = raw_opening(rest).filter(|_| prefix.ends_with('r')) {
        let closing = format!("\"{}", "#".repeat(hashes));
        let body = hashes + 1;
        let end = rest[body..].find(&closing).map_or(rest.len(), |found| body + found + closing.len());
        return Some(prefix.len() + end);
    }
    Some(prefix.len() + escaped_length(rest, b'"'))
}

/// The number of `#` before the quote of a raw string. A raw name (`r#type`) has no quote.
fn raw_opening(text: &str) -> Option<usize> {
    let quoted = text.trim_start_matches('#');
    quoted.starts_with('"').then(|| text.len() - quoted.len())
}

/// The length of a literal between `quote`s in which a backslash takes the next byte along.
fn escaped_length(text: &str, quote: u8) -> usize {
    let bytes = text.as_bytes();
    let mut at = 1;
    while at < bytes.len() && bytes[at] != quote {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(bytes.len())
}

/// The length of a character literal or a lifetime at the start of `text`.
fn quote_length(text: &str) -> Option<usize> {
    let prefix = usize::from(text.starts_with("b'"));
    let rest = &text[prefix..];
    let mut letters = rest.strip_prefix('\'')?.chars();
    let first = letters.next()?;
    let is_character = first == '\\' || letters.next() == Some('\'');
    Some(prefix + if is_character { escaped_length(rest, b'\'') } else { 1 })
}

/// The attributes and doc comments in front of an item.
#[derive(Default)]
struct Attributes {
    end: usize,
    test_only: bool,
    whole_file: bool,
    path: Option<String>,
}

impl Attributes {
    fn read(source: &str, tokens: &[Token], from: usize) -> Self {
        let mut all = Self { end: from, ..Self::default() };
        loop {
            let rest = &tokens[all.end..];
            let (inner, opening) = match rest {
                [first, ..] if first.kind == Kind::OuterDoc => {
                    all.end += 1;
                    continue;
                }
                [hash, bracket, ..] if hash.is(b'#') && bracket.is(b'[') => (false, 1),
                [hash, bang, bracket, ..] if hash.is(b'#') && bang.is(b'!') && bracket.is(b'[') => (true, 2),
                _ => return all,
            };
            let length = group_length(&rest[opening..]);
            let content = &rest[opening + 1..(opening + length).saturating_sub(1).max(opening + 1)];
            if is_test_attribute(source, content) {
                all.whole_file |= inner;
                all.test_only |= !inner;
            }
            all.path = all.path.or_else(|| path_attribute(source, content));
            all.end += opening + length;
        }
    }
}

/// The number of tokens from an opening bracket to the one that closes it.
fn group_length(tokens: &[Token]) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate() {
        depth += i32::from(token.opens()) - i32::from(token.closes());
        if depth == 0 {
            return at + 1;
        }
    }
    tokens.len()
}

/// `#[test]`, a test attribute of another crate (`#[x::test]`), or a `cfg` that holds in test builds only.
fn is_test_attribute(source: &str, content: &[Token]) -> bool {
    match content {
        [cfg, open, predicate @ .., _close] if cfg.is_word(source, "cfg") && open.is(b'(') => {
            is_test_only(source, predicate)
        }
        [.., last] => {
            last.is_word(source, "test") && content.iter().all(|part| part.kind == Kind::Word || part.is(b':'))
        }
        [] => false,
    }
}

/// Whether a `cfg` predicate can hold in test builds only.
fn is_test_only(source: &str, predicate: &[Token]) -> bool {
    match predicate {
        [word] => word.is_word(source, "test"),
        [all, _open, list @ .., _close] if all.is_word(source, "all") => {
            members(list).any(|member| is_test_only(source, member))
        }
        [any, _open, list @ .., _close] if any.is_word(source, "any") => {
            members(list).all(|member| is_test_only(source, member))
        }
        _ => false,
    }
}

fn members(list: &[Token]) -> impl Iterator<Item = &[Token]> {
    let mut depth = 0;
    let parted = list.split(move |token| {
        depth += i32::from(token.opens()) - i32::from(token.closes());
        depth == 0 && token.is(b',')
    });
    parted.filter(|member| !member.is_empty())
}

fn path_attribute(source: &str, content: &[Token]) -> Option<String> {
    match content {
        [path, equals, value] if path.is_word(source, "path") && equals.is(b'=') => {
            Some(value.text(source).trim_matches('"').to_owned())
        }
        _ => None,
    }
}

/// The index just past the item that begins at `from`: its semicolon, its closing brace, or, for a field or a variant,
/// its comma.
fn item_end(source: &str, tokens: &[Token], from: usize) -> usize {
    const ITEMS: [&str; 17] = [
        "async",
        "const",
        "crate",
        "enum",
        "extern",
        "fn",
        "impl",
        "let",
        "macro_rules",
        "mod",
        "pub",
        "static",
        "struct",
        "trait",
        "type",
        "unsafe",
        "use",
    ];
    let is_item = tokens.get(from).is_some_and(|first| ITEMS.contains(&first.text(source)));
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(from) {
        depth += i32::from(token.opens()) - i32::from(token.closes());
        if depth < 0 {
            return at;
        }
        let over = token.is(b';') || token.is(b'}') || !is_item && token.is(b',');
        if depth == 0 && over {
            return at + 1;
        }
    }
    tokens.len()
}

fn module_elsewhere(source: &str, item: &[Token], path: Option<String>) -> Option<TestModule> {
    let [.., keyword, name, semicolon] = item else { return None };
    let declares = keyword.is_word(source, "mod") && semicolon.is(b';');
    declares.then(|| TestModule { name: name.text(source).to_owned(), path })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether each `<n>` in the source lies in a test.
    fn tested(source: &str) -> Vec<bool> {
        let parts = TestParts::of(source);
        source.match_indices('<').map(|(at, _)| parts.contains(at)).collect()
    }

    #[test]
    fn a_test_module_is_cut_out() {
        let source = "// <1>\nfn a() {}\n#[cfg(test)]\nmod tests {\n // <2>\n fn b() { { } } // <3>\n}\n// <4>\n";
        assert_eq!(tested(source), [false, true, true, false]);
    }

    #[test]
    fn braces_in_text_do_not_mislead() {
        let source = r####"
            #[cfg(test)]
            mod tests {
                const A: &str = "}"; // }
                const B: &str = r#"}"}"#; /* } /* } */ } */
                const C: char = '}'; const D: u8 = b'}'; const E: char = '\''; const F: &[u8] = br"}\";
                fn g<'a>(x: &'a str) -> &'a str { x } // <1>
            }
            const H: &str = "#[cfg(test)] mod tests {"; // <2>
            // #[cfg(test)]
            fn i() {} // <3>
        "####;
        assert_eq!(tested(source), [true, true, false, false], "the lifetime's bracket, then 1 to 3");
    }

    #[test]
    fn single_items_and_other_attributes() {
        let source = "#[cfg(test)] use a::b; // <1>
            #[cfg(test)]\n#[allow(dead_code)]\n/// <2>\npub fn helper(x: [u8; 2]) -> u8 { 1 /* <3> */ }
            fn code() { /* <4> */ }
            #[test]\nfn alone() { /* <5> */ }
            /// <6>\n#[tokio::test]\nasync fn other() { /* <7> */ }
            enum E { #[cfg(test)] A, /* <8> */ B }";
        assert_eq!(tested(source), [false, true, true, false, true, true, true, false]);
    }

    #[test]
    fn only_what_holds_in_test_builds_alone_is_a_test() {
        assert_eq!(tested("#[cfg(all(test, unix))] mod t { /*<*/ }"), [true]);
        assert_eq!(tested("#[cfg(any(test, feature = \"x\"))] mod t { /*<*/ }"), [false]);
        assert_eq!(tested("#[cfg(any(test, all(test, unix)))] mod t { /*<*/ }"), [true]);
        assert_eq!(tested("#[cfg(not(test))] mod t { /*<*/ }"), [false]);
        assert_eq!(tested("#![cfg(test)]\nmod t { /*<*/ }"), [true]);
    }

    #[test]
    fn out_of_line_modules_are_found() {
        let parts = TestParts::of("#[cfg(test)]\nmod tests;\n#[cfg(test)] #[path = \"x/y.rs\"] pub(crate) mod z;");
        let paths = |file: &str| parts.module_paths(Path::new(file));
        assert_eq!(paths("src/lib.rs"), ["src/tests.rs", "src/tests", "src/x/y.rs"].map(PathBuf::from));
        assert_eq!(paths("src/a.rs"), ["src/a/tests.rs", "src/a/tests", "src/x/y.rs"].map(PathBuf::from));
    }
}
