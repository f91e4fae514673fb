//! Section 16.1: who shoots, how far and with how many dice.

use super::*;

#[test]
fn a_steady_line_at_close_range() {
    // CP V1, 16.1.1, 16.8.1: six dice for 24 steady musketeers within 6 inches.
    let mut situation = duel(5.0, LINE, LINE);
    let salvo = salvo(&situation, "red", "blue", MUSKETS);
    assert_eq!((salvo.shooters(), salvo.dice(), salvo.bands[0].row), (24, 6, Row::SteadyNear));
    let entries = shoot(&mut situation, "red", "blue", MUSKETS, &[1, 3, 4, 5, 6, 6]);
    assert_eq!(hits(&situation, "blue"), 6);
    assert_eq!(situation.unit("blue").others, 18);
    assert_eq!(situation.unit("blue").hits_turn, 6);
    assert_eq!(situation.unit("blue").worst_shooter, Some(situation.id("red")));
    assert_eq!((entries[0].dice.as_slice(), entries[0].total), (&[1, 3, 4, 5, 6, 6][..], Some(6)));
    // CP 16.1.4
    assert!(situation.unit("red").shot);
}

#[test]
fn dice_for_figures() {
    // CP V2, 16.1.1
    let matchlocks = [(16, 4), (17, 4), (18, 4), (19, 5), (2, 0), (3, 1)];
    assert!(matchlocks.into_iter().all(|(figures, dice)| MATCHLOCKS.dice(figures) == dice));
    // CP 20.2.1
    assert_eq!((FIRELOCKS.dice(19), FIRELOCKS.dice(20)), (6, 7));
    // Two figures make no die at all.
    let situation = duel(5.0, "kind = \"foot\"\ngrade = \"C\"\nmuskets = 2", LINE);
    assert_eq!(verdict(&situation, "red", "blue", 0, MUSKETS), refused("CP 16.1.1"));
}

#[test]
fn two_ranks_shoot() {
    // CP V3, 16.1.8, 7.3.8: ten files, three deep, are twenty shooters; as a target the unit is dense (CP 16.1.10).
    let deep = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 30\nfiles = 10";
    let situation = duel(4.0, deep, deep);
    let salvo = salvo(&situation, "red", "blue", MUSKETS);
    assert_eq!((salvo.shooters(), salvo.dice()), (20, 5));
    assert!(salvo.class.dense);
    let front = situation.unit("red").pose.at.vec();
    assert!(situation.table().dense(situation.id("blue"), front));
    // CP 16.8.2: dense or not is nothing to muskets.
    assert_eq!(salvo.class.times(Row::SteadyNear), 1);
}

#[test]
fn unsteady_fire_at_long_range() {
    // CP V4, 16.8.1, 11.1.6: disordered troops shoot, but on the second row.
    let disordered = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 20\nstart = { disordered = true }";
    let woods = "[[ground.areas]]\nkind = \"light-woods\"\nbox = [20, 20, 52, 30]\n".to_owned();
    let situation = duel(10.0, disordered, LINE);
    let open = salvo(&situation, "red", "blue", MUSKETS);
    assert_eq!((open.dice(), open.bands[0].row), (5, Row::UnsteadyFar));
    assert_eq!(open.class.code(Row::UnsteadyFar, &situation.rules.shooting), [0, 0, 0, 0, 0, 1]);
    // In soft cover nothing can hit.
    let seen = format!("{LINE}\nstart = {{ revealed = true }}");
    let mut wooded = set(&[woods, unit("red", [36.0, 10.0], disordered), unit("blue", [36.0, 20.0], &seen)]);
    shoot(&mut wooded, "red", "blue", MUSKETS, &[6, 6, 6, 6, 6]);
    assert_eq!(hits(&wooded, "blue"), 0);
}

#[test]
fn range_and_arc_are_each_figures_own() {
    // CP 16.1.3: the second rank stands farther off, and a figure at the far end farther still.
    let situation = duel(6.0, LINE, LINE);
    let salvo_at_six = salvo(&situation, "red", "blue", MUSKETS);
    let bands: Vec<(Row, u32)> = salvo_at_six.bands.iter().map(|band| (band.row, band.figures)).collect();
    assert_eq!(bands, [(Row::SteadyNear, 12), (Row::SteadyFar, 12)]);
    assert_eq!(salvo_at_six.dice(), 6);
    // CP 16.1.7: 45 degrees to either side. The target begins 10 inches to the right of the middle of the shooters.
    let narrow = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 4\nfiles = 2";
    let aside = |east: f64| set(&[unit("red", [36.0, 10.0], LINE), unit("blue", [36.0 + east, 14.0], narrow)]);
    assert_eq!(salvo(&aside(0.0), "red", "blue", MUSKETS).shooters(), 24);
    let some = salvo(&aside(8.0), "red", "blue", MUSKETS).shooters();
    assert!((4..12).contains(&some), "{some}");
    assert_eq!(verdict(&aside(12.0), "red", "blue", 0, MUSKETS), refused("CP 16.1.3"));
    // Nor does anybody shoot behind him.
    let situation = set(&[unit("red", [36.0, 20.0], LINE), unit("blue", [36.0, 14.0], LINE)]);
    assert_eq!(verdict(&situation, "red", "blue", 0, MUSKETS), refused("CP 16.1.3"));
}

