//! Many battles at once, played over HTTP and WebSocket against a real server on this machine, and what that cost.
//!
//! `make load` builds the program and runs this. The server is the program itself, started on a free port of the loopback with a
//! file of its own, and ended afterwards; the figures for processor and memory are its own, not those of this generator.
//!
//! Each battle has two persons. A client takes its battles in turn: it takes any decision of the menu of the seat that is awaited,
//! looks with the eyes of both seats, and goes on to the next battle; so between two decisions of a battle all others have
//! theirs. Everybody listens: a battle has a line for each seat, as two open pages would have.

mod figures;
mod line;
mod server;

use figures::{Figures, Taken};
use futures_util::StreamExt;
use line::Line;
use serde::Deserialize;
use serde_json::json;
use server::Server;
use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

pub type Fault = Box<dyn Error + Send + Sync>;

const USAGE: &str = "load PROGRAM [--battles 1000] [--clients 16] [--seconds 20] [--deep 0] [--lines 1] [--kinds a,b]

  --battles  how many are live at once, up to 5000
  --clients  how many play at the same time, up to 256
  --seconds  how long they play, up to 600
  --deep     one battle more, a long one, played alone to so many decisions: what the first hundred cost, and what the last
  --lines    0: nobody listens
  --kinds    battles to choose from, by their keys; the last of them is the deep one";

/// A battle that, played at random, goes on for more than a thousand decisions.
const LONG: &str = "edgehill";

/// What is asked for, within bounds.
pub struct Plan {
    program: String,
    battles: usize,
    clients: usize,
    seconds: u64,
    deep: usize,
    lines: bool,
    kinds: Vec<String>,
    long: String,
}

impl Plan {
    fn read(mut words: impl Iterator<Item = String>) -> Result<Plan, Fault> {
        let program = words.next().ok_or(USAGE)?;
        let kinds = ["first-blood", "wing-against-wing", "hopton-heath", "naseby"].map(str::to_owned).to_vec();
        let (lines, long) = (true, LONG.to_owned());
        let mut plan = Plan { program, battles: 1_000, clients: 16, seconds: 20, deep: 0, lines, kinds, long };
        while let Some(word) = words.next() {
            let value = words.next().ok_or(USAGE)?;
            match word.as_str() {
                "--battles" => plan.battles = value.parse::<usize>()?.clamp(1, 5_000),
                "--clients" => plan.clients = value.parse::<usize>()?.clamp(1, 256),
                "--seconds" => plan.seconds = value.parse::<u64>()?.clamp(1, 600),
                "--deep" => plan.deep = value.parse::<usize>()?.min(20_000),
                "--lines" => plan.lines = value != "0",
                "--kinds" => {
                    plan.kinds = value.split(',').map(str::to_owned).collect();
                    plan.long = plan.kinds.last().cloned().unwrap_or_default();
                }
                _ => return Err(USAGE.into()),
            }
        }
        Ok(plan)
    }
}

/// A battle as its two pages have it.
struct Game {
    id: String,
    kind: usize,
    seats: Vec<String>,
    /// What the seat that is awaited was shown.
    view: Seen,
    lines: Vec<WebSocketStream<MaybeTlsStream<TcpStream>>>,
}

/// What is read of a view. Pages read all of it, but not on this machine.
#[derive(Deserialize)]
struct Seen {
    n: usize,
    epoch: u64,
    seat: Option<String>,
    seats: Vec<Seated>,
    awaiting: Vec<String>,
    asked: Option<Asked>,
}

#[derive(Deserialize)]
struct Seated {
    key: String,
}

#[derive(Deserialize)]
struct Asked {
    menu: Vec<Choice>,
}

#[derive(Deserialize)]
struct Choice {
    decision: String,
}

/// What is read of the answer to a decision.
#[derive(Deserialize)]
struct Looked {
    views: Vec<Seen>,
}

#[derive(Deserialize)]
struct Created {
    id: String,
}

fn main() {
    let played = Plan::read(std::env::args().skip(1)).and_then(|plan| {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        runtime.block_on(load(Arc::new(plan)))
    });
    if let Err(fault) = played {
        eprintln!("{fault}");
        std::process::exit(2);
    }
}

async fn load(plan: Arc<Plan>) -> Result<(), Fault> {
    let server = Server::start(&plan.program).await?;
    let begun = Instant::now();
    let next = Arc::new(AtomicUsize::new(0));
    let starters = (0..plan.clients)
        .map(|_| tokio::spawn(start_some(Arc::clone(&plan), server.address.clone(), Arc::clone(&next))));
    let mut hands = Vec::new();
    for starter in starters.collect::<Vec<_>>() {
        hands.push(starter.await??);
    }
    println!("{} battles set up in {:.1} s, {} MiB", plan.battles, begun.elapsed().as_secs_f64(), server.memory_mib());
    let figures = play(&plan, &server, hands).await?;
    figures.print(&server);
    if plan.deep > 0 {
        deep(&plan, &server).await?;
    }
    server.end().await
}

/// Sets battles up until there are enough, each with its lines.
async fn start_some(plan: Arc<Plan>, address: String, next: Arc<AtomicUsize>) -> Result<(Line, Vec<Game>), Fault> {
    let mut line = Line::connect(&address).await?;
    let mut games = Vec::new();
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= plan.battles {
            return Ok((line, games));
        }
        games.push(start(&plan, &address, &mut line, number).await?);
    }
}

