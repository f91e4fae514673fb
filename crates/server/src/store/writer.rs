//! The thread that writes.

use super::{Answer, Change, Fresh, Stand, now};
use crate::problem::Problem;
use kernel::journal::Record;
use rusqlite::{Connection, Savepoint, TransactionBehavior};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use tokio::sync::oneshot;

/// Something to be written.
pub enum Task {
    Add(Box<Fresh>),
    Change(Box<Change>),
}

/// A task, and who waits for it.
struct Order {
    task: Task,
    done: oneshot::Sender<Result<(), Problem>>,
}

enum Message {
    Write(Order),
    Close(oneshot::Sender<()>),
}

/// The most changes in one transaction: enough to share a sync, few enough that nobody waits long for the others.
const MOST_AT_ONCE: usize = 256;

/// The way to the thread. It ends when the last of these is gone.
#[derive(Clone)]
pub struct Writer(Sender<Message>);

impl Writer {
    pub fn start(connection: Connection) -> std::io::Result<Writer> {
        let (sender, messages) = mpsc::channel();
        thread::Builder::new().name("file".into()).spawn(move || work(connection, &messages))?;
        Ok(Writer(sender))
    }

    /// Waits until the task is in the file, and synced.
    pub async fn write(&self, task: Task) -> Result<(), Problem> {
        let (done, answer) = oneshot::channel();
        let closed = || Problem::ours("the file of battles is closed", "a change came after the end");
        self.0.send(Message::Write(Order { task, done })).map_err(|_| closed())?;
        answer.await.unwrap_or_else(|_| Err(closed()))
    }

    pub async fn close(&self) {
        let (done, closed) = oneshot::channel();
        if self.0.send(Message::Close(done)).is_ok() {
            let _ = closed.await;
        }
    }
}

fn work(mut connection: Connection, messages: &Receiver<Message>) {
    while let Ok(first) = messages.recv() {
        let mut orders = Vec::new();
        let mut close = None;
        let waiting = std::iter::once(first).chain(messages.try_iter());
        for message in waiting.take(MOST_AT_ONCE) {
            match message {
                Message::Write(order) => orders.push(order),
                Message::Close(done) => {
                    close = Some(done);
                    break;
                }
            }
        }
        write_all(&mut connection, orders);
        if let Some(done) = close {
            drop(connection);
            let _ = done.send(());
            return;
        }
    }
}

/// Writes what has gathered in one transaction and answers everybody.
fn write_all(connection: &mut Connection, orders: Vec<Order>) {
    if orders.is_empty() {
        return;
    }
    let (written, waiting): (Vec<Task>, Vec<_>) = orders.into_iter().map(|order| (order.task, order.done)).unzip();
    match write_together(connection, &written) {
        Ok(results) => results.into_iter().zip(waiting).for_each(|(result, done)| drop(done.send(result))),
        Err(error) => {
            let problem = Problem::from(error);
            waiting.into_iter().for_each(|done| drop(done.send(Err(problem.clone()))));
        }
    }
}

/// How each went; an error where none of them is in the file.
fn write_together(connection: &mut Connection, tasks: &[Task]) -> rusqlite::Result<Vec<Result<(), Problem>>> {
    let mut transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut results = Vec::with_capacity(tasks.len());
    for task in tasks {
        // What fails is undone by itself: the others have nothing to do with it.
        let savepoint = transaction.savepoint()?;
        results.push(match write(&savepoint, task) {
            Ok(()) => savepoint.commit().map_err(Problem::from),
            Err(problem) => savepoint.finish().map_or_else(|error| Err(error.into()), |()| Err(problem)),
        });
    }
    transaction.commit()?;
    Ok(results)
}

fn write(file: &Savepoint<'_>, task: &Task) -> Result<(), Problem> {
    match task {
        Task::Add(fresh) => add(file, fresh),
        Task::Change(change) => apply(file, change),
    }
}

fn add(file: &Savepoint<'_>, fresh: &Fresh) -> Result<(), Problem> {
    let Fresh { id, title, rulebook, battle, header, records, players, stand: Stand { clock, result }, answer } = fresh;
    let insert = "INSERT INTO battles (id, rulebook, battle, title, header, players, created, touched, n, clock, result) \
                  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    let (players, n) = (serde_json::to_string(players)?, records.len() as i64);
    let row = (id, rulebook, battle, title, header, players, now(), now(), n, clock, result);
    file.prepare_cached(insert)?.execute(row)?;
    insert_records(file, id, 0, records, None)?;
    answer.as_ref().map_or(Ok(()), |(of, answer)| remember(file, of, answer))
}

fn apply(file: &Savepoint<'_>, change: &Change) -> Result<(), Problem> {
    let Change { id, keep, added, rewinds, stand: Stand { clock, result }, answer } = change;
    if *rewinds {
        file.prepare_cached("DELETE FROM records WHERE battle = ? AND n > ?")?.execute((id, *keep as i64))?;
    }
    insert_records(file, id, *keep, added, answer.as_ref().map(|answer| answer.request.as_str()))?;
    let update = "UPDATE battles SET touched = ?, epoch = epoch + ?, n = ?, clock = ?, result = ? WHERE id = ?";
    let n = (keep + added.len()) as i64;
    file.prepare_cached(update)?.execute((now(), i64::from(*rewinds), n, clock, result, id))?;
    answer.as_ref().map_or(Ok(()), |answer| remember(file, id, answer))
}

/// Numbered on from those that are there. Two writers with the same number would be an error, not a loss.
fn insert_records(
    file: &Savepoint<'_>,
    id: &str,
    above: usize,
    records: &[Record],
    request: Option<&str>,
) -> Result<(), Problem> {
    let insert = "INSERT INTO records (battle, n, seat, decision, dice, request) VALUES (?, ?, ?, ?, ?, ?)";
    let mut insert = file.prepare_cached(insert)?;
    for (index, Record { seat, decision, dice }) in records.iter().enumerate() {
        insert.execute((id, (above + index + 1) as i64, seat, decision, dice, request))?;
    }
    Ok(())
}

fn remember(file: &Savepoint<'_>, id: &str, Answer { request, text }: &Answer) -> Result<(), Problem> {
    let insert = "INSERT INTO requests (battle, request, answer) VALUES (?, ?, ?)";
    file.prepare_cached(insert)?.execute((id, request, text))?;
    Ok(())
}
