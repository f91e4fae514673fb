//! One connection: calls one after the other.

use crate::Fault;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// HTTP as far as it is needed here: the answers have a length, and the connection stays.
pub struct Line {
    stream: TcpStream,
    address: String,
    read: Vec<u8>,
}

impl Line {
    pub async fn connect(address: &str) -> Result<Line, Fault> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Line { stream, address: address.to_owned(), read: Vec::with_capacity(256 << 10) })
    }

    /// What is answered, of which only what is wanted is read.
    pub async fn get<T: DeserializeOwned>(&mut self, path: &str) -> Result<T, Fault> {
        Ok(serde_json::from_slice(self.get_text(path).await?)?)
    }

    /// What is answered, as it came: who does not look at it need not pay for its reading.
    pub async fn get_text(&mut self, path: &str) -> Result<&[u8], Fault> {
        self.call(format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.address)).await
    }

    pub async fn post(&mut self, path: &str, body: &impl Serialize) -> Result<&[u8], Fault> {
        let body = serde_json::to_string(body)?;
        let head = format!("POST {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n", self.address);
        self.call(format!("{head}Content-Length: {}\r\n\r\n{body}", body.len())).await
    }

    async fn call(&mut self, request: String) -> Result<&[u8], Fault> {
        self.stream.write_all(request.as_bytes()).await?;
        self.read.clear();
        let head = loop {
            if let Some(end) = self.read.windows(4).position(|bytes| bytes == b"\r\n\r\n") {
                break end + 4;
            }
            self.more().await?;
        };
        let words = String::from_utf8_lossy(&self.read[..head]).to_ascii_lowercase();
        let length = words.lines().find_map(|line| line.strip_prefix("content-length:"));
        let length: usize = length.ok_or("an answer without a length")?.trim().parse()?;
        while self.read.len() < head + length {
            self.more().await?;
        }
        let body = &self.read[head..head + length];
        if words.split(' ').nth(1) != Some("200") {
            let first = request.lines().next().unwrap_or_default();
            return Err(format!("{first}: {}", String::from_utf8_lossy(body)).into());
        }
        Ok(body)
    }

    async fn more(&mut self) -> Result<(), Fault> {
        match self.stream.read_buf(&mut self.read).await? {
            0 => Err("the server has hung up".into()),
            _ => Ok(()),
        }
    }
}