async fn start(plan: &Plan, address: &str, line: &mut Line, number: usize) -> Result<Game, Fault> {
    let kind = number % plan.kinds.len();
    let new = json!({ "battle": plan.kinds[kind], "options": {}, "players": {}, "seed": number });
    let Created { id } = serde_json::from_slice(line.post("/api/battles", &new).await?)?;
    let view: Seen = line.get(&format!("/api/battles/{id}")).await?;
    let seats: Vec<String> = view.seats.into_iter().map(|seat| seat.key).collect();
    let awaited = view.awaiting.first().ok_or("nobody is awaited in a battle that has begun")?;
    let view = line.get(&format!("/api/battles/{id}?seat={awaited}")).await?;
    let mut lines = Vec::new();
    if plan.lines {
        for seat in &seats {
            lines.push(connect_async(format!("ws://{address}/api/battles/{id}/live?seat={seat}&n=0")).await?.0);
        }
    }
    Ok(Game { id, kind, seats, view, lines })
}

async fn play(plan: &Plan, server: &Server, hands: Vec<(Line, Vec<Game>)>) -> Result<Figures, Fault> {
    let before = server.processor();
    let begun = Instant::now();
    let until = begun + Duration::from_secs(plan.seconds);
    let heard = Arc::new(AtomicU64::new(0));
    let mut clients = Vec::new();
    for (line, mut games) in hands {
        for socket in games.iter_mut().flat_map(|game| game.lines.drain(..)) {
            tokio::spawn(listen(socket, Arc::clone(&heard)));
        }
        clients.push(tokio::spawn(client(line, games, until)));
    }
    let mut taken = Taken::default();
    for client in clients {
        taken.add(client.await??);
    }
    let (elapsed, after) = (begun.elapsed(), server.processor());
    Ok(Figures { taken, elapsed, processor: after.saturating_sub(before), news: heard.load(Ordering::Relaxed) })
}

/// Counts what is heard on a line until it is lost.
async fn listen(mut socket: WebSocketStream<MaybeTlsStream<TcpStream>>, heard: Arc<AtomicU64>) {
    while let Some(Ok(message)) = socket.next().await {
        if matches!(message, Message::Text(_)) {
            heard.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// Plays its battles in turn until the time is up.
async fn client(mut line: Line, mut games: Vec<Game>, until: Instant) -> Result<Taken, Fault> {
    let mut taken = Taken::default();
    let mut chance: u64 = 0x9e37_79b9_7f4a_7c15 ^ games.len() as u64;
    while !games.is_empty() {
        let mut over = Vec::new();
        for (index, game) in games.iter_mut().enumerate() {
            if Instant::now() >= until {
                return Ok(taken);
            }
            chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            if !decide(&mut line, game, chance >> 33, &mut taken).await? {
                over.push(index);
            }
        }
        over.into_iter().rev().for_each(|index| drop(games.swap_remove(index)));
    }
    Ok(taken)
}

/// Takes any decision of the menu, and looks with the eyes of every seat, as their pages do; false where the battle is over.
async fn decide(line: &mut Line, game: &mut Game, chance: u64, taken: &mut Taken) -> Result<bool, Fault> {
    let (path, view) = (format!("/api/battles/{}", game.id), &game.view);
    let menu = view.asked.as_ref().map(|asked| &asked.menu).filter(|menu| !menu.is_empty());
    let menu = menu.ok_or_else(|| format!("{:?} was awaited and has no menu", view.seat))?;
    let decision = &menu[chance as usize % menu.len()].decision;
    let wish = json!({
        "request": format!("{}-{}", view.n, view.epoch), "seat": view.seat, "n": view.n,
        "decisions": [decision], "look": [view.seat],
    });
    let asked = Instant::now();
    let answer = line.post(&format!("{path}/decisions"), &wish).await?;
    taken.decisions.push(asked.elapsed());
    taken.kinds.resize(taken.kinds.len().max(game.kind + 1), 0);
    taken.kinds[game.kind] += 1;
    // The answer brings the view of the seat along: its page has not to ask for it.
    let Looked { mut views } = serde_json::from_slice(answer)?;
    taken.brought += views.len();
    let own = views.pop().ok_or("an answer without the view of the seat that decided")?;
    let awaited = own.awaiting.first().cloned();
    let mut next = (own.seat == awaited).then_some(own);
    for seat in game.seats.iter().filter(|seat| game.view.seat.as_ref() != Some(*seat)) {
        let asked = Instant::now();
        let text = line.get_text(&format!("{path}?seat={seat}")).await?;
        taken.views.push(asked.elapsed());
        if awaited.as_ref() == Some(seat) {
            next = Some(serde_json::from_slice(text)?);
        }
    }
    let Some(next) = next.filter(|_| awaited.is_some()) else { return Ok(false) };
    game.view = next;
    Ok(true)
}

/// One battle alone, to many decisions: what the first cost and what the last.
async fn deep(plan: &Plan, server: &Server) -> Result<(), Fault> {
    const SOME: usize = 100;
    let mut line = Line::connect(&server.address).await?;
    let alone =
        Plan { kinds: vec![plan.long.clone()], lines: false, program: String::new(), long: String::new(), ..*plan };
    let mut game = start(&alone, &server.address, &mut line, 1).await?;
    let (mut taken, mut chance, mut spent) = (Taken::default(), 7_u64, Vec::new());
    while taken.decisions.len() < plan.deep {
        let (from, before) = (taken.decisions.len(), server.processor());
        while taken.decisions.len() < from + SOME {
            chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            if !decide(&mut line, &mut game, chance >> 33, &mut taken).await? {
                println!("the deep battle was over after {} decisions", taken.decisions.len());
                break;
            }
        }
        let count = (taken.decisions.len() - from).max(1) as f64;
        spent.push(server.processor().saturating_sub(before).as_secs_f64() * 1e3 / count);
        if taken.decisions.len() < from + SOME {
            break;
        }
    }
    figures::print_deep(&taken, &spent, SOME);
    let seats = game.seats.len();
    println!("  ({seats} seats; a battle that is over is not begun anew)");
    Ok(())
}
