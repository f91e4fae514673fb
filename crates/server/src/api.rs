//! The calls, as `docs/server.md` lists them. A handler reads what was asked, lets the house do it, and answers.

use crate::house::{House, check_decision, check_decisions, seat_named, up_to_date};
use crate::problem::Problem;
use axum::Json;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, FromRequest, FromRequestParts, Path, Query, Request, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, Router, get, post};
use kernel::odds::{Horizon, Odds, Search};
use kernel::scene::Zone;
use kernel::{Aim, Aimed, Common, Deed, Fact, Plan, Post, Seat, Wish};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::task::spawn_blocking;
use view::shapes::{
    Branch, Created, Decide, Decided, Ground, Judged, Kept, Looks, NewBattle, Pace, Players, Report, Shelf, Told, Undo,
};
use view::{Position, views};

/// The largest body of a call, and of a journal that is brought.
const LARGEST_BODY: usize = 256 << 10;
const LARGEST_JOURNAL: usize = 16 << 20;

pub fn router() -> Router<House> {
    Router::new()
        .route("/shelf", call(get(shelf)))
        .route("/shelf/{battle}", call(get(battle_page)))
        .route("/rules/{id}", call(get(crate::reading::rule)))
        .route("/lessons/{rulebook}", call(get(crate::reading::lesson)))
        .route("/charts/{rulebook}", call(get(crate::reading::charts)))
        .route("/meanings/{rulebook}", call(get(crate::reading::meanings)))
        .route("/journals", call(post(upload)).layer(DefaultBodyLimit::max(LARGEST_JOURNAL)))
        .route("/battles", call(get(battles).post(create)))
        .route("/battles/{id}", call(get(view)))
        .route("/battles/{id}/ground", call(get(ground)))
        .route("/battles/{id}/looks", call(get(looks)))
        .route("/battles/{id}/decisions", call(post(decide)))
        .route("/battles/{id}/undo", call(post(undo)))
        .route("/battles/{id}/pace", call(get(pace).post(set_pace)))
        .route("/battles/{id}/branch", call(post(branch)))
        .route("/battles/{id}/aim", call(post(aim)))
        .route("/battles/{id}/plan", call(post(plan)))
        .route("/battles/{id}/common", call(post(common)))
        .route("/battles/{id}/judge", call(get(judge)))
        .route("/battles/{id}/odds", call(get(odds)))
        .route("/battles/{id}/card", call(get(card)))
        .route("/battles/{id}/overlay", call(get(overlay)))
        .route("/battles/{id}/roster", call(get(roster)))
        .route("/battles/{id}/story", call(get(story)))
        .route("/battles/{id}/report", call(get(report)))
        .route("/battles/{id}/journal", call(get(journal)))
        .route("/battles/{id}/live", call(get(crate::live::live)))
        .fallback(|| async { Problem::missing("there is no such call", "docs/server.md lists the calls") })
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
}

/// A path that knows some methods says of the others that they are wrong.
fn call(methods: MethodRouter<House>) -> MethodRouter<House> {
    methods.fallback(|| async {
        let instead = "docs/server.md says which calls are GET and which are POST";
        Problem::new(StatusCode::METHOD_NOT_ALLOWED, "this call is made with another method", instead)
    })
}

/// A body of JSON.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, Problem> {
        let bytes = whole(request, state).await?;
        let read = serde_json::from_slice(&bytes);
        read.map(Body).map_err(|error| Problem::wrong(format!("the request is not understood: {error}"), SHAPES))
    }
}

const SHAPES: &str = "JSON in the shape that docs/server.md names";

async fn whole<S: Send + Sync>(request: Request, state: &S) -> Result<Bytes, Problem> {
    Bytes::from_request(request, state).await.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => {
            Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "the request is too large", "a smaller one")
        }
        _ => Problem::wrong("the request was cut off", "send it again"),
    })
}

/// What stands behind the question mark.
pub struct Ask<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Ask<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Ask<T>, Problem> {
        let read = Query::try_from_uri(&parts.uri).map(|Query(asked)| Ask(asked));
        read.map_err(|rejection| {
            Problem::wrong(rejection.body_text(), "docs/server.md says what stands behind the question mark")
        })
    }
}

