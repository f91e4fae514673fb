//! Lines for several at once: `move ruperts-wing s 4`, `all form line`, `of A,B at K`, and `on` for what was left.

use super::glass;
use super::sitting::{Next, Sitting};
use crate::Mistake;
use crate::out::say;
use crate::sight::Lettered;
use kernel::door::Asked;
use kernel::scene::{Body, Field};
use kernel::{Clock, Deed, Door, Plan, Post, Seat, Side, Wish};

/// What somebody came between: it is planned anew when it is taken up.
pub struct Rest {
    seat: Seat,
    clock: Clock,
    wishes: Vec<Wish>,
}

/// Compass directions, in degrees from north.
const WINDS: [(&str, f64); 8] =
    [("n", 0.0), ("ne", 45.0), ("e", 90.0), ("se", 135.0), ("s", 180.0), ("sw", 225.0), ("w", 270.0), ("nw", 315.0)];
/// A direction of the compass is that of a row of hexes if it lies so near to it, in degrees.
const ALONG: f64 = 20.0;

impl Sitting {
    /// `move WHO DIRECTION DISTANCE`; nothing where the line is something else.
    pub(super) fn move_together(&mut self, asked: &Asked, rest: &str) -> Result<Option<Next>, Mistake> {
        let words: Vec<&str> = rest.split_whitespace().collect();
        let [who, wind, far] = words.as_slice() else { return Ok(None) };
        let wind = WINDS.iter().find(|(name, _)| name.eq_ignore_ascii_case(wind));
        let far = far.trim_end_matches(['"']).trim_end_matches("in").parse::<f64>().ok();
        let (Some(&(_, degrees)), Some(far)) = (wind, far.filter(|far| (0.0..1_000.0).contains(far))) else {
            return Ok(None);
        };
        let sight = self.sight(Some(asked.seat));
        let bodies = match company(self.door.as_ref(), &sight, asked.seat, who) {
            Ok(bodies) => bodies,
            Err(why) => return said(&why).map(Some),
        };
        let [x, y] = shift(&sight.scene.field, degrees, far);
        let go = |body: &Body| Deed::Go { at: [body.at[0] + x, body.at[1] + y], facing: Some(body.facing) };
        let wishes: Vec<Wish> = bodies.iter().map(|body| Wish { body: body.id, deed: go(body) }).collect();
        self.lead(asked, &wishes).map(Some)
    }

    /// `WHO at TARGET`, or `WHO` and the words of something that they could all do.
    pub(super) fn do_together(&mut self, asked: &Asked, who: &str, what: &str) -> Result<Next, Mistake> {
        let sight = self.sight(Some(asked.seat));
        let bodies = match company(self.door.as_ref(), &sight, asked.seat, who) {
            Ok(bodies) => bodies,
            Err(why) => return said(&why),
        };
        let deed = match what.strip_prefix("at ") {
            Some(target) => match glass::find(&sight, target.trim()) {
                Ok(body) => Deed::At { target: body.id },
                Err(why) => return said(&why),
            },
            None => match self.alike(asked.seat, &bodies, what) {
                Ok(words) => Deed::Like { words },
                Err(why) => return said(&why),
            },
        };
        let wishes: Vec<Wish> = bodies.iter().map(|body| Wish { body: body.id, deed: deed.clone() }).collect();
        self.lead(asked, &wishes)
    }

    /// What was left when somebody came between.
    pub(super) fn go_on(&mut self, asked: &Asked) -> Result<Next, Mistake> {
        match self.rest.take() {
            Some(rest) if rest.seat == asked.seat && rest.clock == self.door.clock() => self.lead(asked, &rest.wishes),
            _ => said("nothing was left half-way"),
        }
    }

    /// How many are still to go on, at this question.
    pub(super) fn left_to_do(&self, asked: &Asked) -> usize {
        let ours = |rest: &&Rest| rest.seat == asked.seat && rest.clock == self.door.clock();
        self.rest.as_ref().filter(ours).map_or(0, |rest| rest.wishes.len())
    }

