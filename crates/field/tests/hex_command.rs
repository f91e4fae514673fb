//! Lines of command on a hex map: over links as in one book, rung by rung as in another.

#![allow(clippy::unwrap_used)]

use arrayvec::ArrayVec;
use field::hexes::*;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn map() -> Grid {
    Grid::new(Plan::new(20, 20, Orientation::PointyTop, Shoved::Even)).unwrap()
}

type Links = ArrayVec<Hex, 64>;
type Posts = ArrayVec<CommandPost<usize>, 64>;

/// Bodies of several hexes: each is told once, whichever of its hexes is in reach, and the line runs on from all of them.
#[test]
fn a_line_runs_over_all_hexes_of_a_body() {
    let grid = map();
    let hex = |number: &str| grid.parse(number).unwrap();
    let long = Rank::on(&grid, hex("0510"), Vertex::V0, 4).unwrap();
    let mut links = Links::from_iter([hex("0310")]);
    let mut posts: Posts = long.hexes(&grid).map(|hex| CommandPost::new(&grid, 0, hex, 2).of_several()).collect();
    posts.push(CommandPost::new(&grid, 1, hex("1010"), 2));
    let mut told = Vec::new();
    trace(
        &grid,
        &mut links,
        &mut posts,
        |_, _| true,
        |who, _| {
            told.push(who);
            Some(if who == 0 { long.hexes(&grid).collect() } else { vec![hex("1010")] })
        },
    );
    assert_eq!((told, posts.len()), (vec![0, 1], 0));
    // Where the far end does not pass it on, the line breaks off.
    let mut posts: Posts = long.hexes(&grid).map(|hex| CommandPost::new(&grid, 0, hex, 2).of_several()).collect();
    posts.push(CommandPost::new(&grid, 1, hex("1010"), 2));
    let mut told = Vec::new();
    trace(
        &grid,
        &mut Links::from_iter([hex("0310")]),
        &mut posts,
        |_, _| true,
        |who, _| {
            told.push(who);
            Some([long.left()])
        },
    );
    assert_eq!(told, [0]);
}

/// An army of three rungs: each leader has his own span, and what is below a break is out (LB 8.3.1g, 8.3.1h, 8.4.3b).
#[test]
fn spans_are_traced_rung_by_rung() {
    let grid = map();
    let hex = |column: u16| grid.parse(&format!("{column:02}10")).unwrap();
    // Who is under whom, where he stands, and within how many hexes his superior has him.
    let above = [None, Some(0), Some(0), Some(1), Some(1), Some(2)];
    let places = [1, 9, 12, 15, 16, 13];
    let spans = [0, 10, 10, 6, 6, 6];
    let mut in_command = vec![0];
    let mut next = 0;
    while let Some(&leader) = in_command.get(next) {
        next += 1;
        let his = (0..above.len()).filter(|&who| above[who] == Some(leader));
        let mut posts: Posts = his.map(|who| CommandPost::new(&grid, who, hex(places[who]), spans[who])).collect();
        let mut links = Links::from_iter([hex(places[leader])]);
        trace(
            &grid,
            &mut links,
            &mut posts,
            |_, _| true,
            |who, _| {
                in_command.push(who);
                Some([])
            },
        );
    }
    // The second corps leader is eleven hexes off, and his division with him is out although it is near him.
    assert_eq!(in_command, [0, 1, 3]);
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 200,
        rng_seed: RngSeed::Fixed(1648),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// Just those are linked who are found by trying everybody against everybody, over the fewest links there are.
    #[test]
    fn everybody_is_linked_who_can_be(
        from in 0_u16..400, all in prop::collection::vec((0_u16..400, 1_u8..5), 0..30), barred in 0_u16..400
    ) {
        let grid = map();
        let has_line = |from: Hex, to: Hex| from.index() % 7 != usize::from(barred) % 7 || to.index().is_multiple_of(2);
        let mut links = Links::from_iter([Hex::new(from)]);
        let posts = all.iter().enumerate().map(|(who, &(hex, reach))| CommandPost::new(&grid, who, Hex::new(hex), reach));
        let mut posts: Posts = posts.collect();
        let mut depths = vec![None; all.len()];
        let mut depth_of_link = vec![0];
        trace(&grid, &mut links, &mut posts, |post, link| has_line(post.hex, link), |who, over| {
            depths[who] = Some(depth_of_link[over] + 1);
            depth_of_link.push(depth_of_link[over] + 1);
            Some([Hex::new(all[who].0)])
        });
        let mut wanted: Vec<Option<usize>> = vec![None; all.len()];
        for depth in 1..=all.len() {
            let before = wanted.clone();
            let ends = || {
                let others = (0..all.len()).filter(|&who| before[who] == Some(depth - 1)).map(|who| Hex::new(all[who].0));
                others.chain((depth == 1).then_some(Hex::new(from)))
            };
            for (who, &(hex, reach)) in all.iter().enumerate().filter(|&(who, _)| before[who].is_none()) {
                let near = |end: Hex| grid.distance(Hex::new(hex), end) <= u16::from(reach);
                if ends().any(|end| near(end) && has_line(Hex::new(hex), end)) {
                    wanted[who] = Some(depth);
                }
            }
        }
        prop_assert_eq!(depths, wanted);
        prop_assert!(posts.iter().all(|post| !all.is_empty() && post.who < all.len()));
    }
}
