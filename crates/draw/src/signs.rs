//! The signs of the arms, drawn in a light panel around the origin: `w` and `h` are half its width and height.

use kernel::scene::Symbol;

use crate::geometry::{Point, mix};
use crate::ink::{Fine, Ink, Path, put};

/// The sign of an arm. From afar only its main lines are drawn.
pub fn sign(ink: &mut Ink, symbol: Symbol, w: f64, h: f64, far: bool) {
    match symbol {
        Symbol::PikeAndShot if far => regiment(ink, w, h),
        Symbol::PikeAndShot => pike_and_shot(ink, w, h),
        Symbol::Shot => crossed_muskets(ink, w, h),
        Symbol::Skirmishers => loose(ink, w, h, 0.0),
        Symbol::Dragoons => {
            loose(ink, w, h * 0.52, -h * 0.42);
            bar(ink, w, h, 1.4);
        }
        Symbol::Horse => bar(ink, w, h, 3.6),
        Symbol::Cuirassiers => {
            ink.path(&Path::ring(&[[w, -h], [w, h], [-w, h]]), "m-coat");
            bar(ink, w, h, 1.6);
            helmet(ink, [-w * 0.42, -h * 0.3], h * 0.5);
        }
        Symbol::LightHorse => {
            let mut bars = Path::new();
            bars.stroke([-w, h * 0.35], [w * 0.55, -h]);
            bars.stroke([-w * 0.55, h], [w, -h * 0.35]);
            ink.line(&bars, "m-sign-line", 1.4);
        }
        Symbol::Lancers => {
            bar(ink, w, h, 1.4);
            let pennon = [[w * 0.62, -h * 0.62], [0.0, -h * 0.72], [w * 0.32, -h * 0.26]];
            ink.line(&Path::ring(&pennon), "m-coat m-signed", 0.6);
        }
        Symbol::Guns => gun(ink, h / 6.4),
        Symbol::Highlanders => targe(ink, w, h),
        Symbol::Wagon => wagon(ink, h / 6.4),
        Symbol::LedHorses => horse_head(ink, h * 0.95 / 6.4),
        Symbol::Elephants => elephant(ink, h / 6.4),
        Symbol::General | Symbol::ChiefGeneral => {}
    }
}

/// The emblem of an arm for whoever looks from afar: its sign in a stroke or two, as bold as the panel bears.
pub fn emblem(ink: &mut Ink, symbol: Symbol, w: f64, h: f64) {
    // What is broad is no bolder for it.
    let short = w.min(h * 1.2);
    let saltire = |ink: &mut Ink, thick: f64| {
        let mut strokes = Path::new();
        strokes.stroke([-short, -h], [short, h]);
        strokes.stroke([short, -h], [-short, h]);
        ink.line(&strokes, "m-sign-bar", thick);
    };
    let block = |ink: &mut Ink, half: f64| {
        ink.path(&Path::ring(&[[-half, -h], [half, -h], [half, h], [-half, h]]), "m-sign");
    };
    match symbol {
        // A block of pikes, and shot on either hand.
        Symbol::PikeAndShot => {
            block(ink, short * 0.46);
            [-1.0, 1.0].into_iter().for_each(|side| {
                ink.path(&circle([side * (w + short * 0.46) / 2.0, 0.0], h * 0.2), "m-sign");
            });
        }
        Symbol::Shot => saltire(ink, 4.4),
        Symbol::Skirmishers => {
            [[-0.5, 0.4], [0.5, 0.4], [0.0, -0.45]].into_iter().for_each(|[x, y]| {
                ink.path(&circle([x * short, y * h], h * 0.26), "m-sign");
            });
        }
        Symbol::Dragoons => {
            bar(ink, short, h, 4.4);
            ink.path(&circle([-short * 0.5, -h * 0.45], h * 0.3), "m-sign");
        }
        Symbol::Horse => bar(ink, short, h, 8.0),
        Symbol::Cuirassiers => ink.path(&Path::ring(&[[w, -h], [w, h], [-w, h]]), "m-sign"),
        Symbol::LightHorse => {
            let mut bars = Path::new();
            bars.stroke([-short, h * 0.3], [short * 0.5, -h]);
            bars.stroke([-short * 0.5, h], [short, -h * 0.3]);
            ink.line(&bars, "m-sign-bar", 3.6);
        }
        Symbol::Lancers => {
            bar(ink, short, h, 3.6);
            ink.path(&Path::ring(&[[short, -h], [-short * 0.4, -h], [short * 0.3, h * 0.1]]), "m-sign");
        }
        Symbol::Guns => {
            ink.path(&circle([0.0, h * 0.3], h * 0.52), "m-sign");
            ink.line(&Path::open(&[[0.0, h * 0.3], [0.0, -h]]), "m-sign-bar", 5.0);
        }
        Symbol::Highlanders => {
            saltire(ink, 3.0);
            ink.path(&circle([0.0, 0.0], h * 0.48), "m-sign");
        }
        Symbol::Wagon => {
            ink.path(
                &Path::ring(&[[-short, -h * 0.6], [short, -h * 0.6], [short, h * 0.2], [-short, h * 0.2]]),
                "m-sign",
            );
            [-0.55, 0.55].into_iter().for_each(|x| ink.path(&circle([x * short, h * 0.5], h * 0.34), "m-sign"));
        }
        Symbol::LedHorses => {
            let half = |from: f64, to: f64| [[from * short, -from * h], [to * short, -to * h]];
            let mut dashes = Path::new();
            [half(-1.0, -0.3), half(0.3, 1.0)].into_iter().for_each(|[from, to]| dashes.stroke(from, to));
            ink.line(&dashes, "m-sign-bar", 5.0);
        }
        Symbol::Elephants => {
            ink.path(&circle([short * 0.15, 0.0], h * 0.7), "m-sign");
            ink.line(&Path::open(&[[-short * 0.5, -h * 0.2], [-short * 0.8, h * 0.9]]), "m-sign-bar", 4.4);
        }
        Symbol::General | Symbol::ChiefGeneral => {}
    }
}