    /// The one thing they could do that has these words in it.
    fn alike(&self, seat: Seat, bodies: &[Body], what: &str) -> Result<String, String> {
        let ids: Vec<u16> = bodies.iter().map(|body| body.id).collect();
        let offered = self.door.common(seat, &ids);
        if let Some(exactly) = offered.iter().find(|one| one.like == what) {
            return Ok(exactly.like.clone());
        }
        let wanted: Vec<String> = what.split_whitespace().map(str::to_lowercase).collect();
        let fits = |text: String| !wanted.is_empty() && wanted.iter().all(|word| text.contains(word.as_str()));
        let found: Vec<_> =
            offered.iter().filter(|one| fits(format!("{} {}", one.like, one.words).to_lowercase())).collect();
        match found.as_slice() {
            [only] => Ok(only.like.clone()),
            [] => Err(format!("none of them can `{what}` now")),
            several => {
                let list: Vec<&str> = several.iter().map(|one| one.words.as_str()).collect();
                Err(format!("which of these?\n    {}", list.join("\n    ")))
            }
        }
    }

    /// Plans, plays as far as nobody else is asked, and keeps what is left.
    fn lead(&mut self, asked: &Asked, wishes: &[Wish]) -> Result<Next, Mistake> {
        let Some(plan) = self.door.plan(asked.seat, wishes) else { return said("you are not asked anything now") };
        self.tell_plan(asked.seat, &plan)?;
        let decisions = plan.decisions();
        let clock = self.door.clock();
        let mut played = 0;
        for decision in &decisions {
            if self.door.awaiting() != [asked.seat] || self.door.judge(asked.seat, decision).is_err() {
                break;
            }
            self.decide(asked, decision)?;
            played += 1;
        }
        let left = plan.left(played);
        self.rest = (!left.is_empty()).then_some(Rest { seat: asked.seat, clock, wishes: left });
        Ok(if played > 0 { Next::Onward } else { Next::Again })
    }

    fn tell_plan(&self, seat: Seat, plan: &Plan) -> Result<(), Mistake> {
        let scene = self.door.scene(Some(seat));
        let name = |body: u16| scene.bodies.iter().find(|other| other.id == body).map_or("?", |body| &body.name);
        for one in &plan.moves {
            if let Some(why) = &one.refusal {
                say!("  {} stays: {why}", name(one.wish.body));
            } else if one.short {
                say!("  {} gets only some of the way", name(one.wish.body));
            }
        }
        let goes = plan.moves.iter().filter(|one| !one.decisions.is_empty());
        let contested = goes.clone().filter(|one| one.contested).count();
        let may_stop = if contested > 0 { format!(", {contested} may be stopped") } else { String::new() };
        say!("  {} of {} act{may_stop}", goes.count(), plan.moves.len());
        Ok(())
    }
}

fn said(words: &str) -> Result<Next, Mistake> {
    say!("  {words}");
    Ok(Next::Again)
}

/// Those whom a word speaks of: `all`, letters or keys with commas between them, or a command by its name.
pub(super) fn company(door: &dyn Door, sight: &Lettered, seat: Seat, called: &str) -> Result<Vec<Body>, String> {
    let side = door.seats().get(usize::from(seat.0)).map(|card| card.side);
    let own = |body: &&Body| side == Some(Side(body.side));
    if called == "all" {
        return Ok(sight.scene.bodies.iter().filter(own).cloned().collect());
    }
    let posts = door.roster(Some(seat));
    let commands: Vec<usize> = (0..posts.len())
        .filter(|&place| {
            side == Some(Side(posts[place].side)) && leads(&posts, place) && is_called(&posts[place].name, called)
        })
        .collect();
    match commands.as_slice() {
        [place] => {
            let ids = below(&posts, *place);
            Ok(sight.scene.bodies.iter().filter(|body| ids.contains(&body.id)).cloned().collect())
        }
        [] => called.split(',').map(|one| glass::find(sight, one.trim()).cloned()).collect(),
        several => {
            let names: Vec<&str> = several.iter().map(|&place| posts[place].name.as_str()).collect();
            Err(format!("which of these: {}?", names.join("; ")))
        }
    }
}

fn leads(posts: &[Post], place: usize) -> bool {
    posts.get(place + 1).is_some_and(|next| next.depth > posts[place].depth)
}

fn below(posts: &[Post], place: usize) -> Vec<u16> {
    let depth = posts[place].depth;
    let below = posts[place + 1..].iter().take_while(|post| post.depth > depth);
    posts[place].body.into_iter().chain(below.filter_map(|post| post.body)).collect()
}

