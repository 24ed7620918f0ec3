//! A static file server like the simplest of hosts: files under one path, 404 for all else.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::thread;
use std::time::Duration;

use crate::failure::{Context, Outcome};

/// A server on this machine's loopback address. It runs until the program ends.
pub(crate) struct Server {
    address: SocketAddr,
    base: String,
}

impl Server {
    /// Serves `folder` under `base`, a path such as `/` or `/some/where/`, on any free port.
    pub(crate) fn start(folder: PathBuf, base: &str) -> Outcome<Self> {
        Self::listen(0, folder, base)
    }

    /// Serves on this port, or on another if it is taken.
    pub(crate) fn start_near(port: u16, folder: PathBuf, base: &str) -> Outcome<Self> {
        Self::listen(port, folder.clone(), base).or_else(|_| Self::listen(0, folder, base))
    }

    fn listen(port: u16, folder: PathBuf, base: &str) -> Outcome<Self> {
        let listener =
            TcpListener::bind((Ipv4Addr::LOCALHOST, port)).context(format!("cannot listen on port {port}"))?;
        let server = Self { address: listener.local_addr()?, base: base.to_owned() };
        let base = base.to_owned();
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (folder, base) = (folder.clone(), base.clone());
                // A browser that goes away in the middle is nothing to report.
                thread::spawn(move || answer(&stream, &folder, &base).ok());
            }
        });
        Ok(server)
    }

    /// The address of the folder, ending in a slash.
    pub(crate) fn url(&self) -> String {
        format!("http://{}{}", self.address, self.base)
    }
}

/// Answers the one request of a connection.
fn answer(mut stream: &TcpStream, folder: &Path, base: &str) -> std::io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(10)))?;
    let mut lines = BufReader::new(stream.take(64 * 1024)).lines();
    let request = lines.next().transpose()?.unwrap_or_default();
    for line in lines.by_ref() {
        if line?.is_empty() {
            break;
        }
    }
    let mut words = request.split(' ');
    let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let file = file_for(target, folder, base);
    let found = file.as_ref().and_then(|file| Some((content_type(file), fs::read(file).ok()?)));
    let (status, kind, body) = match found {
        _ if method != "GET" && method != "HEAD" => ("405 Method Not Allowed", "text/plain", b"GET only".to_vec()),
        Some((kind, body)) => ("200 OK", kind, body),
        None => ("404 Not Found", "text/plain", b"not here".to_vec()),
    };
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nCache-Control: no-cache\r\n\
         X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n",
        body.len()
    )?;
    if method != "HEAD" {
        stream.write_all(&body)?;
    }
    stream.flush()
}

/// The file that a request's target names, if it stays inside the folder.
fn file_for(target: &str, folder: &Path, base: &str) -> Option<PathBuf> {
    let path = target.split(['?', '#']).next()?;
    let path = decode(path.strip_prefix(base)?)?;
    let inside = Path::new(&path).components().all(|part| matches!(part, Component::Normal(_)));
    let file = folder.join(&path);
    let file = if path.is_empty() || path.ends_with('/') { file.join("index.html") } else { file };
    (inside && file.is_file()).then_some(file)
}

/// Undoes the percent-encoding of a path.
fn decode(path: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        let hex = |byte: u8| char::from(byte).to_digit(16);
        bytes.push(if byte == b'%' { (hex(rest.next()?)? * 16 + hex(rest.next()?)?) as u8 } else { byte });
    }
    String::from_utf8(bytes).ok()
}

fn content_type(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()).unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn get(server: &Server, target: &str) -> String {
        let mut stream = TcpStream::connect(server.address).expect("the server listens");
        write!(stream, "GET {target} HTTP/1.1\r\nHost: x\r\n\r\n").expect("the server reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("the server answers in UTF-8");
        answer
    }

    #[test]
    fn serves_under_its_base_only() {
        let folder = std::env::temp_dir().join(format!("benchnote-server-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder for the test");
        fs::write(folder.join("index.html"), "hello").expect("a file for the test");
        fs::write(folder.join("a b.wasm"), "wasm").expect("a file for the test");
        let server = Server::start(folder.clone(), "/some/where/").expect("a free port");

        assert!(get(&server, "/some/where/").ends_with("\r\n\r\nhello"));
        assert!(get(&server, "/some/where/?x#y").contains("text/html"));
        assert!(get(&server, "/some/where/a%20b.wasm").contains("application/wasm"));
        for outside in ["/", "/index.html", "/some/where/../x", "/some/where/%2e%2e/x", "/some/where//etc/passwd"] {
            assert!(get(&server, outside).starts_with("HTTP/1.1 404"), "{outside}");
        }
        fs::remove_dir_all(folder).expect("the test's folder can go");
    }
}
