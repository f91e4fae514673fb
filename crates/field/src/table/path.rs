//! Paths in legs: straight ahead and wheels, until somebody is met, something stops the mover, or its allowance is used up.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use std::cell::{OnceCell, RefCell};

use super::contact::{Hit, arc_length, arc_turn};
use super::measure::{Cdeg, FULL_TURN, Pose, TOUCH, Um, Vec2};
use super::shape::Body;
use super::trail::{Begun, Piece, wheel_on};
use super::way::{Passed, Passing, Way};

/// The most legs of a path.
pub const MOST_LEGS: usize = 4;
/// Every leg, and the run home.
const MOST_PIECES: usize = MOST_LEGS + 1;
/// The most friends one path passes through at a cost.
const MOST_HELD: usize = 8;

/// A piece of a path as it is ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Leg {
    #[default]
    None,
    Ahead(Um),
    /// Positive to the right.
    Wheel(Cdeg),
}

/// A path as it is ordered; after its last leg it goes straight on.
pub type Legs = [Leg; MOST_LEGS];

/// Straight on from the start.
pub const NO_LEGS: Legs = [Leg::None; MOST_LEGS];

/// What stands in the way of a path: a friend, an enemy whom a wheel touches with the flank, or ground and the reason why
/// it is shut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Obstacle<K, B> {
    Friend(K),
    Brushed(K),
    Ground(B),
}

/// Friends on one straight piece of a path.
pub type Friends<K> = ArrayVec<Passed<K>, MOST_HELD>;

/// Who follows a path, as the rulebook sees it.
pub trait Mover {
    /// Its name for a unit.
    type Key: Copy + PartialEq;
    /// Its reason for a bar.
    type Bar: Copy;

    /// The ground it covers at a pose.
    fn body_at(&self, pose: Pose) -> Body;

    /// Whoever it would strike first going straight, and how far it goes to strike him.
    fn meets(&self, body: &Body, dir: Vec2, max: f64) -> Option<(Self::Key, Hit, f64)>;

    /// The ground straight ahead.
    fn lay_way(&self, way: &mut Way<Self::Bar>, body: &Body, dir: Vec2, max: f64);

    /// Friends straight ahead.
    fn friends(&self, body: &Body, dir: Vec2, max: f64) -> Friends<Self::Key>;

    /// How many times the way costs through friends who are passed at a cost.
    fn through_friends(&self) -> f64;

    /// Whether it may be looked at while it stands among friends it passes through.
    fn midway(&self) -> bool;

    /// Whether whoever a wheel runs into is a friend, who stops it, or an enemy, who is met.
    fn is_friend(&self, who: Self::Key) -> bool;

    /// Whoever stands in a wheel: as much of it as is free, and who is met at the end of that.
    fn meets_turning(&self, body: &Body, pivot: Vec2, by: Cdeg) -> (Cdeg, Option<(Self::Key, Hit)>);

    /// Whether its front touches somebody from where a wheel has brought it: else it only brushes against him.
    fn fronts(&self, body: &Body, who: Self::Key) -> bool;

    /// How much of a wheel the ground and the allowance let it make, what that costs, and what shut it. `begun` is what has been
    /// reckoned of wheels to that side from there, on that allowance.
    fn turns_over(
        &self,
        body: &Body,
        wheel: (Vec2, f64, Cdeg),
        allowance: f64,
        begun: &mut Begun,
    ) -> (Cdeg, f64, Option<Self::Bar>);

    /// Friends whom a wheel takes it through at a cost, and whether it stands among them where the wheel ends.
    fn friends_turning(&self, _body: &Body, _pivot: Vec2, _by: Cdeg) -> ArrayVec<(Self::Key, bool), MOST_HELD> {
        ArrayVec::new()
    }

    /// Why the ground stops it where the way does not say.
    fn no_way(&self) -> Self::Bar;

    /// Why a friend stops it.
    fn no_room(&self) -> Self::Bar;
}

/// Where a path leads.
#[derive(Debug, Clone)]
pub struct Run<K, B> {
    /// Where the mover ends up.
    pub pose: Pose,
    pub pieces: ArrayVec<Piece, MOST_PIECES>,
    /// Distance covered, the straight part at its end, and all wheels added up.
    pub ran: f64,
    pub straight: f64,
    pub wheeled: Cdeg,
    /// Allowance used, slower ground included.
    pub spent: f64,
    /// The enemy it struck.
    pub met: Option<(K, Hit)>,
    /// What stopped it before it met anybody or ran out of breath.
    pub stopped: Option<Obstacle<K, B>>,
    /// Friends it passed through at a cost.
    pub passed: ArrayVec<K, MOST_HELD>,
    /// Ground and friends on the way that had no room.
    pub lost: u16,
}

