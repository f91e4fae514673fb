//! `serve`: a server on this machine, for the browser.

use crate::Mistake;
use clap::Args;
use server::{House, Pages};
use std::env;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;
use tokio::net::TcpListener;
use tracing::Level;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

#[derive(Args)]
pub struct Serve {
    /// The port; 0 takes any that is free
    #[arg(long, default_value_t = 1632)]
    port: u16,
    /// The address to listen at: 0.0.0.0 lets others on the network in
    #[arg(long, default_value = "127.0.0.1")]
    address: IpAddr,
    /// The file that keeps the battles [default: caracole.sqlite in the folder for data of programs]
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    /// How long a computer commander waits before each decision, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 350)]
    pace: u64,
    /// What the battles that are kept open in memory may weigh, in MiB; others are found again from the file
    #[arg(long, value_name = "MIB", default_value_t = server::MEMORY >> 20)]
    memory: usize,
    /// A folder with the built page, in place of the one in the program
    #[arg(long, value_name = "DIR")]
    web: Option<PathBuf>,
    /// Open the page in a browser
    #[arg(long)]
    open: bool,
}

/// Rules and odds are reckoned on threads of their own: enough to keep every core busy, few enough to leave some air.
const MOST_RECKONING: usize = 16;

impl Serve {
    pub fn run(self) -> Result<ExitCode, Mistake> {
        log();
        let runtime =
            tokio::runtime::Builder::new_multi_thread().enable_all().max_blocking_threads(MOST_RECKONING).build()?;
        runtime.block_on(self.serve())
    }

    async fn serve(self) -> Result<ExitCode, Mistake> {
        let file = self.data.clone().map_or_else(data_file, Ok)?;
        let pages = match self.web {
            Some(folder) if !folder.join("index.html").is_file() => {
                let words = "there is no index.html here\n  instead: the folder that `npm run build` wrote, web/dist";
                return Err(Mistake::in_file(&folder.display().to_string(), words));
            }
            Some(folder) => Pages::Folder(folder),
            None => Pages::at_hand(),
        };
        let house =
            House::open_within(&file, Duration::from_millis(self.pace), self.memory << 20).map_err(|error| {
                let words = format!("{error}\n  instead: --data with a file that can be written, or none there");
                Mistake::in_file(&file.display().to_string(), words)
            })?;
        let at = SocketAddr::new(self.address, self.port);
        let listener = TcpListener::bind(at).await.map_err(|error| {
            Mistake::new(format!("cannot listen at {at}: {error}\n  instead: another --port; 0 takes any that is free"))
        })?;
        let address = shown(listener.local_addr()?);
        println!("Caracole is at {address} (Ctrl+C ends it). Battles are kept in {}.", file.display());
        if self.open {
            open_browser(&address);
        }
        let commanders = house.clone();
        tokio::spawn(async move {
            if let Err(problem) = commanders.resume().await {
                tracing::warn!("battles could not be taken up: {}", problem.what);
            }
        });
        server::serve(listener, house, pages, farewell()).await?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Logs to standard error what `RUST_LOG` asks for: a level, or levels by the parts of the program, `info,server=debug`.
fn log() {
    let asked = env::var("RUST_LOG").ok().and_then(|words| words.parse().ok());
    let filter = asked.unwrap_or_else(|| Targets::new().with_default(Level::INFO));
    let lines = tracing_subscriber::fmt::layer().with_target(false).with_writer(std::io::stderr);
    tracing_subscriber::registry().with(filter).with(lines).init();
}

/// An address that a browser on this machine can open.
fn shown(at: SocketAddr) -> String {
    let host = match at.ip() {
        ip if ip.is_unspecified() => "localhost".into(),
        IpAddr::V6(ip) => format!("[{ip}]"),
        ip => ip.to_string(),
    };
    format!("http://{host}:{}", at.port())
}

/// The folder for data of programs, as each system has it, and in it one for Caracole.
fn data_file() -> Result<PathBuf, Mistake> {
    let folder = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = || env::home_dir().filter(|home| home.is_absolute());
    let data = if cfg!(windows) {
        folder("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        home().map(|home| home.join("Library/Application Support"))
    } else {
        folder("XDG_DATA_HOME")
            .filter(|data| data.is_absolute())
            .or_else(|| home().map(|home| home.join(".local/share")))
    };
    match data {
        Some(data) => prepared(&data.join("caracole")),
        None => Ok(PathBuf::from(FILE)),
    }
}

const FILE: &str = "caracole.sqlite";

fn prepared(folder: &Path) -> Result<PathBuf, Mistake> {
    std::fs::create_dir_all(folder).map_err(|error| {
        let words = format!("{error}\n  instead: --data with a file that can be written");
        Mistake::in_file(&folder.display().to_string(), words)
    })?;
    Ok(folder.join(FILE))
}

fn open_browser(address: &str) {
    let mut command = if cfg!(windows) {
        let mut command = Command::new("cmd");
        command.args(["/C", "start", ""]);
        command
    } else {
        Command::new(if cfg!(target_os = "macos") { "open" } else { "xdg-open" })
    };
    let quiet = command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Err(error) = quiet.spawn() {
        tracing::warn!("no browser could be opened ({error}): open {address} yourself");
    }
}

/// Comes when the program is asked to end.
async fn farewell() {
    let interrupted = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminated) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupted => {}
                _ = terminated.recv() => {}
            }
            return;
        }
    }
    let _ = interrupted.await;
}