#[test]
fn a_wing_has_its_own_arc() {
    // CP 16.1.3, 16.1.7: a wing swung back looks where it faces.
    let regiment =
        "kind = \"foot\"\ngrade = \"C\"\npikes = 12\nmuskets = 24\nfiles = { left = 6, pikes = 6, right = 6 }";
    let narrow = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 4\nfiles = 2";
    let to_the_east = |what: &str| set(&[unit("red", [36.0, 10.0], what), unit("blue", [46.0, 9.0], narrow)]);
    assert_eq!(verdict(&to_the_east(regiment), "red", "blue", 0, MUSKETS), refused("CP 16.1.3"));
    let refused_wing = format!("{regiment}\nright-angle = -45");
    let situation = to_the_east(&refused_wing);
    assert_eq!(salvo(&situation, "red", "blue", MUSKETS).shooters(), 12);
    // CP 16.4.6: the pike block masks the swung wing from what stands beyond the other one.
    let masked = set(&[unit("red", [36.0, 10.0], &refused_wing), unit("blue", [35.0, 12.0], narrow)]);
    assert!(salvo(&masked, "red", "blue", MUSKETS).shooters() <= 12);
}

#[test]
fn no_split_fire_save_by_those_who_cannot_hit() {
    // CP 16.1.5: a wide line; the first target stands before its left end, two others to the right.
    let wide = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 40\nfiles = 20";
    let small = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 8\nfiles = 4";
    let mut situation = set(&[
        unit("red", [36.0, 10.0], wide),
        unit("blue-left", [29.0, 12.0], small),
        unit("blue-middle", [40.0, 13.0], small),
        unit("blue-right", [44.0, 13.0], small),
    ]);
    assert_eq!(offered(&situation, "red"), ["blue-left"]);
    order(&mut situation, "red", "blue-left", 0, MUSKETS);
    // The rest take what is nearest to that, not what is nearest to them.
    assert_eq!(offered(&situation, "red"), ["blue-middle"]);
    assert_eq!(verdict(&situation, "red", "blue-right", 0, MUSKETS), refused("CP 16.1.5"));
    assert_eq!(verdict(&situation, "red", "blue-left", 0, MUSKETS), refused("CP 16.1.4"));
    let first = situation.table().shooters(&situation.state.fires[0]).unwrap();
    order(&mut situation, "red", "blue-middle", 0, MUSKETS);
    let second = situation.table().shooters(&situation.state.fires[1]).unwrap();
    assert!(first.shooters() + second.shooters() <= 40);
    assert!(first.figures.iter().all(|figure| !second.figures.has(figure)));
}

#[test]
fn every_face_of_a_square_shoots_by_itself() {
    // CP 16.1.6, G48: six of 24 musketeers on each face; CP 16.8.3: as if unsteady.
    let square = "kind = \"foot\"\ngrade = \"C\"\npikes = 12\nmuskets = 24\nformation = \"square\"";
    let mut situation = set(&[
        unit("red", [36.0, 20.0], square),
        unit("blue-north", [36.0, 24.0], LINE),
        unit("blue-south", [36.0, 10.0], LINE),
    ]);
    let front = situation.table().shooters(&fire_of(&situation, "red", "blue-north", 0, MUSKETS)).unwrap();
    assert_eq!((front.shooters(), front.dice()), (6, 1));
    assert_eq!(front.bands[0].row, Row::UnsteadyNear);
    assert!(situation.table().steady(situation.id("red")));
    assert_eq!(verdict(&situation, "red", "blue-south", 0, MUSKETS), refused("CP 16.1.3"));
    order(&mut situation, "red", "blue-north", 0, MUSKETS);
    order(&mut situation, "red", "blue-south", 2, MUSKETS);
    situation.act(&[5, 6], |play| play.resolve_shooting());
    assert_eq!((hits(&situation, "blue-north"), hits(&situation, "blue-south")), (1, 1));
    // A square of three ranks or more is dense, and never enfiladed.
    let east = Point::new(60 * INCH, 19 * INCH).vec();
    assert!(situation.table().dense(situation.id("red"), east));
    assert_eq!(verdict(&situation, "red", "blue-north", 4, MUSKETS), refused("CP 16.1.6"));
}