impl<K: Copy + PartialEq, B: Copy> Run<K, B> {
    pub fn from(pose: Pose) -> Run<K, B> {
        Run {
            pose,
            pieces: ArrayVec::new(),
            ran: 0.0,
            straight: 0.0,
            wheeled: 0,
            spent: 0.0,
            met: None,
            stopped: None,
            passed: ArrayVec::new(),
            lost: 0,
        }
    }

    /// A path of legs, then straight on, until an enemy is met or the allowance is used up.
    pub fn follow(mover: &impl Mover<Key = K, Bar = B>, from: Pose, legs: &Legs, allowance: f64) -> Run<K, B> {
        let mut run = Run::from(from);
        let mut way = Way::open(0.0);
        if run.walks(mover, &mut way, legs, allowance) {
            run.ahead(mover, &mut way, allowance, allowance, |_| true);
        }
        run
    }

    /// Goes along the legs; whether it can go on after them.
    fn walks(&mut self, mover: &impl Mover<Key = K, Bar = B>, way: &mut Way<B>, legs: &Legs, allowance: f64) -> bool {
        for leg in legs {
            match *leg {
                Leg::None => {}
                Leg::Ahead(distance) => self.ahead(mover, way, f64::from(distance), allowance, |_| true),
                Leg::Wheel(angle) => self.wheel(mover, angle, allowance),
            }
            if self.met.is_some() || self.stopped.is_some() {
                return false;
            }
        }
        true
    }

    /// Nothing on the way made it cost more than its length.
    pub fn is_open(&self) -> bool {
        (self.spent - self.ran).abs() < 10.0
    }

    fn note(&mut self, piece: Piece) {
        // There are no more pieces than legs and a run home.
        self.pieces.push(piece);
    }

    fn go_ahead(&mut self, distance: f64) {
        self.note(Piece::Ahead { from: self.pose, distance });
        self.pose = self.pose.ahead(distance.round() as Um);
        self.ran += distance;
        self.straight += distance;
    }

    fn turn(&mut self, pivot: Vec2, radius: f64, by: Cdeg) {
        self.note(Piece::Wheel { from: self.pose, pivot, by });
        self.pose = self.pose.pivot(pivot, by);
        self.ran += arc_length(radius, by);
        self.straight = 0.0;
        self.wheeled += by.abs();
    }

    /// A friend is passed through, who may have been passed already in another piece of the path.
    fn pass(&mut self, friend: K) {
        if !self.passed.contains(&friend) {
            self.lost += u16::from(self.passed.try_push(friend).is_err());
        }
    }

    /// Nothing more is looked at where whoever stands in the way leaves no hope.
    fn ahead(
        &mut self,
        mover: &impl Mover<Key = K, Bar = B>,
        way: &mut Way<B>,
        distance: f64,
        allowance: f64,
        hopeful: impl Fn(Option<K>) -> bool,
    ) {
        let body = mover.body_at(self.pose);
        let dir = self.pose.dir();
        let left = (allowance - self.spent).max(0.0);
        let wanted = distance.min(left);
        let met = mover.meets(&body, dir, wanted);
        if !hopeful(met.map(|(who, ..)| who)) {
            self.stopped = Some(Obstacle::Ground(mover.no_way()));
            return;
        }
        let limit = met.map_or(wanted, |(_, _, contact)| contact);
        mover.lay_way(way, &body, dir, limit);
        let friends = mover.friends(&body, dir, limit);
        for friend in &friends {
            match friend.passing {
                Passing::Free => {}
                Passing::Costly => way.slow(friend.from, friend.to, mover.through_friends()),
                Passing::Never => way.shut(friend.from, mover.no_room()),
            }
        }
        let free = way.reach(left, 1.0).min(limit);
        let on_top = |at: f64, freely: bool| {
            let in_way = |friend: &&Passed<K>| !mover.midway() && (!freely || friend.passing != Passing::Free);
            friends.iter().filter(in_way).find(|friend| at > friend.from + TOUCH && at < friend.to - TOUCH)
        };
        // A hair's breadth before the place of contact is close enough. Whoever is passed freely may be stood among.
        let reached = met.is_some() && free + 2.0 * TOUCH >= limit && on_top(free, true).is_none();
        let mut gone = free;
        let mut blocked_by =
            friends.iter().find(|friend| friend.passing == Passing::Never && free + 1.0 >= friend.from);
        while let Some(friend) = on_top(gone, reached) {
            gone = friend.from;
            blocked_by = Some(friend);
        }
        self.spent += way.cost(gone, 1.0);
        self.go_ahead(gone);
        for friend in friends.iter().filter(|friend| friend.passing == Passing::Costly && friend.from < gone) {
            self.pass(friend.who);
        }
        self.lost += way.lost();
        if reached {
            self.met = met.map(|(who, hit, _)| (who, hit));
        } else if let Some(friend) = blocked_by {
            self.stopped = Some(Obstacle::Friend(friend.who));
        } else if gone + 1.0 < limit && self.spent + 100.0 < allowance {
            self.stopped = Some(Obstacle::Ground(way.bar.unwrap_or(mover.no_way())));
        }
    }

