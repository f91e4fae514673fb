//! The file: battles as headers and records, in SQLite. What has been answered is in it, synced.

use crate::problem::Problem;
use kernel::Journal;
use kernel::journal::Record;
use sqlx::Row;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteRow, SqliteSynchronous,
};
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use view::PERSON;
use view::shapes::{Kept, Players};

#[derive(Clone)]
pub struct Store {
    pool: SqlitePool,
}

/// A battle as the file has it.
pub struct Saved {
    pub journal: Journal,
    pub players: Players,
    pub epoch: u64,
}

/// A battle that is new to the file.
pub struct Fresh<'a> {
    pub id: &'a str,
    pub title: &'a str,
    pub journal: &'a Journal,
    pub players: &'a Players,
    pub stand: Stand,
}

/// Where a battle stands, for the list.
pub struct Stand {
    pub clock: String,
    pub result: Option<String>,
}

/// A change to a battle: records cut off and added, and the answer to the request that asked for it.
pub struct Change<'a> {
    pub id: &'a str,
    /// How many records stay.
    pub keep: usize,
    pub added: &'a [Record],
    pub rewinds: bool,
    pub stand: Stand,
    /// The request and what it is answered; a commander has none.
    pub answer: Option<(&'a str, String)>,
}

/// The longest list of battles that is handed out.
const MOST_LISTED: i64 = 500;

impl Store {
    pub async fn open(path: &Path) -> Result<Store, sqlx::Error> {
        let options = SqliteConnectOptions::new().filename(path).create_if_missing(true);
        Store::with(options, 4).await
    }

    async fn with(options: SqliteConnectOptions, connections: u32) -> Result<Store, sqlx::Error> {
        let options = options
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(10));
        let pool = SqlitePoolOptions::new().max_connections(connections).connect_with(options).await?;
        sqlx::migrate!("./migrations").run(&pool).await?;
        Ok(Store { pool })
    }

    /// Hands the file back: everything is written.
    pub async fn close(&self) {
        self.pool.close().await;
    }

    pub async fn add(&self, fresh: Fresh<'_>, answer: Option<(&str, &str, String)>) -> Result<(), Problem> {
        let Fresh { id, title, journal, players, stand } = fresh;
        let mut transaction = self.pool.begin().await?;
        let insert = "INSERT INTO battles (id, rulebook, battle, title, header, players, created, touched, n, clock, result) \
                      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
        let bare = Journal { records: Vec::new(), ..journal.clone() };
        sqlx::query(insert)
            .bind(id)
            .bind(&journal.header.rulebook)
            .bind(&journal.header.battle)
            .bind(title)
            .bind(bare.to_text())
            .bind(serde_json::to_string(players)?)
            .bind(now())
            .bind(now())
            .bind(journal.records.len() as i64)
            .bind(stand.clock)
            .bind(stand.result)
            .execute(&mut *transaction)
            .await?;
        insert_records(&mut transaction, id, 0, &journal.records, None).await?;
        if let Some((battle, request, answer)) = answer {
            remember(&mut transaction, battle, request, &answer).await?;
        }
        Ok(transaction.commit().await?)
    }

    /// Writes a change down, all of it or nothing.
    pub async fn change(&self, change: Change<'_>) -> Result<(), Problem> {
        let Change { id, keep, added, rewinds, stand, answer } = change;
        let mut transaction = self.pool.begin().await?;
        if rewinds {
            let cut = sqlx::query("DELETE FROM records WHERE battle = ? AND n > ?").bind(id).bind(keep as i64);
            cut.execute(&mut *transaction).await?;
        }
        let request = answer.as_ref().map(|(request, _)| *request);
        insert_records(&mut transaction, id, keep, added, request).await?;
        sqlx::query("UPDATE battles SET touched = ?, epoch = epoch + ?, n = ?, clock = ?, result = ? WHERE id = ?")
            .bind(now())
            .bind(i64::from(rewinds))
            .bind((keep + added.len()) as i64)
            .bind(stand.clock)
            .bind(stand.result)
            .bind(id)
            .execute(&mut *transaction)
            .await?;
        if let Some((request, answer)) = answer {
            remember(&mut transaction, id, request, &answer).await?;
        }
        Ok(transaction.commit().await?)
    }

    /// What a request was answered, if it was.
    pub async fn answered(&self, id: &str, request: &str) -> Result<Option<String>, Problem> {
        let query = sqlx::query_scalar("SELECT answer FROM requests WHERE battle = ? AND request = ?");
        Ok(query.bind(id).bind(request).fetch_optional(&self.pool).await?)
    }

    pub async fn load(&self, id: &str) -> Result<Option<Saved>, Problem> {
        let mut transaction = self.pool.begin().await?;
        let query = sqlx::query("SELECT header, players, epoch FROM battles WHERE id = ?").bind(id);
        let Some(row) = query.fetch_optional(&mut *transaction).await? else { return Ok(None) };
        let header: String = row.try_get(0)?;
        let mut journal = Journal::parse(&header)
            .map_err(|fault| Problem::ours("the battle's header in the file is damaged", fault))?;
        let players: String = row.try_get(1)?;
        let rows = sqlx::query("SELECT seat, decision, dice FROM records WHERE battle = ? ORDER BY n").bind(id);
        for row in rows.fetch_all(&mut *transaction).await? {
            let record = Record { seat: row.try_get(0)?, decision: row.try_get(1)?, dice: row.try_get(2)? };
            journal.records.push(record);
        }
        let epoch: i64 = row.try_get(2)?;
        Ok(Some(Saved { journal, players: serde_json::from_str(&players)?, epoch: epoch.unsigned_abs() }))
    }

    /// The battles, the latest first.
    pub async fn list(&self) -> Result<Vec<Kept>, Problem> {
        let query = "SELECT id, rulebook, battle, title, clock, n, players, result, touched FROM battles \
                     ORDER BY touched DESC, rowid DESC LIMIT ?";
        let rows = sqlx::query(query).bind(MOST_LISTED).fetch_all(&self.pool).await?;
        rows.iter().map(kept).collect()
    }

    /// The battles that are not over and have a commander, who may be awaited.
    pub async fn commanded(&self) -> Result<Vec<String>, Problem> {
        let query = "SELECT id, players FROM battles WHERE result IS NULL ORDER BY touched DESC";
        let mut ids = Vec::new();
        for row in sqlx::query(query).fetch_all(&self.pool).await? {
            let players: String = row.try_get(1)?;
            let players: Players = serde_json::from_str(&players)?;
            if players.values().any(|player| player != PERSON) {
                ids.push(row.try_get(0)?);
            }
        }
        Ok(ids)
    }
}