const FARM: &str = "[[ground.areas]]\nname = \"farm\"\nkind = \"town\"\nbox = [33, 18, 39, 22]\ngarrison = 24\n";

fn garrison(what: &str) -> String {
    format!(
        "\n[[units]]\nkey = \"red\"\nname = \"red\"\nside = \"red\"\ninside = \"farm\"\nfacing = \"north\"\n{what}\n"
    )
}

#[test]
fn half_a_garrison_shoots_out_of_one_side() {
    // CP V38, 19.7.7, 16.1.6: twelve of 24, three dice; CP 19.7.6b: out of any side.
    let small = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 12";
    let mut situation = set(&[
        FARM.to_owned(),
        garrison(LINE),
        unit("blue-north", [36.0, 26.0], small),
        unit("blue-south", [36.0, 14.0], small),
    ]);
    let side = |situation: &Situation, target: &str| {
        let faces = 0..4;
        let of = |face| situation.table().shooters(&fire_of(situation, "red", target, face, MUSKETS)).ok();
        faces.filter_map(|face| of(face).map(|salvo| (face, salvo.shooters(), salvo.dice()))).collect::<Vec<_>>()
    };
    let north = side(&situation, "blue-north");
    assert_eq!(north.len(), 1);
    assert_eq!((north[0].1, north[0].2), (12, 3));
    order(&mut situation, "red", "blue-north", north[0].0, MUSKETS);
    let south = side(&situation, "blue-south");
    assert_eq!((south[0].1, south[0].2), (12, 3));
    order(&mut situation, "red", "blue-south", south[0].0, MUSKETS);
    situation.act(&[1, 1, 1, 1, 1, 1], |play| play.resolve_shooting());
    // CP 19.7.4c: now the place is known to be held.
    assert!(situation.unit("red").revealed);
}

#[test]
fn four_ranks_of_horse_shoot() {
    // CP 16.1.8: sixteen riders four deep all fire their pistols at those who charge them.
    let deep = "kind = \"horse\"\ngrade = \"C\"\nfigures = 20\nfiles = 4";
    let mut situation = set(&[unit("red", [36.0, 20.0], deep), unit("blue", [36.0, 20.0], HORSE)]);
    situation.charge("blue", "red").ran = inches(12);
    came_from(&mut situation, "blue", [36, 32], 18_000);
    let salvo = salvo(&situation, "red", "blue", MUSKETS);
    assert_eq!((salvo.shooters(), salvo.dice(), salvo.bands[0].row), (16, 4, Row::Mounted));
    // CP 16.7.4, 17.5.4: and the pistols are loaded again at once.
    shoot(&mut situation, "red", "blue", MUSKETS, &[6, 1, 5, 6]);
    assert_eq!(hits(&situation, "blue"), 4);
    assert!(situation.unit("red").pistols_loaded);
}

#[test]
fn dense_targets() {
    let table_of = |what: &str| set(&[unit("blue", [36.0, 20.0], what), unit("red", [5.0, 5.0], LINE)]);
    let from = |x: i32, y: i32| Point::new(x * INCH, y * INCH).vec();
    // CP 16.1.10: three ranks in any part are dense from anywhere.
    let regiment =
        "kind = \"foot\"\ngrade = \"C\"\npikes = 12\nmuskets = 24\nfiles = { left = 6, pikes = 4, right = 6 }";
    let situation = table_of(regiment);
    assert!(situation.table().dense(situation.id("blue"), from(36, 0)));
    // Two ranks are not, save raked within 22.5 degrees of the line of their front.
    let situation = table_of(LINE);
    let id = situation.id("blue");
    assert!(!situation.table().dense(id, from(36, 0)));
    let flank = 36.0 + 120.0 / 25.4;
    let beside = |rise: f64| Point::new(((flank + 10.0) * 25_400.0) as i32, ((20.0 - rise) * 25_400.0) as i32).vec();
    assert!(situation.table().dense(id, beside(0.0)));
    assert!(situation.table().dense(id, beside(4.1)));
    assert!(!situation.table().dense(id, beside(4.2)));
    // Skirmishers are never dense.
    let situation = table_of("kind = \"skirmishers\"\ngrade = \"C\"\nfigures = 12\nfiles = 3");
    assert!(!situation.table().dense(situation.id("blue"), from(36, 0)));
    // CP 16.1.11: guns are close order and can be raked.
    let situation = table_of(&guns(&["field", "field"]));
    assert!(!situation.table().dense(situation.id("blue"), from(36, 0)));
    assert!(situation.table().dense(situation.id("blue"), from(60, 20)));
}