    fn wheel(&mut self, mover: &impl Mover<Key = K, Bar = B>, angle: Cdeg, allowance: f64) {
        let body = mover.body_at(self.pose);
        let left = (allowance - self.spent).max(0.0);
        let (pivot, radius, by) = wheel_on(&body, angle, left);
        let (by, met) = mover.meets_turning(&body, pivot, by);
        self.wheel_over(mover, &body, (pivot, radius, by), met, left, &mut Begun::default());
    }

    /// A wheel over the ground, at the end of which somebody may be met.
    fn wheel_over(
        &mut self,
        mover: &impl Mover<Key = K, Bar = B>,
        body: &Body,
        (pivot, radius, by): (Vec2, f64, Cdeg),
        met: Option<(K, Hit)>,
        left: f64,
        begun: &mut Begun,
    ) {
        let (free, cost, shut) = mover.turns_over(body, (pivot, radius, by), left, begun);
        self.spent += cost;
        self.turn(pivot, radius, free);
        let mut among = None;
        // Whoever passes somebody pays for more than the arc.
        if cost > arc_length(radius, free) + 1.0 {
            for (friend, stands) in mover.friends_turning(body, pivot, free) {
                self.pass(friend);
                among = among.or((stands && !mover.midway()).then_some(friend));
            }
        }
        match met.filter(|_| free == by) {
            // Nobody is stood among where it strikes.
            Some(_) if among.is_some() => self.stopped = among.map(Obstacle::Friend),
            Some((who, _)) if mover.is_friend(who) => self.stopped = Some(Obstacle::Friend(who)),
            Some(met) if mover.fronts(&mover.body_at(self.pose), met.0) => self.met = Some(met),
            Some((who, _)) => self.stopped = Some(Obstacle::Brushed(who)),
            None => self.stopped = shut.map(Obstacle::Ground),
        }
    }
}

/// A path of legs, then straight on, that is followed for one distance after another without looking at anybody or
/// anything in the way.
pub struct Track<F> {
    body_at: F,
    from: Pose,
    legs: Legs,
    /// Where each wheel begins if the legs before it are gone to their end, about which place it is made, and how far the
    /// outermost corner stands from there.
    wheels: [Option<(Pose, Vec2, f64)>; MOST_LEGS],
}

impl<F: Fn(Pose) -> Body> Track<F> {
    /// `body_at` tells the ground the mover covers at a pose.
    pub fn new(body_at: F, from: Pose, legs: &Legs) -> Track<F> {
        let mut track = Track { body_at, from, legs: *legs, wheels: [None; MOST_LEGS] };
        let mut pose = from;
        for (index, leg) in legs.iter().enumerate() {
            match *leg {
                Leg::None => {}
                Leg::Ahead(ahead) => pose = pose.ahead(ahead),
                Leg::Wheel(angle) => {
                    let (pivot, radius, by) = wheel_on(&(track.body_at)(pose), angle, f64::INFINITY);
                    track.wheels[index] = Some((pose, pivot, radius));
                    pose = pose.pivot(pivot, by);
                }
            }
        }
        track
    }

