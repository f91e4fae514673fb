//! The file: battles as headers and records, in SQLite. What has been answered is in it, synced.
//!
//! One thread writes. While it waits for the disk, changes gather; it then writes all of them in one transaction, so that
//! many battles share a sync. Each change stands or falls by itself, and is answered when the transaction is down.

mod writer;

use crate::problem::Problem;
use kernel::Journal;
use kernel::journal::Record;
use rusqlite::{Connection, OpenFlags, OptionalExtension, Row};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use view::PERSON;
use view::shapes::{Kept, Players};
use writer::{Task, Writer};

/// What the tables are made of; a file that has known the first of these knows how many.
const MIGRATIONS: &[&str] = &[include_str!("../migrations/1_battles.sql")];

/// How long a connection waits for another that writes: another program may have the file open.
const PATIENCE: Duration = Duration::from_secs(10);

#[derive(Clone)]
pub struct Store {
    writer: Writer,
    readers: Arc<Readers>,
}

/// Why a file cannot keep battles.
#[derive(Debug)]
pub enum FileFault {
    Sqlite(rusqlite::Error),
    /// A later program has changed its tables.
    TooNew,
    Thread(std::io::Error),
}

impl fmt::Display for FileFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileFault::Sqlite(error) => write!(f, "{error}"),
            FileFault::TooNew => write!(f, "the file was written by a later version of this program"),
            FileFault::Thread(error) => write!(f, "there is no thread to write with: {error}"),
        }
    }
}

impl std::error::Error for FileFault {}

impl From<rusqlite::Error> for FileFault {
    fn from(error: rusqlite::Error) -> FileFault {
        FileFault::Sqlite(error)
    }
}

/// A battle as the file has it.
pub struct Saved {
    pub journal: Journal,
    pub players: Players,
    pub epoch: u64,
}

/// A battle that is new to the file.
pub struct Fresh {
    pub id: String,
    pub title: String,
    /// Its rulebook and its battle file, by their names, and the journal down to `begin`.
    pub rulebook: String,
    pub battle: String,
    pub header: String,
    pub records: Vec<Record>,
    pub players: Players,
    pub stand: Stand,
    /// The request that asked for it, and of which battle.
    pub answer: Option<(String, Answer)>,
}

/// Where a battle stands, for the list.
pub struct Stand {
    pub clock: String,
    pub result: Option<String>,
}

/// A request and what it is answered.
pub struct Answer {
    pub request: String,
    pub text: String,
}

/// A change to a battle: records cut off and added, and the answer to the request that asked for it.
pub struct Change {
    pub id: String,
    /// How many records stay.
    pub keep: usize,
    pub added: Vec<Record>,
    pub rewinds: bool,
    pub stand: Stand,
    /// A commander's change answers no request.
    pub answer: Option<Answer>,
}

/// The longest list of battles that is handed out.
const MOST_LISTED: i64 = 500;

impl Store {
    pub fn open(path: &Path) -> Result<Store, FileFault> {
        let mut connection = Connection::open(path)?;
        connection.busy_timeout(PATIENCE)?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        migrate(&mut connection)?;
        let writer = Writer::start(connection).map_err(FileFault::Thread)?;
        Ok(Store { writer, readers: Arc::new(Readers { path: path.to_owned(), idle: Mutex::default() }) })
    }

    /// Hands the file back: everything is written.
    pub async fn close(&self) {
        self.readers.close();
        self.writer.close().await;
    }

    pub async fn add(&self, fresh: Fresh) -> Result<(), Problem> {
        self.writer.write(Task::Add(Box::new(fresh))).await
    }

    /// Writes a change down, all of it or nothing.
    pub async fn change(&self, change: Change) -> Result<(), Problem> {
        self.writer.write(Task::Change(Box::new(change))).await
    }

    /// What a request was answered, if it was. It reads the file: not for a thread that has calls to answer.
    pub fn answered(&self, id: &str, request: &str) -> Result<Option<String>, Problem> {
        self.readers.read(|file| {
            let mut query = file.prepare_cached("SELECT answer FROM requests WHERE battle = ? AND request = ?")?;
            query.query_row((id, request), |row| row.get(0)).optional().map_err(Problem::from)
        })
    }

