//! CF 10: formations.

use crate::game::{FOOT, Game, HORSE, faults, unit, yards};

/// What is wrong with a unit that stands so.
fn wrong(what: &str) -> String {
    faults("", &[unit("red", [700.0, 300.0], what), unit("blue", [700.0, 860.0], FOOT)])
}

#[test]
fn every_formation_has_its_shape() {
    // CF 10.1, 10.2, 10.4, 10.5, 10.6, 3.3, 3.6, 3.8
    let six = "class = \"foot\"\nbattalions = [3, 3]";
    assert_eq!(wrong(six), "");
    assert!(wrong(&format!("{six}\nfiles = 3")).contains("CF 10.4"));
    assert_eq!(wrong(&format!("{six}\nformation = \"march-column\"")), "");
    assert!(wrong(&format!("{six}\nformation = \"march-column\"\nfiles = 2")).contains("CF 10.5"));
    assert_eq!(wrong(&format!("{six}\nformation = \"assault-column\"\nfiles = 3")), "");
    assert!(wrong(&format!("{six}\nformation = \"assault-column\"\nfiles = 6")).contains("CF 10.6"));
    assert!(wrong(&format!("{HORSE}\nformation = \"assault-column\"")).contains("CF 10.6"));
    // Four bases of horse two deep are not wider than deep, six are.
    assert!(wrong(&format!("{HORSE}\nfiles = 2")).contains("CF 10.4"));
    assert_eq!(wrong("class = \"horse\"\nsquadrons = [2, 2, 2]\nfiles = 3"), "");
    // A squadron is one base or two (CF 18.3).
    assert_eq!(wrong("class = \"horse\"\nsquadrons = [1, 2]"), "");
    assert!(wrong("class = \"horse\"\nsquadrons = [3, 2]").contains("CF 3.7"));
    assert!(wrong("class = \"gun\"\nformation = \"line\"").contains("CF 10.1"));
}

#[test]
fn only_some_are_unformed() {
    // CF 10.8, 10.9, 10.10
    assert!(wrong(&format!("{FOOT}\nformation = \"unformed\"")).contains("CF 10.10"));
    assert_eq!(wrong("class = \"hussars\"\nsquadrons = [2, 2]"), "");
    assert!(wrong("class = \"hussars\"\nsquadrons = [2, 2]\nformation = \"line\"").contains("CF 10.8"));
    assert_eq!(wrong(&format!("{FOOT}\nstart = {{ standing = \"routing\" }}")), "");
    let dragoons = "class = \"dragoons\"\nsquadrons = [2, 2]\nstart = { horses = [700, 200] }";
    assert_eq!(wrong(dragoons), "");
}

#[test]
fn bases_have_their_size() {
    // CF 2.11, 2.13, 2.14, G75
    let size = |options: &str, what: &str| {
        let parts = [unit("red", [700.0, 300.0], what), unit("blue", [700.0, 860.0], FOOT)];
        let game = Game::turn(options, &parts, &[6, 1]);
        let body = game.body("red");
        let main = body.main();
        (yards(main.width().round() as i32), yards(main.depth.round() as i32))
    };
    assert_eq!(size("", FOOT), (80.0, 20.0));
    assert_eq!(size("", HORSE), (80.0, 25.0));
    assert_eq!(size("", "class = \"horse\"\nsquadrons = [2, 2, 2]\nfiles = 3"), (60.0, 50.0));
    assert_eq!(size("", &format!("{FOOT}\nformation = \"march-column\"")), (20.0, 80.0));
    assert_eq!(size("", "class = \"gun\""), (25.0, 30.0));
    assert_eq!(size("", "class = \"gun\"\ngun = \"battalion\"\nlimbered = true"), (20.0, 40.0));
    let new = "style = \"new\"\n";
    assert_eq!(size("new-style-bases = \"on\"", &format!("{new}{FOOT}")), (80.0, 15.0));
    assert_eq!(size("new-style-bases = \"on\"", &format!("{new}{HORSE}")), (100.0, 25.0));
    assert_eq!(size("half-bases = \"on\"", &format!("{new}{FOOT}")), (90.0, 20.0));
    // CF G93: unformed bases stand ten yards apart.
    assert_eq!(size("", "class = \"hussars\"\nsquadrons = [2, 2]"), (110.0, 25.0));
}