    /// The path for so long a distance.
    pub fn run<K: Copy + PartialEq, B: Copy>(&self, distance: f64) -> Run<K, B> {
        let mut run = Run::from(self.from);
        for (leg, wheel) in self.legs.iter().zip(&self.wheels) {
            let left = (distance - run.ran).max(0.0);
            match *leg {
                Leg::None => {}
                Leg::Ahead(ahead) => run.go_ahead(f64::from(ahead).min(left)),
                Leg::Wheel(angle) => {
                    let (pivot, radius, by) = match *wheel {
                        Some((from, pivot, radius)) if from == run.pose => {
                            (pivot, radius, arc_turn(radius, left).min(angle.abs()) * angle.signum())
                        }
                        _ => wheel_on(&(self.body_at)(run.pose), angle, left),
                    };
                    run.turn(pivot, radius, by);
                }
            }
        }
        run.go_ahead((distance - run.ran).max(0.0));
        run
    }

    /// The ground covered after so long a distance.
    pub fn body(&self, distance: f64) -> Body {
        (self.body_at)(self.run::<(), ()>(distance).pose)
    }
}

/// Paths with one beginning: so far straight ahead, then a wheel, then straight on. What they have in common is looked at
/// once.
pub struct Fan<M: Mover> {
    mover: M,
    allowance: f64,
    /// The common beginning.
    start: Run<M::Key, M::Bar>,
    /// The ground the mover covers where it wheels.
    body: Body,
    /// Its widest wheels to the left and to the right, once somebody has asked.
    hands: [OnceCell<Hand<M::Key>>; 2],
}

/// The widest wheel to one side that the allowance pays for.
struct Hand<K> {
    pivot: Vec2,
    radius: f64,
    widest: Cdeg,
    /// As much of it as is free, and who is met at the end of that.
    free: Cdeg,
    met: Option<(K, Hit)>,
    /// So much of it as somebody has followed over the ground.
    begun: RefCell<Begun>,
}

impl<M: Mover> Fan<M> {
    pub fn new(mover: M, from: Pose, ahead: Um, allowance: f64) -> Fan<M> {
        let mut start = Run::from(from);
        if ahead > 0 {
            start.ahead(&mover, &mut Way::open(0.0), f64::from(ahead), allowance, |_| true);
        }
        let body = mover.body_at(start.pose);
        Fan { mover, allowance, start, body, hands: [OnceCell::new(), OnceCell::new()] }
    }

    fn left(&self) -> f64 {
        (self.allowance - self.start.spent).max(0.0)
    }

    fn hand(&self, left: bool) -> &Hand<M::Key> {
        self.hands[usize::from(!left)].get_or_init(|| {
            let half = if left { -FULL_TURN / 2 } else { FULL_TURN / 2 };
            let (pivot, radius, by) = wheel_on(&self.body, half, self.left());
            let (free, met) = self.mover.meets_turning(&self.body, pivot, by);
            Hand { pivot, radius, widest: by.abs(), free: free.abs(), met, begun: RefCell::default() }
        })
    }

    /// Whether a wheel of at most half a circle certainly ends at somebody else, for it takes the mover no farther than
    /// that.
    fn is_barred(&self, wheel: Cdeg, target: impl Fn(M::Key) -> bool) -> bool {
        let hand = self.hand(wheel < 0);
        wheel.abs() > hand.free && hand.met.is_some_and(|(who, _)| !target(who))
    }

    /// Whether the path with a wheel of at most half a circle, or without one, gets to somebody. Its run home is looked at
    /// only if it may lead there.
    pub fn leads_to(&self, wheel: Cdeg, target: impl Fn(M::Key) -> bool) -> bool {
        let mut run = self.start.clone();
        let ended = |run: &Run<M::Key, M::Bar>| run.met.is_some() || run.stopped.is_some();
        if !ended(&run) && wheel != 0 {
            if self.is_barred(wheel, &target) {
                return false;
            }
            let hand = self.hand(wheel < 0);
            let by = wheel.abs().min(hand.widest) * wheel.signum();
            // Short of whoever bars the widest wheel nobody is met.
            let (by, met) = match hand.met.is_some() && by.abs() >= hand.free {
                true => self.mover.meets_turning(&self.body, hand.pivot, by),
                false => (by, None),
            };
            let begun = &mut hand.begun.borrow_mut();
            run.wheel_over(&self.mover, &self.body, (hand.pivot, hand.radius, by), met, self.left(), begun);
        }
        if !ended(&run) {
            let hopeful = |met: Option<M::Key>| met.is_some_and(&target);
            run.ahead(&self.mover, &mut Way::open(0.0), self.allowance, self.allowance, hopeful);
        }
        run.met.is_some_and(|(who, _)| target(who))
    }
}
