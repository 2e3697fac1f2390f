//! As little of a web client as will do: one connection that is kept, so that
//! what is measured is the host.

use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::TcpStream,
};

pub struct Client {
    stream: BufReader<TcpStream>,
    host: String,
}

impl Client {
    pub async fn open(address: &str) -> std::io::Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self {
            stream: BufReader::new(stream),
            host: address.to_owned(),
        })
    }

    /// Status and body.
    pub async fn get(&mut self, path: &str, cookie: &str) -> (u16, String) {
        let request = format!(
            "GET {path} HTTP/1.1\r\nhost: {}\r\ncookie: {cookie}\r\n\r\n",
            self.host
        );
        self.ask(&request).await
    }

    /// Status and body.
    pub async fn post(
        &mut self,
        path: &str,
        cookie: &str,
        csrf: &str,
        json: &str,
    ) -> (u16, String) {
        let request = format!(
            "POST {path} HTTP/1.1\r\nhost: {}\r\ncookie: {cookie}\r\nx-csrf-token: {csrf}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{json}",
            self.host,
            json.len()
        );
        self.ask(&request).await
    }

    async fn ask(&mut self, request: &str) -> (u16, String) {
        self.exchange(request).await.expect("the host answers")
    }

    async fn exchange(&mut self, request: &str) -> std::io::Result<(u16, String)> {
        self.stream.write_all(request.as_bytes()).await?;
        let mut line = String::new();
        self.stream.read_line(&mut line).await?;
        let status = line.split(' ').nth(1).and_then(|word| word.parse().ok());
        let (mut length, mut chunked) = (0, false);
        loop {
            line.clear();
            self.stream.read_line(&mut line).await?;
            let header = line.trim().to_ascii_lowercase();
            if header.is_empty() {
                break;
            }
            if let Some(value) = header.strip_prefix("content-length:") {
                length = value.trim().parse().unwrap_or(0);
            }
            chunked |= header == "transfer-encoding: chunked";
        }
        let mut body = Vec::new();
        if chunked {
            loop {
                line.clear();
                self.stream.read_line(&mut line).await?;
                let size = usize::from_str_radix(line.trim(), 16).unwrap_or(0);
                let begin = body.len();
                body.resize(begin + size + 2, 0);
                self.stream.read_exact(&mut body[begin..]).await?;
                body.truncate(begin + size);
                if size == 0 {
                    break;
                }
            }
        } else {
            body.resize(length, 0);
            self.stream.read_exact(&mut body).await?;
        }
        let body = String::from_utf8_lossy(&body).into_owned();
        Ok((status.unwrap_or(0), body))
    }
}
