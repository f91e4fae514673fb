//! The server: the program itself, on a free port, with a file of its own.

use crate::Fault;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

pub struct Server {
    pub address: String,
    child: Child,
    folder: PathBuf,
}

impl Server {
    pub async fn start(program: &str) -> Result<Server, Fault> {
        let folder = std::env::temp_dir().join(format!("caracole-load-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        let (out, err) = (folder.join("out"), folder.join("err"));
        let mut command = Command::new(program);
        command.args(["serve", "--port", "0", "--data"]).arg(folder.join("battles.sqlite")).env("RUST_LOG", "warn");
        command.stdin(Stdio::null()).stdout(std::fs::File::create(&out)?).stderr(std::fs::File::create(&err)?);
        let mut server = Server { address: String::new(), child: command.spawn()?, folder };
        for _ in 0..600 {
            let said = std::fs::read_to_string(&out)?;
            let address = said.split_once("http://").and_then(|(_, rest)| rest.split_once(' '));
            if let Some((address, _)) = address {
                address.clone_into(&mut server.address);
                return Ok(server);
            }
            if server.child.try_wait()?.is_some() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Err(format!("the server did not start: {}", std::fs::read_to_string(&err)?).into())
    }

    /// The processor time it has used, user and system, as Linux tells it; nothing elsewhere.
    pub fn processor(&self) -> Duration {
        let told = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap_or_default();
        let after_name = told.rsplit_once(") ").map_or("", |(_, rest)| rest);
        let ticks: u64 = after_name.split(' ').skip(11).take(2).filter_map(|word| word.parse::<u64>().ok()).sum();
        Duration::from_millis(ticks * 10)
    }

    /// The memory it holds now.
    pub fn memory_mib(&self) -> u64 {
        self.status("VmRSS:")
    }

    /// The most it has held.
    pub fn most_memory_mib(&self) -> u64 {
        self.status("VmHWM:")
    }

    fn status(&self, key: &str) -> u64 {
        let told = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = told.lines().find_map(|line| line.strip_prefix(key)).unwrap_or_default();
        line.split_whitespace().next().and_then(|kib| kib.parse::<u64>().ok()).unwrap_or(0) >> 10
    }

    pub async fn end(mut self) -> Result<(), Fault> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