/// A word out of the path.
pub struct Word(pub String);

impl<S: Send + Sync> FromRequestParts<S> for Word {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Word, Problem> {
        let word = Path::<String>::from_request_parts(parts, state).await;
        word.map(|Path(word)| Word(word)).map_err(|_| Problem::wrong("the path is not text", "letters in UTF-8"))
    }
}

type Answer<T> = Result<Json<T>, Problem>;

#[derive(Deserialize)]
pub struct Who {
    seat: Option<String>,
    at: Option<usize>,
    #[serde(default)]
    from: usize,
    /// Names of looks.
    #[serde(default)]
    wanted: String,
}

async fn shelf(State(house): State<House>) -> Answer<Shelf> {
    Ok(Json(house.library().await?.shelf.clone()))
}

async fn battle_page(State(house): State<House>, Word(key): Word) -> Result<Response, Problem> {
    let library = house.library().await?;
    Ok(Json(library.page(&key)?).into_response())
}

async fn battles(State(house): State<House>) -> Answer<Vec<Kept>> {
    Ok(Json(house.battles().await?))
}

async fn create(State(house): State<House>, Body(new): Body<NewBattle>) -> Answer<Created> {
    Ok(Json(Created { id: house.create(new).await? }))
}

#[derive(Deserialize)]
struct Brought {
    /// JSON: seats and their players.
    players: Option<String>,
}

async fn upload(State(house): State<House>, Ask(asked): Ask<Brought>, request: Request) -> Answer<Created> {
    let text = String::from_utf8(whole(request, &()).await?.to_vec())
        .map_err(|_| Problem::wrong("a journal is text", "the file as it was written, in UTF-8"))?;
    let players = asked.players.as_deref().map(serde_json::from_str::<Players>).transpose();
    let players = players.map_err(|error| Problem::wrong(format!("`players` is not understood: {error}"), SHAPES))?;
    Ok(Json(Created { id: house.upload(text, players).await? }))
}

/// The position that is asked about and the seat that asks.
async fn look(house: &House, id: &str, who: &Who) -> Result<(Arc<Position>, Option<Seat>), Problem> {
    let position = house.position(id, who.at).await?;
    let seat = who.seat.as_deref().map(|key| seat_named(&position, key)).transpose()?;
    Ok((position, seat))
}

async fn view(State(house): State<House>, Word(id): Word, Ask(who): Ask<Who>) -> Result<Response, Problem> {
    let text = match who.at {
        Some(_) => {
            let (position, seat) = look(&house, &id, &who).await?;
            Bytes::from(spawn_blocking(move || views::view(&id, &position, seat, true)?.to_json()).await??)
        }
        None => Bytes::from_owner(KeptView(house.view(&id, who.seat.as_deref()).await?)),
    };
    Ok(([(header::CONTENT_TYPE, "application/json")], text).into_response())
}

/// A view that is kept with its battle, to be sent as it lies there.
struct KeptView(Arc<str>);

impl AsRef<[u8]> for KeptView {
    fn as_ref(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

async fn ground(State(house): State<House>, Word(id): Word, Ask(who): Ask<Who>) -> Answer<Ground> {
    let (position, _) = look(&house, &id, &who).await?;
    Ok(Json(spawn_blocking(move || views::ground(&position)).await?))
}

async fn looks(State(house): State<House>, Word(id): Word, Ask(who): Ask<Who>) -> Answer<Looks> {
    let (position, seat) = look(&house, &id, &who).await?;
    Ok(Json(spawn_blocking(move || views::looks(position.shown(seat), seat, &who.wanted)).await?))
}

async fn decide(State(house): State<House>, Word(id): Word, Body(decide): Body<Decide>) -> Result<Response, Problem> {
    if decide.look.is_empty() {
        return Ok(Json(house.decide(id, decide).await?).into_response());
    }
    let text = house.decide_and_look(id, decide).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], text).into_response())
}

