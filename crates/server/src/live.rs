//! News as it happens, over a WebSocket. A connection that was lost says what it last heard of and misses nothing.

use crate::api::{Ask, Word};
use crate::house::{House, seat_named};
use crate::problem::Problem;
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use kernel::Seat;
use serde::Deserialize;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use view::Position;
use view::shapes::News;

/// How often a quiet connection is tried.
const HEARTBEAT: Duration = Duration::from_secs(20);
/// Nobody says much to this end. A line that waited with the usual buffers would hold more memory than its battle.
const LARGEST_MESSAGE: usize = 4 << 10;

#[derive(Deserialize)]
pub struct Heard {
    seat: Option<String>,
    /// The number of decisions the browser knows of, and the epoch it saw them in.
    n: Option<usize>,
    epoch: Option<u64>,
}

pub async fn live(
    State(house): State<House>,
    Word(id): Word,
    Ask(heard): Ask<Heard>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Problem> {
    let slot = house.slot(&id).await?;
    let position = slot.position()?;
    let seat = heard.seat.as_deref().map(|key| seat_named(&position, key)).transpose()?;
    let follow = slot.follow().ok_or_else(|| Problem::ours("the battle is not open", &id))?;
    let upgrade =
        upgrade.map_err(|_| Problem::wrong("news come over a WebSocket", "connect with ws:// and upgrade"))?;
    let n = heard.n.unwrap_or_else(|| position.n());
    let listener = Listener {
        seat,
        n,
        epoch: heard.epoch.unwrap_or(position.epoch),
        withheld: position.first_withheld_after(seat, n.min(position.n())),
    };
    // The slot goes along, so that the battle stays open as long as somebody listens.
    let upgrade = upgrade.max_message_size(LARGEST_MESSAGE).read_buffer_size(LARGEST_MESSAGE).write_buffer_size(0);
    Ok(upgrade.on_upgrade(move |socket| async move {
        tell(socket, listener, follow).await;
        drop(slot);
    }))
}

/// What one connection has heard.
struct Listener {
    seat: Option<Seat>,
    n: usize,
    epoch: u64,
    /// The first decision of which it heard only that it was taken.
    withheld: Option<usize>,
}

impl Listener {
    /// What is new to it, if anything.
    fn news(&mut self, position: &Position) -> Option<News> {
        let rewound = position.epoch != self.epoch || position.n() < self.n;
        if !rewound && position.n() == self.n {
            return None;
        }
        let told = if rewound { Vec::new() } else { position.news(self.seat, self.n, self.withheld) };
        (self.n, self.epoch) = (position.n(), position.epoch);
        self.withheld = position.first_withheld(self.seat);
        Some(News { n: position.n(), epoch: position.epoch, told, rewound })
    }
}

async fn tell(mut socket: WebSocket, mut listener: Listener, mut follow: watch::Receiver<Arc<Position>>) {
    let mut heartbeat = tokio::time::interval(HEARTBEAT);
    loop {
        let position = Arc::clone(&follow.borrow_and_update());
        if let Some(news) = listener.news(&position) {
            let Ok(text) = serde_json::to_string(&news) else { return };
            if socket.send(Message::Text(text.into())).await.is_err() {
                return;
            }
        }
        tokio::select! {
            changed = follow.changed() => if changed.is_err() { return },
            message = socket.recv() => match message {
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                Some(Ok(_)) => {}
            },
            _ = heartbeat.tick() => if socket.send(Message::Ping(Vec::new().into())).await.is_err() { return },
        }
    }
}
