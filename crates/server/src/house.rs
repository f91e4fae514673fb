//! The house in which battles are kept: the file, the battles that are open in memory, and the one way to change them.

use crate::beginnings::Beginnings;
use crate::open::{Open, Slot};
use crate::problem::Problem;
use crate::store::{Answer, Change, FileFault, Fresh, Stand, Store};
use axum::http::StatusCode;
use commander::Anyone;
use kernel::{Door, Header, Journal, Refusal, Seat};
use std::collections::VecDeque;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{OnceCell, watch};
use tokio::task::spawn_blocking;
use view::shapes::{Branch, Decide, Decided, Kept, NewBattle, Players, Undo};
use view::{PERSON, Position, views};

/// What the battles that are kept open in memory may weigh, unless told. All can be found again by playing journals.
pub const MEMORY: usize = 512 << 20;
/// Earlier positions of battles that are kept: they share nearly everything with the battles.
const MOST_PAST: usize = 24;

/// The longest plan for a whole army, and the longest decision and name of a request.
const MOST_DECISIONS: usize = 900;
pub const LONGEST_DECISION: usize = 1_000;
const LONGEST_REQUEST: usize = 100;
/// The most people before one screen.
const MOST_LOOKING: usize = 16;
/// Numbers that JavaScript holds exactly.
const LARGEST_SEED: u64 = (1 << 53) - 1;

#[derive(Clone)]
pub struct House(Arc<Rooms>);

struct Rooms {
    store: Store,
    pace: Duration,
    open: Mutex<Open>,
    beginnings: Arc<Beginnings>,
    past: Mutex<VecDeque<(String, Arc<Position>)>>,
    pub shelf: OnceCell<Arc<crate::library::Library>>,
}

impl House {
    /// Opens the file; `pace` is how long commanders wait before each decision, so that people can follow.
    pub fn open(file: &Path, pace: Duration) -> Result<House, FileFault> {
        House::open_within(file, pace, MEMORY)
    }

    /// The same with another budget for the battles kept open, in bytes.
    pub fn open_within(file: &Path, pace: Duration, memory: usize) -> Result<House, FileFault> {
        Ok(House(Arc::new(Rooms {
            store: Store::open(file)?,
            pace,
            open: Mutex::new(Open::new(memory)),
            beginnings: Arc::default(),
            past: Mutex::default(),
            shelf: OnceCell::new(),
        })))
    }

    /// How many battles are open in memory, and what they weigh together in bytes.
    pub fn kept(&self) -> (usize, usize) {
        self.battles_open().kept()
    }

    fn battles_open(&self) -> MutexGuard<'_, Open> {
        self.0.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub async fn close(&self) {
        self.0.store.close().await;
    }

    pub fn pace(&self) -> Duration {
        self.0.pace
    }

    /// The rulebooks and battles that come with the program, opened once.
    pub async fn library(&self) -> Result<Arc<crate::library::Library>, Problem> {
        let make = || async { spawn_blocking(crate::library::Library::open).await?.map(Arc::new) };
        self.0.shelf.get_or_try_init(make).await.cloned()
    }

    pub async fn battles(&self) -> Result<Vec<Kept>, Problem> {
        let store = self.0.store.clone();
        spawn_blocking(move || store.list()).await?
    }

    /// Takes up commanders who were awaited when the server went down.
    pub async fn resume(&self) -> Result<(), Problem> {
        let store = self.0.store.clone();
        for id in spawn_blocking(move || store.commanded()).await?? {
            match self.slot(&id).await {
                Ok(slot) => self.wake(&slot),
                Err(problem) => tracing::warn!("battle {id} stays closed: {}", problem.what),
            }
        }
        Ok(())
    }

    /// The battle with that id, opened if it is not.
    pub async fn slot(&self, id: &str) -> Result<Arc<Slot>, Problem> {
        let slot = self.battles_open().find(id);
        if slot.position.initialized() {
            return Ok(slot);
        }
        let opened = slot
            .position
            .get_or_try_init(|| async { Ok::<_, Problem>(watch::Sender::new(Arc::new(self.load(id).await?))) });
        let opened = opened.await.map(drop);
        let mut open = self.battles_open();
        match opened {
            Ok(()) => open.weigh(id),
            Err(_) => open.forget(id),
        }
        opened.map(|()| Arc::clone(&slot))
    }