async fn undo(State(house): State<House>, Word(id): Word, Body(undo): Body<Undo>) -> Answer<Decided> {
    Ok(Json(house.undo(id, undo).await?))
}

async fn pace(State(house): State<House>, Word(id): Word) -> Result<Json<Pace>, Problem> {
    Ok(Json(house.pace_of(&id).await?))
}

async fn set_pace(State(house): State<House>, Word(id): Word, Body(pace): Body<Pace>) -> Result<Json<Pace>, Problem> {
    Ok(Json(house.set_pace(&id, pace).await?))
}

async fn branch(State(house): State<House>, Word(id): Word, Body(branch): Body<Branch>) -> Answer<Created> {
    Ok(Json(Created { id: house.branch(id, branch).await? }))
}

#[derive(Deserialize)]
struct Pointing {
    seat: String,
    n: Option<usize>,
}

async fn aim(
    State(house): State<House>,
    Word(id): Word,
    Ask(from): Ask<Pointing>,
    Body(aim): Body<Aim>,
) -> Answer<Option<Aimed>> {
    let (position, seat) = pointed(&house, &id, &from).await?;
    if ![aim.at.map_or(0.0, |[x, y]| x + y), aim.facing.unwrap_or(0.0)].iter().all(|number| number.is_finite()) {
        return Err(Problem::wrong("the hand points nowhere", "numbers that are finite"));
    }
    Ok(Json(spawn_blocking(move || position.door.aim(seat, &aim)).await?))
}

/// The most bodies that are led at once.
const MOST_BODIES: usize = 200;

/// The battle as the hand of a seat sees it.
async fn pointed(house: &House, id: &str, from: &Pointing) -> Result<(Arc<Position>, Seat), Problem> {
    let position = house.position(id, None).await?;
    let seat = seat_named(&position, &from.seat)?;
    from.n.map_or(Ok(()), |n| up_to_date(&position, seat, n))?;
    Ok((position, seat))
}

fn check_bodies(count: usize) -> Result<(), Problem> {
    if count <= MOST_BODIES {
        return Ok(());
    }
    Err(Problem::wrong(format!("{count} bodies cannot be led at once"), format!("at most {MOST_BODIES}")))
}

async fn plan(
    State(house): State<House>,
    Word(id): Word,
    Ask(from): Ask<Pointing>,
    Body(wishes): Body<Vec<Wish>>,
) -> Answer<Option<Plan>> {
    check_bodies(wishes.len())?;
    for wish in &wishes {
        match &wish.deed {
            Deed::Go { at: [x, y], facing } if ![*x, *y, facing.unwrap_or(0.0)].iter().all(|v| v.is_finite()) => {
                return Err(Problem::wrong("the hand points nowhere", "numbers that are finite"));
            }
            Deed::Like { words } => check_decision(words)?,
            _ => {}
        }
    }
    let (position, seat) = pointed(&house, &id, &from).await?;
    Ok(Json(spawn_blocking(move || position.door.plan(seat, &wishes)).await?))
}

async fn common(
    State(house): State<House>,
    Word(id): Word,
    Ask(from): Ask<Pointing>,
    Body(bodies): Body<Vec<u16>>,
) -> Answer<Vec<Common>> {
    check_bodies(bodies.len())?;
    let (position, seat) = pointed(&house, &id, &from).await?;
    Ok(Json(spawn_blocking(move || position.door.common(seat, &bodies)).await?))
}

#[derive(Deserialize)]
struct Weighing {
    seat: String,
    decision: String,
}

async fn weigh(house: &House, id: &str, key: &str) -> Result<(Arc<Position>, Seat), Problem> {
    let position = house.position(id, None).await?;
    let seat = seat_named(&position, key)?;
    if !position.door.awaiting().contains(&seat) {
        let instead = "ask while the seat is awaited";
        return Err(Problem::untimely(format!("{key} is not asked anything now"), instead));
    }
    Ok((position, seat))
}