    /// A battle out of the file, read at one moment.
    pub fn load(&self, id: &str) -> Result<Option<Saved>, Problem> {
        self.readers.read(|file| {
            let moment = file.unchecked_transaction()?;
            let mut query = moment.prepare_cached("SELECT header, players, epoch FROM battles WHERE id = ?")?;
            let row = |row: &Row<'_>| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?, row.get::<_, i64>(2)?));
            let Some((header, players, epoch)) = query.query_row([id], row).optional()? else { return Ok(None) };
            let mut journal = Journal::parse(&header)
                .map_err(|fault| Problem::ours("the battle's header in the file is damaged", fault))?;
            let query = "SELECT seat, decision, dice FROM records WHERE battle = ? ORDER BY n";
            let mut query = moment.prepare_cached(query)?;
            let record = |row: &Row<'_>| Ok(Record { seat: row.get(0)?, decision: row.get(1)?, dice: row.get(2)? });
            for record in query.query_map([id], record)? {
                journal.records.push(record?);
            }
            Ok(Some(Saved { journal, players: serde_json::from_str(&players)?, epoch: epoch.unsigned_abs() }))
        })
    }

    /// The battles, the latest first.
    pub fn list(&self) -> Result<Vec<Kept>, Problem> {
        self.readers.read(|file| {
            let query = "SELECT id, rulebook, battle, title, clock, n, players, result, touched FROM battles \
                         ORDER BY touched DESC, rowid DESC LIMIT ?";
            let mut query = file.prepare_cached(query)?;
            let mut rows = query.query([MOST_LISTED])?;
            let mut list = Vec::new();
            while let Some(row) = rows.next()? {
                list.push(kept(row)?);
            }
            Ok(list)
        })
    }

    /// The battles that are not over and have a commander, who may be awaited.
    pub fn commanded(&self) -> Result<Vec<String>, Problem> {
        self.readers.read(|file| {
            let query = "SELECT id, players FROM battles WHERE result IS NULL ORDER BY touched DESC";
            let mut query = file.prepare_cached(query)?;
            let mut rows = query.query(())?;
            let mut ids = Vec::new();
            while let Some(row) = rows.next()? {
                let players: Players = serde_json::from_str(&row.get::<_, String>(1)?)?;
                if players.values().any(|player| player != PERSON) {
                    ids.push(row.get(0)?);
                }
            }
            Ok(ids)
        })
    }
}

fn kept(row: &Row<'_>) -> Result<Kept, Problem> {
    let result: Option<String> = row.get("result")?;
    Ok(Kept {
        id: row.get("id")?,
        rulebook: row.get("rulebook")?,
        battle: row.get("battle")?,
        title: row.get("title")?,
        clock: row.get("clock")?,
        n: row.get::<_, i64>("n")?.unsigned_abs() as usize,
        players: serde_json::from_str(&row.get::<_, String>("players")?)?,
        finished: result.is_some(),
        result: result.unwrap_or_default(),
        touched: row.get("touched")?,
    })
}

/// Connections that only read, lent one at a time.
struct Readers {
    path: PathBuf,
    idle: Mutex<Vec<Connection>>,
}

/// More readers than these are opened when they are needed, and closed again.
const MOST_IDLE: usize = 16;

impl Readers {
    fn read<T>(&self, ask: impl FnOnce(&Connection) -> Result<T, Problem>) -> Result<T, Problem> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let file = idle.map_or_else(|| self.connect(), Ok)?;
        let answer = ask(&file);
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() < MOST_IDLE {
            idle.push(file);
        }
        answer
    }

    fn connect(&self) -> rusqlite::Result<Connection> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&self.path, flags)?;
        connection.busy_timeout(PATIENCE)?;
        Ok(connection)
    }

    fn close(&self) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

/// Brings the tables up to date. Files of the first programs do not count their tables: what has battles has known the first
/// migration.
fn migrate(connection: &mut Connection) -> Result<(), FileFault> {
    let transaction = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    let counted: u32 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let known = if counted == 0 && transaction.table_exists(None, "battles")? { 1 } else { counted };
    let missing = MIGRATIONS.get(known as usize..).ok_or(FileFault::TooNew)?;
    for migration in missing {
        transaction.execute_batch(migration)?;
    }
    transaction.pragma_update(None, "user_version", MIGRATIONS.len() as u32)?;
    Ok(transaction.commit()?)
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs().cast_signed())
}