/// An elephant from the side: back, legs, head and trunk.
fn elephant(ink: &mut Ink, u: f64) {
    let at = |x: f64, y: f64| [x * u, y * u];
    let back = [
        at(-3.0, -2.2),
        at(-1.2, -4.4),
        at(2.6, -4.6),
        at(5.6, -2.6),
        at(6.0, 4.8),
        at(3.6, 4.8),
        at(3.4, 1.4),
        at(0.4, 1.4),
        at(0.2, 4.8),
        at(-2.2, 4.8),
        at(-2.4, 1.0),
    ];
    ink.path(&Path::ring(&back), "m-sign");
    ink.path(&circle(at(-4.0, -1.8), 2.4 * u), "m-sign");
    ink.line(&Path::open(&[at(-5.4, -0.8), at(-6.2, 2.4), at(-5.4, 4.6)]), "m-sign-line", 1.5 * u);
}

fn circle(at: Point, r: f64) -> Path {
    let mut path = Path::new();
    path.circle(at, r);
    path
}

/// The bar of the horse, from the lower left to the upper right.
fn bar(ink: &mut Ink, w: f64, h: f64, thick: f64) {
    ink.line(&Path::open(&[[-w, h], [w, -h]]), "m-sign-bar", thick);
}

/// Pikes upright in the middle, files of muskets on either hand.
fn pike_and_shot(ink: &mut Ink, w: f64, h: f64) {
    let half = (w * 0.42).min(h * 0.9);
    let count = (half / 1.9).round().max(3.0) as u32;
    let (mut shafts, mut points) = (Path::new(), Path::new());
    for i in 0..count {
        let x = -half + 2.0 * half * (f64::from(i) + 0.5) / f64::from(count);
        shafts.stroke([x, h], [x, -h * 0.7]);
        points.polygon(&[[x - 0.75, -h * 0.58], [x, -h * 0.98], [x + 0.75, -h * 0.58]]);
    }
    ink.line(&shafts, "m-sign-line", 0.7);
    ink.path(&points, "m-sign");
    ink.line(&Path::ring(&[[-half, -h * 0.05], [half, -h * 0.05], [half, h], [-half, h]]), "m-coat m-signed", 0.6);
    muskets(ink, -w, -half, h);
    muskets(ink, half, w, h);
}

/// A regiment as battle plans of the time have it: the pikes a dark block, a sleeve of shot on either hand.
fn regiment(ink: &mut Ink, w: f64, h: f64) {
    let half = (w * 0.4).min(h * 1.2);
    ink.line(&Path::ring(&[[-half, -h], [half, -h], [half, h], [-half, h]]), "m-coat m-signed", 1.4);
    let (mut files, mut sleeves) = (Path::new(), Path::new());
    for side in [-1.0, 1.0] {
        files.stroke([side * half * 0.45, h], [side * half * 0.45, -h]);
        for y in [-h * 0.36, h * 0.42] {
            sleeves.circle([side * (w + half) / 2.0, y], 2.0);
        }
    }
    ink.line(&files, "m-sign-line", 1.0);
    ink.path(&sleeves, "m-sign");
}