    /// What a seat is shown of a battle as it stands, as JSON.
    pub async fn view(&self, id: &str, seat: Option<&str>) -> Result<Arc<str>, Problem> {
        let slot = self.slot(id).await?;
        let position = slot.position()?;
        let seat = seat.map(|key| seat_named(&position, key)).transpose()?;
        let of = slot.id.clone();
        let view = spawn_blocking(move || position.view(&of, seat)).await??;
        self.battles_open().weigh(id);
        Ok(view)
    }

    async fn load(&self, id: &str) -> Result<Position, Problem> {
        let (store, beginnings, id) = (self.0.store.clone(), Arc::clone(&self.0.beginnings), id.to_owned());
        let rebuild = move || {
            let saved = store.load(&id)?.ok_or_else(|| no_battle(&id))?;
            beginnings.rebuild(&saved.journal, Arc::new(saved.players), saved.epoch)
        };
        spawn_blocking(rebuild).await?
    }

    /// The battle after `at` decisions, or as it stands.
    pub async fn position(&self, id: &str, at: Option<usize>) -> Result<Arc<Position>, Problem> {
        let now = self.slot(id).await?.position()?;
        match at {
            None => Ok(now),
            Some(at) if at == now.n() => Ok(now),
            Some(at) if at > now.n() => {
                Err(Problem::missing(format!("the battle has no decision {at} yet"), format!("0 to {}", now.n())))
            }
            Some(at) => self.earlier(id, now, at).await,
        }
    }

    async fn earlier(&self, id: &str, now: Arc<Position>, at: usize) -> Result<Arc<Position>, Problem> {
        let ended = now.door.outcome().is_some();
        let known = self.remembered(id, now.epoch, ended, at);
        if let Some(position) = known.as_ref().filter(|position| position.n() == at) {
            return Ok(Arc::clone(position));
        }
        let found = spawn_blocking(move || {
            let journal = now.door.journal();
            let mut position = match known {
                Some(known) => known.fork(),
                None => now.begin_like(journal, Arc::clone(&now.players), now.epoch)?,
            };
            position.ended = ended;
            for record in journal.records.since(position.n()).take(at - position.n()) {
                position.replay(record)?;
            }
            Ok::<_, Problem>(Arc::new(position))
        });
        let found = found.await??;
        let mut past = self.0.past.lock().unwrap_or_else(PoisonError::into_inner);
        past.push_back((id.to_owned(), Arc::clone(&found)));
        while past.len() > MOST_PAST {
            past.pop_front();
        }
        Ok(found)
    }

    /// The latest position of the battle in memory that is not beyond `at`.
    fn remembered(&self, id: &str, epoch: u64, ended: bool, at: usize) -> Option<Arc<Position>> {
        let past = self.0.past.lock().unwrap_or_else(PoisonError::into_inner);
        let is_of_it = |of: &str, position: &Position| of == id && (position.epoch, position.ended) == (epoch, ended);
        let of_it = past.iter().filter(|(of, position)| is_of_it(of, position) && position.n() <= at);
        of_it.map(|(_, position)| position).max_by_key(|position| position.n()).cloned()
    }

    pub async fn create(&self, new: NewBattle) -> Result<String, Problem> {
        let house = self.clone();
        tokio::spawn(async move { house.create_now(new).await }).await?
    }

    async fn create_now(&self, new: NewBattle) -> Result<String, Problem> {
        // Who names the seed wants the same journal again, byte for byte.
        let salt = if new.seed.is_none() { Some(random_salt()?) } else { None };
        let seed = new.seed.map_or_else(random_seed, Ok)?;
        if seed > LARGEST_SEED {
            return Err(Problem::wrong("the seed is too large", format!("a whole number up to {LARGEST_SEED}")));
        }
        let beginnings = Arc::clone(&self.0.beginnings);
        let begun = spawn_blocking(move || begin_new(&beginnings, &new, seed, salt)).await??;
        let id = random_id()?;
        self.keep(&id, begun, None).await?;
        Ok(id)
    }

    /// A battle out of a journal that somebody brought.
    pub async fn upload(&self, text: String, players: Option<Players>) -> Result<String, Problem> {
        let house = self.clone();
        let task = async move {
            let beginnings = Arc::clone(&house.0.beginnings);
            let position = spawn_blocking(move || take_up(&beginnings, &text, players)).await??;
            let id = random_id()?;
            house.keep(&id, position, None).await?;
            Ok(id)
        };
        tokio::spawn(task).await?
    }

