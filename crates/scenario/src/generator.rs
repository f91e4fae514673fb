//! Battles out of a seed: what every generator of the open table draws up, ground first. What comes out is the text of a
//! battle file like any other. Armies, and what they cost, are the rulebook's.

use field::table::heading;
use kernel::Seeded;

/// A battle file being drawn up. The same seed writes the same text, everywhere.
pub struct Draft {
    pub dice: Seeded,
    pub text: String,
    /// Table in whole units of the file, be they inches or base widths.
    width: u32,
    height: u32,
    /// How deep each side's strip for deployment is, in tenths: no ground is drawn there but what runs through.
    strip: i32,
    /// Circles of ground already used, in tenths: east, north, radius.
    taken: Vec<[i32; 3]>,
}

impl Draft {
    pub fn new(seed: u64, [width, height]: [u32; 2], strip: i32) -> Draft {
        Draft { dice: Seeded::new(seed), text: String::new(), width, height, strip, taken: Vec::new() }
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.dice.below(from.len())]
    }

    pub fn between(&mut self, low: i32, high: i32) -> i32 {
        low + self.dice.below((high - low + 1).max(1) as usize) as i32
    }

    pub fn line(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    /// A name for ground that nobody has heard of.
    pub fn place_name(&mut self) -> String {
        format!("{} {}", self.pick(&FIRST_PARTS), self.pick(&LAST_PARTS))
    }

    /// A free place for a circle between the two deployment zones, all in tenths.
    pub fn free(&mut self, radius: i32) -> Option<[i32; 2]> {
        let (width, height, strip) = (self.width as i32 * 10, self.height as i32 * 10, self.strip);
        for _ in 0..20 {
            let at = [
                self.between(radius + 10, width - radius - 10),
                self.between(strip + radius, (height - strip - radius).max(strip + radius)),
            ];
            let clear = |[x, y, other]: &[i32; 3]| {
                let (dx, dy, reach) = (x - at[0], y - at[1], other + radius + 10);
                dx * dx + dy * dy > reach * reach
            };
            if self.taken.iter().all(clear) {
                self.taken.push([at[0], at[1], radius]);
                return Some(at);
            }
        }
        None
    }

    /// An uneven outline of eight corners about a middle.
    fn blob(&mut self, middle: [i32; 2], radius: i32) -> String {
        let corners = (0..8).map(|corner| {
            let reach = f64::from(radius) * f64::from(self.between(70, 100)) / 100.0;
            from(middle, corner * 4500, reach)
        });
        format!("[{}]", corners.collect::<Vec<_>>().join(", "))
    }

    /// Woods, rough ground, crops.
    pub fn patch(&mut self, kind: &str, radius: i32) {
        let Some(at) = self.free(radius) else { return };
        let outline = self.blob(at, radius);
        self.line(&format!("\n[[ground.areas]]\nkind = \"{kind}\"\npoints = {outline}"));
    }

    /// A hill with a crest from west to east; gives its middle.
    pub fn hill(&mut self, [low, high]: [i32; 2]) -> Option<[i32; 2]> {
        let radius = self.between(low, high);
        let [x, y] = self.free(radius)?;
        let outline = self.blob([x, y], radius);
        let half = radius / 2;
        let crest = format!("[[{}, {}], [{}, {}]]", tenths(x - half), tenths(y), tenths(x + half), tenths(y));
        self.line(&format!("\n[[ground.hills]]\npoints = {outline}\ncrest = {crest}"));
        Some([x, y])
    }

    /// Ground that is taken by what the rulebook draws itself.
    pub fn take(&mut self, [x, y]: [i32; 2], radius: i32) {
        self.taken.push([x, y, radius]);
    }

    /// A road from one edge to the other with a few houses on it; gives the ground they stand on.
    pub fn village(&mut self) -> String {
        let middle = self.width as i32 * 5;
        let x = self.between(middle - 150, middle + 150);
        let y = self.height as i32 * 5;
        let height = self.height;
        self.take([x, y], 75);
        self.line(&format!("\n[[ground.lines]]\nkind = \"road\"\npoints = [[{0}, 0], [{0}, {height}]]", tenths(x)));
        for (name, outline) in [("West houses", [x - 55, x - 15]), ("East houses", [x + 15, x + 55])] {
            let cover = self.pick(&["soft", "hard"]);
            let outline = rectangle([outline[0], y - 20, outline[1], y + 20]);
            self.line(&format!(
                "\n[[ground.areas]]\nname = \"{name}\"\nkind = \"town\"\nbox = {outline}\nshooting = \"{cover}\"\ncombat = \"{cover}\""
            ));
        }
        rectangle([x - 60, y - 25, x + 60, y + 25])
    }

    /// A hedge, a wall or a fence.
    pub fn boundary(&mut self, kinds: &[&str], [low, high]: [i32; 2]) {
        let kind = self.pick(kinds);
        let length = self.between(low, high);
        let Some(middle) = self.free(length / 2) else { return };
        let turn = self.between(0, 3) * 4500;
        let reach = f64::from(length) / 2.0;
        let points = format!("[{}, {}]", from(middle, turn, -reach), from(middle, turn, reach));
        self.line(&format!("\n[[ground.lines]]\nkind = \"{kind}\"\npoints = {points}"));
    }

    /// A stream down one side of the table, so far from its edge, with so much of a bend.
    pub fn stream(&mut self, [low, high]: [i32; 2], bend: i32) {
        let width = self.width as i32 * 10;
        let x = if self.dice.below(2) == 0 { self.between(low, high) } else { width - self.between(low, high) };
        let step = self.height as i32 * 10 / 4;
        let points: Vec<String> =
            (0..=4).map(|i| format!("[{}, {}]", tenths(x + self.between(-bend, bend)), tenths(i * step))).collect();
        self.line(&format!("\n[[ground.lines]]\nkind = \"stream\"\npoints = [{}]", points.join(", ")));
    }
}

/// The spot so far from a middle in a direction, as the file writes it.
fn from([x, y]: [i32; 2], direction: i32, reach: f64) -> String {
    let spoke = heading(direction);
    format!("[{}, {}]", tenths(x + (spoke.x * reach).round() as i32), tenths(y + (spoke.y * reach).round() as i32))
}

/// West, south, east and north, as the file writes a box.
pub fn rectangle(sides: [i32; 4]) -> String {
    format!("[{}]", sides.map(tenths).join(", "))
}

/// Tenths as the file writes them.
pub fn tenths(value: i32) -> String {
    let sign = if value < 0 { "-" } else { "" };
    let (whole, part) = (value.abs() / 10, value.abs() % 10);
    if part == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{part}") }
}

const FIRST_PARTS: [&str; 16] = [
    "Ashen", "Barrow", "Cold", "Dun", "Elder", "Fallow", "Gallows", "Hazel", "Kings", "Long", "Mill", "Oxen", "Priors",
    "Raven", "Stony", "Thorn",
];

const LAST_PARTS: [&str; 10] = ["Heath", "Moor", "Down", "Common", "Bridge", "Green", "Field", "Hill", "Lane", "Cross"];