/// Files of musketeers from above, between two edges of a panel.
fn muskets(ink: &mut Ink, from: f64, to: f64, h: f64) {
    let files = ((to - from) / 4.6).round().max(1.0) as u32;
    let (mut hats, mut barrels) = (Path::new(), Path::new());
    for rank in 0..2 {
        for file in 0..files {
            let x = from + (to - from) * (f64::from(file) + 0.5) / f64::from(files) - 0.5;
            let y = -h * 0.28 + f64::from(rank) * h * 0.86;
            hats.circle([x, y], 1.35);
            barrels.stroke([x + 1.7, y + 1.0], [x + 1.7, y - 3.0]);
        }
    }
    ink.line(&barrels, "m-sign-line", 0.6);
    ink.path(&hats, "m-sign");
}

fn crossed_muskets(ink: &mut Ink, w: f64, h: f64) {
    let long = (w * 0.9).min(h * 1.5);
    let (mut barrels, mut stocks, mut locks) = (Path::new(), Path::new(), Path::new());
    for side in [1.0, -1.0] {
        let at = |t: f64| mix([-side * long, h * 0.72], [side * long, -h * 0.8], t);
        barrels.stroke(at(0.2), at(1.0));
        stocks.stroke(at(0.02), at(0.3));
        let lock = at(0.42);
        locks.stroke(lock, [lock[0] + side * 0.6, lock[1] - 1.4]);
    }
    ink.line(&barrels, "m-sign-line", 1.0);
    ink.line(&stocks, "m-sign-line", 2.4);
    ink.line(&locks, "m-sign-line", 0.8);
}

/// Loose men, none behind another.
fn loose(ink: &mut Ink, w: f64, h: f64, lift: f64) {
    let count = (w / 2.6).round().max(3.0) as u32;
    let mut hats = Path::new();
    for i in 0..count {
        let y = lift + h * [-0.42, 0.46, 0.0][i as usize % 3];
        hats.circle([-w + 2.0 * w * (f64::from(i) + 0.5) / f64::from(count), y], 1.5);
    }
    ink.line(&hats, "m-card m-signed", 0.85);
}

fn targe(ink: &mut Ink, w: f64, h: f64) {
    let mut swords = Path::new();
    swords.stroke([-w * 0.7, -h * 0.8], [w * 0.7, h * 0.8]);
    swords.stroke([w * 0.7, -h * 0.8], [-w * 0.7, h * 0.8]);
    ink.line(&swords, "m-sign-line", 1.4);
    ink.line(&circle([0.0, 0.0], h * 0.46), "m-wood m-signed", 0.8);
    ink.path(&circle([0.0, 0.0], h * 0.12), "m-sign");
}

fn helmet(ink: &mut Ink, [x, y]: Point, s: f64) {
    let mut skull = Path::new();
    skull.start([x - s, y + s * 0.5]);
    skull.bend([x - s, y - s * 0.6], [x, y - s * 0.6]);
    skull.bend([x + s, y - s * 0.6], [x + s, y + s * 0.5]);
    for p in [[x + s * 1.5, y + s * 0.7], [x + s, y + s * 0.9], [x - s, y + s * 0.9]] {
        skull.to(p);
    }
    skull.close();
    ink.line(&skull, "m-steel m-signed", 0.5);
}

/// A gun from the side: barrel, wheel and trail.
fn gun(ink: &mut Ink, s: f64) {
    let at = |x: f64, y: f64| [x * s, y * s];
    ink.line(&Path::open(&[at(-9.0, 5.0), at(-1.0, -0.5)]), "m-sign-line", 2.0 * s);
    let barrel = [at(-5.4, -0.6), at(9.5, -4.6), at(10.0, -2.6), at(-4.6, 2.4)];
    ink.line(&Path::ring(&barrel), "m-bronze m-signed", 0.7);
    ink.line(&circle(at(0.4, 2.2), 3.7 * s), "m-card m-signed", 1.0);
    let mut spokes = Path::new();
    spokes.stroke(at(0.4, -1.5), at(0.4, 5.9));
    spokes.stroke(at(-3.3, 2.2), at(4.1, 2.2));
    ink.line(&spokes, "m-sign-line", 0.7);
    ink.path(&circle(at(0.4, 2.2), 0.9 * s), "m-sign");
}