fn kept(row: &SqliteRow) -> Result<Kept, Problem> {
    let players: String = row.try_get("players")?;
    let result: Option<String> = row.try_get("result")?;
    let n: i64 = row.try_get("n")?;
    Ok(Kept {
        id: row.try_get("id")?,
        rulebook: row.try_get("rulebook")?,
        battle: row.try_get("battle")?,
        title: row.try_get("title")?,
        clock: row.try_get("clock")?,
        n: n.unsigned_abs() as usize,
        players: serde_json::from_str(&players)?,
        finished: result.is_some(),
        result: result.unwrap_or_default(),
        touched: row.try_get("touched")?,
    })
}

type Transaction<'a> = sqlx::Transaction<'a, sqlx::Sqlite>;

/// Numbered on from those that are there. Two writers with the same number would be an error, not a loss.
async fn insert_records(
    transaction: &mut Transaction<'_>,
    id: &str,
    above: usize,
    records: &[Record],
    request: Option<&str>,
) -> Result<(), Problem> {
    for (index, record) in records.iter().enumerate() {
        sqlx::query("INSERT INTO records (battle, n, seat, decision, dice, request) VALUES (?, ?, ?, ?, ?, ?)")
            .bind(id)
            .bind((above + index + 1) as i64)
            .bind(&record.seat)
            .bind(&record.decision)
            .bind(record.dice.as_slice())
            .bind(request)
            .execute(&mut **transaction)
            .await?;
    }
    Ok(())
}

async fn remember(transaction: &mut Transaction<'_>, id: &str, request: &str, answer: &str) -> Result<(), Problem> {
    let query = sqlx::query("INSERT INTO requests (battle, request, answer) VALUES (?, ?, ?)");
    query.bind(id).bind(request).bind(answer).execute(&mut **transaction).await?;
    Ok(())
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs().cast_signed())
}