    /// Takes a new battle in: into the file, and open.
    async fn keep(&self, id: &str, position: Position, answer: Option<(String, Answer)>) -> Result<(), Problem> {
        self.0.store.add(fresh(id, &position, answer)).await?;
        let slot = self.battles_open().find(id);
        slot.position.get_or_init(|| async { watch::Sender::new(Arc::new(position)) }).await;
        self.battles_open().weigh(id);
        self.wake(&slot);
        Ok(())
    }

    /// Plays a seat's decisions.
    pub async fn decide(&self, id: String, decide: Decide) -> Result<Decided, Problem> {
        self.decide_by(id, decide, None).await.map(|(decided, _)| decided)
    }

    async fn decide_by(
        &self,
        id: String,
        decide: Decide,
        look: Option<Look>,
    ) -> Result<(Decided, Option<String>), Problem> {
        let house = self.clone();
        // In a task of its own: a caller who hangs up must not leave memory and file apart.
        tokio::spawn(async move { house.decide_now(&id, decide, look).await }).await?
    }

    /// The same, and what the page needs to go on from there, as JSON.
    pub async fn decide_and_look(&self, id: String, decide: Decide) -> Result<String, Problem> {
        if decide.look.len() > MOST_LOOKING {
            return Err(Problem::wrong(
                "so many do not look at one screen",
                format!("`look` with up to {MOST_LOOKING}"),
            ));
        }
        let slot = self.slot(&id).await?;
        let before = slot.position()?;
        let seat = seat_named(&before, &decide.seat)?;
        let others = decide.look.iter().map(|key| seat_named(&before, key)).collect::<Result<Vec<Seat>, Problem>>()?;
        let look = Look { by: (seat, decide.n), others };
        let (decided, looked) = self.decide_by(id.clone(), decide, Some(look.clone())).await?;
        let looked = match looked {
            Some(looked) => looked,
            // It was answered before: now the battle is shown as it stands.
            None => {
                let (position, of) = (slot.position()?, id.clone());
                spawn_blocking(move || look.answer(&of, &position, decided)).await??
            }
        };
        self.battles_open().weigh(&id);
        Ok(looked)
    }

    /// What was decided and, where somebody looks and it was not decided before, the answer with what he is shown.
    async fn decide_now(
        &self,
        id: &str,
        decide: Decide,
        look: Option<Look>,
    ) -> Result<(Decided, Option<String>), Problem> {
        check_request(&decide.request)?;
        check_decisions(&decide.decisions)?;
        let slot = self.slot(id).await?;
        let turn = slot.turn.lock().await;
        let (store, before, id) = (self.0.store.clone(), slot.position()?, id.to_owned());
        let played = spawn_blocking(move || match store.answered(&id, &decide.request)? {
            Some(answer) => Ok(Played::Before(serde_json::from_str(&answer)?)),
            None => {
                let seat = admit(&before, &decide.seat, decide.n)?;
                let (after, decided) = play_all(&before, seat, &decide)?;
                Ok::<_, Problem>(Played::Now(Arc::new(after), decided, decide.request))
            }
        });
        let (after, decided, request) = match played.await?? {
            Played::Before(decided) => return Ok((decided, None)),
            Played::Now(after, decided, request) => (after, decided, request),
        };
        let answer = Answer { request, text: serde_json::to_string(&decided)? };
        // What will be shown is made while the file takes the change in; it is handed out when that is done.
        let looked = look.map(|look| {
            let (of, after, decided) = (slot.id.clone(), Arc::clone(&after), decided.clone());
            spawn_blocking(move || look.answer(&of, &after, decided))
        });
        self.settle(&slot, after, false, Some(answer)).await?;
        drop(turn);
        self.wake(&slot);
        Ok(match looked {
            Some(looked) => (decided, Some(looked.await??)),
            None => (decided, None),
        })
    }

    /// Lets a commander take the decision of a seat that is awaited; whether there was one. The caller holds the turn.
    pub async fn command(&self, slot: &Slot) -> Result<bool, Problem> {
        let before = slot.position()?;
        let Some(seat) = commanded_seat(&before) else { return Ok(false) };
        let after = spawn_blocking(move || crate::commanders::play(&before, seat)).await??;
        self.settle(slot, Arc::new(after), false, None).await?;
        Ok(true)
    }

