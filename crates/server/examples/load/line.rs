//! One connection: calls one after the other.

use crate::Fault;
use serde_json::Value;
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
        Ok(Line { stream, address: address.to_owned(), read: Vec::new() })
    }

    pub async fn get(&mut self, path: &str) -> Result<Value, Fault> {
        self.call(format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.address)).await
    }

    pub async fn post(&mut self, path: &str, body: &Value) -> Result<Value, Fault> {
        let body = body.to_string();
        let head = format!("POST {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n", self.address);
        self.call(format!("{head}Content-Length: {}\r\n\r\n{body}", body.len())).await
    }

    async fn call(&mut self, request: String) -> Result<Value, Fault> {
        self.stream.write_all(request.as_bytes()).await?;
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
        let body: Vec<u8> = self.read.drain(..head + length).skip(head).collect();
        if words.split(' ').nth(1) != Some("200") {
            let first = request.lines().next().unwrap_or_default();
            return Err(format!("{first}: {}", String::from_utf8_lossy(&body)).into());
        }
        Ok(serde_json::from_slice(&body)?)
    }

    async fn more(&mut self) -> Result<(), Fault> {
        let mut some = [0; 64 << 10];
        match self.stream.read(&mut some).await? {
            0 => Err("the server has hung up".into()),
            length => {
                self.read.extend_from_slice(&some[..length]);
                Ok(())
            }
        }
    }
}