/// Whether every word of a call, with hyphens between them, is a word of a name: `ruperts-wing`, `rupert`.
fn is_called(name: &str, called: &str) -> bool {
    let words = |text: String| -> Vec<String> {
        let words = text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
        words.map(str::to_owned).collect()
    };
    // Whose it is may be said with an s and without.
    let name = name.to_lowercase().replace('’', "'");
    let said: Vec<String> = [name.replace('\'', ""), name.replace("'s", "")].into_iter().flat_map(words).collect();
    let called = words(called.to_lowercase().replace(['\'', '’'], ""));
    !called.is_empty() && called.iter().all(|word| said.contains(word))
}

/// How far all are carried. On hexes along a row, or where none runs that way, from row to row.
fn shift(field: &Field, degrees: f64, far: f64) -> [f64; 2] {
    let way = [degrees.to_radians().sin(), degrees.to_radians().cos()];
    let hexes = match field {
        Field::Table(table) => return way.map(|axis| axis * far * table.ruler),
        Field::Hexes(hexes) => hexes,
    };
    let far_of = |a: [f64; 2], b: [f64; 2]| ((a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2)).sqrt();
    let Some(midst) = hexes.cells.get(hexes.cells.len() / 2).map(|cell| cell.at) else { return [0.0; 2] };
    // A cell with neighbours all around it.
    let beside = |at: [f64; 2]| -> Vec<[f64; 2]> {
        let near = hexes.cells.iter().map(|cell| cell.at).filter(|&other| (0.5..1.2).contains(&far_of(other, at)));
        near.map(|other| [other[0] - at[0], other[1] - at[1]]).collect()
    };
    let within = hexes.cells.iter().map(|cell| cell.at).filter(|&at| far_of(at, midst) < 3.0);
    let mut steps = within.map(beside).max_by_key(Vec::len).unwrap_or_default();
    let ahead = |step: &[f64; 2]| step[0] * way[0] + step[1] * way[1];
    steps.sort_by(|a, b| ahead(b).total_cmp(&ahead(a)));
    let times = |step: [f64; 2], count: f64| [step[0] * count, step[1] * count];
    match steps.as_slice() {
        [best, ..] if ahead(best) >= ALONG.to_radians().cos() => times(*best, far.round()),
        [one, other, ..] => {
            let (more, less) = ((far.round() / 2.0).ceil(), (far.round() / 2.0).floor());
            let (one, other) = (times(*one, more), times(*other, less));
            [one[0] + other[0], one[1] + other[1]]
        }
        _ => [0.0; 2],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::OptionValues;
    use shelf::Dice;

    fn battle(name: &str) -> (Box<dyn Door>, Lettered) {
        let (door, _) = shelf::begin(&shelf::find(name).unwrap(), &OptionValues::new(), Dice::Seed(7)).unwrap();
        let sight = Lettered::of(door.as_ref(), Some(Seat(0)));
        (door, sight)
    }

    #[test]
    fn a_command_is_called_by_words_of_its_name() {
        let (door, sight) = battle("naseby");
        let called = |words: &str| company(door.as_ref(), &sight, Seat(0), words);
        assert_eq!(called("ruperts-wing").unwrap().len(), 8);
        assert_eq!(called("astley").unwrap().len(), 11);
        assert!(called("all").unwrap().iter().all(|body| body.side == 0));
        let letters: Vec<&str> = sight.bodies().take(2).map(|(_, letter)| letter).collect();
        assert_eq!(called(&letters.join(",")).unwrap().len(), 2);
        assert!(called("wing").unwrap_err().contains("which of these"));
        assert!(called("nobody-at-all").is_err());
    }

    #[test]
    fn directions_follow_the_rows_of_the_map() {
        let (_, sight) = battle("naseby");
        let field = &sight.scene.field;
        let close = |a: [f64; 2], b: [f64; 2]| (a[0] - b[0]).abs() < 0.01 && (a[1] - b[1]).abs() < 0.01;
        assert!(close(shift(field, 90.0, 3.0), [3.0, 0.0]));
        assert!(close(shift(field, 45.0, 2.0), [1.0, 3f64.sqrt()]));
        // No row runs south: it goes from row to row.
        assert!(close(shift(field, 180.0, 4.0), [0.0, -12f64.sqrt()]));
        let (_, sight) = battle("hopton-heath");
        assert!(close(shift(&sight.scene.field, 180.0, 2.0), [0.0, -50.8]));
    }
}