    /// Takes back what a seat may take back.
    pub async fn undo(&self, id: String, undo: Undo) -> Result<Decided, Problem> {
        let house = self.clone();
        tokio::spawn(async move { house.undo_now(&id, &undo).await }).await?
    }

    async fn undo_now(&self, id: &str, undo: &Undo) -> Result<Decided, Problem> {
        check_request(&undo.request)?;
        let slot = self.slot(id).await?;
        let turn = slot.turn.lock().await;
        if let Some(answer) = self.answered(id, &undo.request).await? {
            return Ok(serde_json::from_str(&answer)?);
        }
        let now = slot.position()?;
        let seat = seat_named(&now, &undo.seat)?;
        up_to_date(&now, seat, undo.n)?;
        let most = now.undoable(seat);
        let count = undo.count.unwrap_or(most);
        if count == 0 || count > most {
            let what =
                if most == 0 { "nothing can be taken back".into() } else { format!("only {most} can be taken back") };
            let instead =
                "dice that have fallen and what another player has decided stand; branch a new battle instead";
            return Err(Problem::untimely(what, instead));
        }
        let at = now.n() - count;
        let epoch = now.epoch + 1;
        let mut back = self.earlier(id, now, at).await?.fork();
        (back.epoch, back.ended) = (epoch, false);
        let decided = Decided { n: at, played: 0, refusal: None };
        let answer = Answer { request: undo.request.clone(), text: serde_json::to_string(&decided)? };
        self.settle(&slot, Arc::new(back), true, Some(answer)).await?;
        drop(turn);
        self.wake(&slot);
        Ok(decided)
    }

    /// A new battle that begins with the first decisions of another.
    pub async fn branch(&self, id: String, branch: Branch) -> Result<String, Problem> {
        let house = self.clone();
        tokio::spawn(async move { house.branch_now(&id, branch).await }).await?
    }

    async fn branch_now(&self, id: &str, branch: Branch) -> Result<String, Problem> {
        check_request(&branch.request)?;
        let slot = self.slot(id).await?;
        let _turn = slot.turn.lock().await;
        if let Some(answer) = self.answered(id, &branch.request).await? {
            return Ok(answer);
        }
        let now = slot.position()?;
        if now.first_withheld(None).is_some_and(|sealed| branch.at >= sealed) {
            let instead = "wait until both sides have answered, or begin the branch earlier";
            return Err(Problem::untimely("what both sides have ordered there is still sealed", instead));
        }
        let from = self.position(id, Some(branch.at)).await?;
        let players = seated(from.door.as_ref(), &branch.players)?;
        let mut journal = from.door.journal().clone();
        journal.header_mut().players.clone_from(&players);
        let beginnings = Arc::clone(&self.0.beginnings);
        let position = spawn_blocking(move || beginnings.rebuild(&journal, Arc::new(players), 0)).await??;
        let new = random_id()?;
        let answer = Answer { request: branch.request, text: new.clone() };
        self.keep(&new, position, Some((id.to_owned(), answer))).await?;
        Ok(new)
    }

    async fn answered(&self, id: &str, request: &str) -> Result<Option<String>, Problem> {
        let (store, id, request) = (self.0.store.clone(), id.to_owned(), request.to_owned());
        spawn_blocking(move || store.answered(&id, &request)).await?
    }

    /// Writes a new position down and then shows it: what has been answered is in the file.
    async fn settle(
        &self,
        slot: &Slot,
        after: Arc<Position>,
        rewinds: bool,
        answer: Option<Answer>,
    ) -> Result<(), Problem> {
        let keep = if rewinds { after.n() } else { slot.position()?.n() };
        let change = Change {
            id: slot.id.clone(),
            keep,
            added: after.door.journal().records.since(keep).cloned().collect(),
            rewinds,
            stand: stand(after.door.as_ref()),
            answer,
        };
        if let Err(problem) = self.0.store.change(change).await {
            // Nobody knows whether it was written: what counts is in the file.
            if let Ok(saved) = self.load(&slot.id).await {
                slot.replace(Arc::new(saved));
            }
            return Err(problem);
        }
        slot.replace(after);
        self.battles_open().weigh(&slot.id);
        Ok(())
    }
}

/// What came of a request to decide.
enum Played {
    /// It was answered before, and did nothing now.
    Before(Decided),
    /// It leads to a new position, which is to be written down.
    Now(Arc<Position>, Decided, String),
}