fn wagon(ink: &mut Ink, s: f64) {
    let at = |x: f64, y: f64| [x * s, y * s];
    let mut tilt = Path::new();
    tilt.start(at(-7.0, 1.6));
    tilt.bend(at(-6.6, -4.8), at(0.0, -4.8));
    tilt.bend(at(6.6, -4.8), at(7.0, 1.6));
    tilt.close();
    ink.line(&tilt, "m-tilt m-signed", 0.7);
    let mut hoops = Path::new();
    for side in [-1.0, 1.0] {
        hoops.start(at(side * 2.4, 1.6));
        hoops.bend(at(side * 2.8, -2.4), at(side * 1.8, -4.4));
    }
    ink.line(&hoops, "m-sign-line", 0.6);
    ink.line(&Path::ring(&[at(-8.0, 1.4), at(8.0, 1.4), at(8.0, 3.0), at(-8.0, 3.0)]), "m-bay m-signed", 0.6);
    let mut wheels = circle(at(-4.4, 3.8), 2.0 * s);
    wheels.circle(at(4.4, 3.8), 2.0 * s);
    ink.line(&wheels, "m-card m-signed", 0.8);
}

fn horse_head(ink: &mut Ink, s: f64) {
    let at = |x: f64, y: f64| [x * s, y * s];
    let mut head = Path::new();
    head.start(at(-4.0, 6.0));
    head.bend(at(-4.2, -2.6), at(0.4, -4.6));
    head.to(at(1.0, -6.4));
    head.to(at(2.0, -4.4));
    head.bend(at(3.8, -2.8), at(5.6, 1.4));
    head.bend(at(5.0, 3.4), at(3.2, 2.4));
    head.bend(at(2.0, 1.2), at(0.6, 1.2));
    head.bend(at(1.2, 3.6), at(3.0, 6.0));
    head.close();
    ink.line(&head, "m-bay m-signed", 0.7);
}

/// A general's disc of radius `r`: round for one side, with its corners cut for the other.
pub fn disc(ink: &mut Ink, second: bool, r: f64, edge: &str) {
    if second {
        ink.line(&Path::ring(&cut([r, r], r * 0.51)), edge, 0.9);
    } else {
        put!(ink, "<circle class=\"{edge}\" r=\"{}\" stroke-width=\".9\"/>", Fine(r));
    }
}

/// The baton on it. The commander of all carries two, crossed, on a golden ground.
pub fn baton(ink: &mut Ink, chief: bool, r: f64) {
    let ground = if chief { "m-card m-card-chief m-fine" } else { "m-card m-fine" };
    put!(ink, "<circle class=\"{ground}\" r=\"{}\"/>", Fine(r * 0.76));
    for turn in if chief { &[42, -42][..] } else { &[42] } {
        put!(
            ink,
            "<g transform=\"rotate({turn})\"><rect class=\"m-coat m-signed\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" \
             rx=\"{}\" stroke-width=\"{}\"/>",
            Fine(-r * 0.115),
            Fine(-r * 0.52),
            Fine(r * 0.23),
            Fine(r * 1.04),
            Fine(r * 0.07),
            Fine(r * 0.058)
        );
        put!(
            ink,
            "<path class=\"m-gold-line\" d=\"M{0} {1}h{2}M{0} {3}h{2}\" stroke-width=\"{4}\"/></g>",
            Fine(-r * 0.115),
            Fine(-r * 0.375),
            Fine(r * 0.23),
            Fine(r * 0.375),
            Fine(r * 0.115)
        );
    }
}

/// A rectangle with its corners cut off, around the origin.
pub fn cut([w, h]: Point, by: f64) -> [Point; 8] {
    [[by - w, -h], [w - by, -h], [w, by - h], [w, h - by], [w - by, h], [by - w, h], [-w, h - by], [-w, by - h]]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::margin::SYMBOLS;
    use std::collections::BTreeSet;

    #[test]
    fn every_arm_is_told_from_every_other_near_and_far() {
        for far in [false, true] {
            let drawn: BTreeSet<String> = SYMBOLS
                .into_iter()
                .map(|(symbol, _)| {
                    let mut ink = Ink::default();
                    sign(&mut ink, symbol, 14.0, 8.0, far);
                    ink.finish()
                })
                .collect();
            // Generals have no sign of an arm: they carry a baton.
            assert_eq!(drawn.len(), SYMBOLS.len() - 1);
        }
        let batons: BTreeSet<String> = [(false, false), (false, true), (true, false), (true, true)]
            .into_iter()
            .map(|(chief, second)| {
                let mut ink = Ink::default();
                disc(&mut ink, second, 9.0, "m-coat");
                baton(&mut ink, chief, 9.0);
                ink.finish()
            })
            .collect();
        assert_eq!(batons.len(), 4);
    }
}