async fn judge(State(house): State<House>, Word(id): Word, Ask(asked): Ask<Weighing>) -> Answer<Judged> {
    check_decision(&asked.decision)?;
    let (position, seat) = weigh(&house, &id, &asked.seat).await?;
    let judged = spawn_blocking(move || position.door.judge(seat, &asked.decision).err());
    Ok(Json(Judged { refusal: judged.await? }))
}

/// A deed whose odds are asked for: one decision on a line.
#[derive(Deserialize)]
struct Prospect {
    seat: String,
    decision: String,
    #[serde(default)]
    until: Horizon,
}

/// How long somebody who points at an answer waits for its odds.
const PATIENCE: Duration = Duration::from_millis(220);

async fn odds(State(house): State<House>, Word(id): Word, Ask(asked): Ask<Prospect>) -> Answer<Odds> {
    check_decisions(&asked.decision.lines().collect::<Vec<_>>())?;
    let (position, seat) = weigh(&house, &id, &asked.seat).await?;
    let reckoned = spawn_blocking(move || {
        let deed: Vec<&str> = asked.decision.lines().collect();
        let search = Search { horizon: asked.until, samples: 2_000, ..Search::default() };
        let start = Instant::now();
        position.door.odds(seat, &deed, &search, &|| 1.0 - start.elapsed().div_duration_f64(PATIENCE))
    });
    reckoned.await?.map(Json).map_err(Problem::refused)
}

#[derive(Deserialize)]
struct About {
    seat: Option<String>,
    at: Option<usize>,
    body: u16,
    #[serde(default)]
    what: String,
}

impl About {
    fn who(&self) -> Who {
        Who { seat: self.seat.clone(), at: self.at, from: 0, wanted: String::new() }
    }
}

async fn card(State(house): State<House>, Word(id): Word, Ask(about): Ask<About>) -> Answer<Vec<Fact>> {
    let (position, seat) = look(&house, &id, &about.who()).await?;
    Ok(Json(spawn_blocking(move || views::card(position.shown(seat), seat, about.body)).await?))
}

async fn overlay(State(house): State<House>, Word(id): Word, Ask(about): Ask<About>) -> Answer<Vec<Zone>> {
    let (position, seat) = look(&house, &id, &about.who()).await?;
    let known: Vec<&str> = position.door.overlays().iter().map(|spec| spec.key).collect();
    if !known.contains(&about.what.as_str()) {
        let what = format!("there is no overlay `{}`", crate::house::brief(&about.what));
        let instead = if known.is_empty() { "this rulebook has none".into() } else { known.join(", ") };
        return Err(Problem::wrong(what, instead));
    }
    Ok(Json(spawn_blocking(move || position.shown(seat).overlay(seat, about.body, &about.what)).await?))
}

async fn roster(State(house): State<House>, Word(id): Word, Ask(who): Ask<Who>) -> Answer<Vec<Post>> {
    let (position, seat) = look(&house, &id, &who).await?;
    Ok(Json(spawn_blocking(move || position.shown(seat).roster(seat)).await?))
}

async fn story(State(house): State<House>, Word(id): Word, Ask(who): Ask<Who>) -> Answer<Vec<Told>> {
    let (position, seat) = look(&house, &id, &Who { at: None, ..who }).await?;
    Ok(Json(spawn_blocking(move || position.story(seat, who.from)).await?))
}

async fn report(State(house): State<House>, Word(id): Word) -> Answer<Report> {
    let position = house.position(&id, None).await?;
    if position.door.outcome().is_none() {
        return Err(Problem::untimely("the battle is not over", "play it to the end; the story tells it so far"));
    }
    Ok(Json(spawn_blocking(move || view::report::report(&position)).await??))
}

async fn journal(State(house): State<House>, Word(id): Word, Ask(who): Ask<Who>) -> Result<Response, Problem> {
    let (position, seat) = look(&house, &id, &Who { at: None, ..who }).await?;
    let (text, whole) = spawn_blocking(move || position.journal_for(seat)).await?;
    let name = format!("{}.{}", file_name(&id), if whole { "journal" } else { "excerpt" });
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ];
    Ok((headers, text).into_response())
}

fn file_name(id: &str) -> String {
    id.chars().filter(char::is_ascii_alphanumeric).collect()
}