/// Who looks after a decision: the seat that decides, what it had heard of, and others before the same screen.
#[derive(Clone)]
struct Look {
    by: (Seat, usize),
    others: Vec<Seat>,
}

impl Look {
    /// The answer to the decision, as JSON.
    fn answer(&self, id: &str, position: &Position, decided: Decided) -> Result<String, Problem> {
        Ok(views::look(id, position, decided, self.by, &self.others)?.to_json()?)
    }
}

/// The first awaited seat that a commander plays.
pub fn commanded_seat(position: &Position) -> Option<Seat> {
    position.door.awaiting().into_iter().find(|&seat| position.player(seat) != PERSON)
}

/// Plays decisions one after another until somebody else is asked, or dice fall: those of a plan for several bodies go on where
/// the next is legal still.
fn play_all(before: &Position, seat: Seat, decide: &Decide) -> Result<(Position, Decided), Problem> {
    let mut after = before.fork();
    let mut refusal: Option<Refusal> = None;
    for decision in &decide.decisions {
        if let Err(no) = after.play(seat, decision) {
            refusal = Some(no);
            break;
        }
        let dice_fell = after.tales.last().is_some_and(|tale| !tale.dice.is_empty());
        if dice_fell && !decide.through || after.door.awaiting() != [seat] {
            break;
        }
    }
    let played = after.n() - before.n();
    match refusal {
        Some(refusal) if played == 0 => Err(Problem::refused(refusal)),
        refusal => {
            let decided = Decided { n: after.n(), played, refusal };
            Ok((after, decided))
        }
    }
}

/// A person who looks at the battle as it stands, and is asked.
fn admit(position: &Position, key: &str, n: usize) -> Result<Seat, Problem> {
    let seat = seat_named(position, key)?;
    up_to_date(position, seat, n)?;
    if position.player(seat) != PERSON {
        let what = format!("{key} is played by a commander ({})", position.player(seat));
        return Err(Problem::untimely(what, "decide for a seat that a person plays"));
    }
    let awaited = position.door.awaiting();
    if !awaited.contains(&seat) {
        let asked: Vec<String> = awaited.iter().map(|&seat| position.key_of(seat)).collect();
        let instead = match asked.as_slice() {
            [] => "nothing: the battle is over".into(),
            asked => format!("wait for {}", asked.join(" and ")),
        };
        return Err(Problem::untimely(format!("{key} is not asked anything now"), instead));
    }
    Ok(seat)
}

/// What the other side has answered meanwhile under seal does not make a seat's view old.
pub fn up_to_date(position: &Position, seat: Seat, n: usize) -> Result<(), Problem> {
    if n == position.n() || n < position.n() && position.has_seen_nothing_since(seat, n) {
        return Ok(());
    }
    let what = format!("this was decided for a view after {n} decisions; {} have been taken", position.n());
    Err(Problem::untimely(what, "look at the battle as it stands now, and decide again"))
}

pub fn seat_named(position: &Position, key: &str) -> Result<Seat, Problem> {
    position.seat(key).ok_or_else(|| no_seat(position.door.as_ref(), key))
}

fn no_seat(door: &dyn Door, key: &str) -> Problem {
    let seats: Vec<&str> = door.seats().iter().map(|card| card.key.as_str()).collect();
    Problem::missing(format!("there is no seat `{}`", brief(key)), seats.join(" or "))
}

fn no_battle(id: &str) -> Problem {
    Problem::missing(format!("there is no battle `{}` here", brief(id)), "one from the list of battles")
}

/// A stranger's words, short enough to be quoted.
pub fn brief(words: &str) -> String {
    let start: String = words.chars().take(60).collect();
    if start.len() < words.len() { format!("{start}…") } else { start }
}

fn check_request(request: &str) -> Result<(), Problem> {
    if (1..=LONGEST_REQUEST).contains(&request.len()) {
        return Ok(());
    }
    Err(Problem::wrong(
        "`request` must name the request",
        format!("1 to {LONGEST_REQUEST} letters, new for each request"),
    ))
}

pub fn check_decisions<S: AsRef<str>>(decisions: &[S]) -> Result<(), Problem> {
    if !(1..=MOST_DECISIONS).contains(&decisions.len()) {
        return Err(Problem::wrong(
            format!("{} decisions cannot be taken at once", decisions.len()),
            format!("1 to {MOST_DECISIONS}"),
        ));
    }
    check_decision(decisions.iter().map(AsRef::as_ref).max_by_key(|decision| decision.len()).unwrap_or_default())
}

