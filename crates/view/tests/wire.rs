//! The shapes of the wire are written once: the types of the page are made of them. After a change, run this test once with
//! `UPDATE_TYPES=1`.
// In a test a panic is an answer.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use kernel::odds::Odds;
use kernel::scene::Meaning;
use kernel::{Aim, Aimed, Common, Plan};
use std::collections::BTreeMap;
use ts_rs::{Config, TS, TypeVisitor};
use view::shapes::{
    BattlePage, Branch, Chart, Created, Decide, Decided, Judged, Kept, NewBattle, News, Pace, Report, RuleText, Shelf,
    Undo, View,
};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/lib/wire.ts");

/// Declarations by name, those of a shape with those of everything in it.
struct Wire {
    config: Config,
    known: BTreeMap<String, String>,
}

impl TypeVisitor for Wire {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if T::output_path().is_some() {
            let name = T::ident(&self.config);
            if self.known.contains_key(&name) {
                return;
            }
            let docs = T::docs().unwrap_or_default();
            self.known.insert(name, format!("{docs}export {}\n", T::decl(&self.config)));
        }
        T::visit_dependencies(self);
    }
}

fn types() -> String {
    let mut wire = Wire { config: Config::new().with_large_int("number"), known: BTreeMap::new() };
    wire.visit::<Shelf>();
    wire.visit::<BattlePage>();
    wire.visit::<NewBattle>();
    wire.visit::<Created>();
    wire.visit::<Kept>();
    wire.visit::<View>();
    wire.visit::<Decide>();
    wire.visit::<Decided>();
    wire.visit::<Undo>();
    wire.visit::<Pace>();
    wire.visit::<Meaning>();
    wire.visit::<Branch>();
    wire.visit::<Judged>();
    wire.visit::<News>();
    wire.visit::<Report>();
    wire.visit::<RuleText>();
    wire.visit::<Chart>();
    wire.visit::<Aim>();
    wire.visit::<Aimed>();
    wire.visit::<Plan>();
    wire.visit::<Common>();
    wire.visit::<Odds>();
    let head = "// What goes over the wire, made of the server's shapes by crates/view/tests/wire.rs: not to be changed by hand.\n";
    wire.known.into_values().fold(head.to_owned(), |text, declared| text + "\n" + &declared)
}

#[test]
fn the_page_has_the_types_of_the_wire() {
    let types = types();
    if std::env::var_os("UPDATE_TYPES").is_some() {
        std::fs::write(FILE, &types).unwrap();
    }
    let kept = std::fs::read_to_string(FILE).unwrap_or_default();
    assert!(kept == types, "web/src/lib/wire.ts is out of date: run this test with UPDATE_TYPES=1");
}