pub fn check_decision(decision: &str) -> Result<(), Problem> {
    if decision.len() <= LONGEST_DECISION {
        return Ok(());
    }
    let what = format!("no decision has {} letters", decision.len());
    Err(Problem::wrong(what, format!("one from the menu, at most {LONGEST_DECISION} letters")))
}

/// Who sits at each seat: a seat that is left out is a person's.
fn seated(door: &dyn Door, given: &Players) -> Result<Players, Problem> {
    let known = |name: &str| name == PERSON || Anyone::NAMES.contains(&name);
    for (key, name) in given {
        if !door.seats().iter().any(|card| card.key == *key) {
            return Err(Problem { status: StatusCode::BAD_REQUEST, ..no_seat(door, key) });
        }
        if !known(name) {
            let what = format!("there is no player `{}`", brief(name));
            return Err(Problem::wrong(what, format!("{PERSON}, {}", Anyone::NAMES.join(", "))));
        }
    }
    let player = |key: &String| given.get(key).cloned().unwrap_or_else(|| PERSON.into());
    Ok(door.seats().iter().map(|card| (card.key.clone(), player(&card.key))).collect())
}

fn begin_new(beginnings: &Beginnings, new: &NewBattle, seed: u64, salt: Option<u128>) -> Result<Position, Problem> {
    let like = beginnings.set_up(&new.battle, &new.options)?;
    let players = seated(like.door.as_ref(), &new.players)?;
    let header = like.door.journal().header.as_ref().clone();
    let header = Header { players: players.clone(), seed: Some(seed), salt, ..header };
    Ok(like.begin_anew(header, Arc::new(players)))
}

/// A journal that was brought here: its players are kept where they are known here, unless others are named.
fn take_up(beginnings: &Beginnings, text: &str, players: Option<Players>) -> Result<Position, Problem> {
    let unreadable = |words: String| {
        Problem::parted(StatusCode::UNPROCESSABLE_ENTITY, &words, "a journal that Caracole has written")
    };
    let mut journal = Journal::parse(text).map_err(|fault| unreadable(fault.to_string()))?;
    let door = shelf::resume(journal.clone()).map_err(|problem| unreadable(problem.to_string()))?;
    let players = players.unwrap_or_else(|| {
        let mut named = journal.header.players.clone();
        named.retain(|_, name| Anyone::NAMES.contains(&name.as_str()));
        named
    });
    let players = seated(door.as_ref(), &players)?;
    journal.header_mut().players.clone_from(&players);
    beginnings.rebuild(&journal, Arc::new(players), 0)
}

/// A battle as the file takes it in.
fn fresh(id: &str, position: &Position, answer: Option<(String, Answer)>) -> Fresh {
    let journal = position.door.journal();
    Fresh {
        id: id.into(),
        title: views::title(position.door.as_ref()),
        rulebook: journal.header.rulebook.clone(),
        battle: journal.header.battle.clone(),
        header: journal.bare().to_text(),
        records: journal.records.iter().cloned().collect(),
        players: position.players.as_ref().clone(),
        stand: stand(position.door.as_ref()),
        answer,
    }
}

fn stand(door: &dyn Door) -> Stand {
    Stand { clock: door.clock().to_string(), result: door.outcome().map(|outcome| outcome.words) }
}

fn random_bytes() -> Result<[u8; 8], Problem> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).map_err(|error| Problem::ours("this machine gives no random numbers", error))?;
    Ok(bytes)
}

/// A short seed is easier to tell a friend.
fn random_seed() -> Result<u64, Problem> {
    Ok(u64::from_le_bytes(random_bytes()?) >> 32)
}

/// A number that keeps what is sealed in an excerpt from being found out by trying.
fn random_salt() -> Result<u128, Problem> {
    let half = || random_bytes().map(|bytes| u128::from(u64::from_le_bytes(bytes)));
    Ok(half()? << 64 | half()?)
}

fn random_id() -> Result<String, Problem> {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let word = u64::from_le_bytes(random_bytes()?);
    Ok((0..12).map(|index| char::from(LETTERS[(word >> (5 * index)) as usize & 31])).collect())
}
