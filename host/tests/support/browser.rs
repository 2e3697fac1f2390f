//! Real Chromium sessions for tests: one driver a test, any number of sessions that share nothing.
//!
//! Screenshots go to `target/screenshots`, at the width of a desk and of a phone. This knows nothing
//! of Fieldpost's pages.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use base64::Engine as _;
use fantoccini::elements::Element;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};

/// How long a test waits for something to appear on a page.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// Widths (CSS pixels) at which every page is looked at: a desk and a phone.
pub const WIDTHS: [u32; 2] = [1280, 390];

/// A running chromedriver. Dropping it closes every session that is still open.
#[derive(Debug)]
pub struct Browsers {
    driver: Child,
    port: u16,
    folder: PathBuf,
    sessions: AtomicU32,
}

impl Browsers {
    /// Starts a driver on a free port.
    pub fn start() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!(
            "browser-{}-{}",
            std::process::id(),
            COUNT.fetch_add(1, Ordering::Relaxed)
        );
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&folder).expect("a folder for the profiles");
        // Two that start at once can pick the same port; one of them ends then.
        let (driver, port) = (0..5)
            .find_map(|_| start_driver())
            .expect("chromedriver tells its port");
        Self {
            driver,
            port,
            folder,
            sessions: AtomicU32::new(0),
        }
    }

    /// Opens a browser of its own: own profile, own cookies, nothing shared with another.
    /// The name goes into the names of its screenshots.
    pub async fn session(&self, name: &str) -> Session {
        let number = self.sessions.fetch_add(1, Ordering::Relaxed);
        let profile = self.folder.join(number.to_string());
        let mut options = json!({
            "args": [
                "--headless=new",
                // The tests visit this machine only, and often run as root, for whom there is no sandbox.
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--lang=en-GB",
                // A page that scrolls gently would move under the pointer.
                "--force-prefers-reduced-motion",
                "--window-size=1280,900",
                format!("--user-data-dir={}", profile.display()),
            ],
        });
        if let Some(program) = chromium() {
            options["binary"] = json!(program);
        }
        let mut capabilities = serde_json::Map::new();
        capabilities.insert("goog:chromeOptions".to_owned(), options);
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities)
            .connect(&format!("http://127.0.0.1:{}", self.port))
            .await
            .expect("Chromium starts");
        Session {
            client,
            name: name.to_owned(),
            driver: format!("http://127.0.0.1:{}", self.port),
            widths: &WIDTHS,
        }
    }

    /// The same on a phone: narrow from the first page on, and pictures of that only.
    pub async fn phone(&self, name: &str) -> Session {
        let mut session = self.session(name).await;
        session.widths = &WIDTHS[1..];
        session.set_width(WIDTHS[1]).await;
        session
    }
}

impl Drop for Browsers {
    fn drop(&mut self) {
        // Asked politely it closes its browsers; killed at once it would leave them behind.
        if let Ok(mut stream) = TcpStream::connect(("127.0.0.1", self.port)) {
            let _ = stream.set_read_timeout(Some(Duration::from_secs(5)));
            let _ = stream.write_all(
                b"GET /shutdown HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
            );
            let _ = stream.read(&mut [0; 256]);
        }
        let asked = Instant::now();
        while asked.elapsed() < Duration::from_secs(5) {
            if matches!(self.driver.try_wait(), Ok(Some(_))) {
                break;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Starts a chromedriver on a port that it finds; `None` if it ended at once.
fn start_driver() -> Option<(Child, u16)> {
    let mut driver = Command::new("chromedriver")
        .arg("--port=0")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("chromedriver starts; scripts/test installs it");
    let output = driver.stdout.take().expect("a pipe was asked for");
    let mut lines = BufReader::new(output).lines().map_while(Result::ok);
    let port = lines.find_map(|line| {
        let (_, rest) = line.split_once("started successfully on port ")?;
        rest.trim_end_matches('.').parse().ok()
    });
    let Some(port) = port else {
        let _ = driver.wait();
        return None;
    };
    // What it says later has to go somewhere, or it would stop at a full pipe.
    std::thread::spawn(move || lines.for_each(drop));
    Some((driver, port))
}

/// The browser's program, by the names it has in the distributions.
fn chromium() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    ["chromium", "chromium-browser", "google-chrome"]
        .iter()
        .flat_map(|name| std::env::split_paths(&path).map(move |folder| folder.join(name)))
        .find(|program| program.is_file())
}

/// One person's browser.
#[derive(Clone, Debug)]
pub struct Session {
    /// The WebDriver client, for whatever has no shorthand here.
    pub client: Client,
    name: String,
    driver: String,
    widths: &'static [u32],
}

impl Session {
    /// Opens an address and waits until it is loaded.
    pub async fn open(&self, address: &str) {
        self.client
            .goto(address)
            .await
            .unwrap_or_else(|error| panic!("{} opens {address}: {error}", self.name));
    }

    /// The element that fits a CSS selector, waited for.
    pub async fn find(&self, css: &str) -> Element {
        let found = self
            .client
            .wait()
            .at_most(PATIENCE)
            .for_element(Locator::Css(css))
            .await;
        match found {
            Ok(element) => element,
            Err(error) => panic!(
                "{} finds no {css}: {error}\nat {}\nthe page says:\n{}",
                self.name,
                self.address().await,
                self.text().await
            ),
        }
    }

    /// Whether anything fits a CSS selector right now.
    pub async fn shows(&self, css: &str) -> bool {
        let found = self.client.find_all(Locator::Css(css)).await;
        !found.expect("the page can be asked").is_empty()
    }

    /// Whether what fits a CSS selector can be seen: it may be folded away.
    pub async fn visible(&self, css: &str) -> bool {
        let element = self.find(css).await;
        element.is_displayed().await.unwrap_or(false)
    }

    /// Clicks on what fits a CSS selector.
    pub async fn click(&self, css: &str) {
        let element = self.find(css).await;
        element
            .click()
            .await
            .unwrap_or_else(|error| panic!("{} clicks on {css}: {error}", self.name));
    }

    /// Replaces what stands in a field.
    pub async fn fill(&self, css: &str, text: &str) {
        let field = self.find(css).await;
        field.clear().await.expect("the field can be cleared");
        field.send_keys(text).await.expect("the field takes text");
    }

    /// Chooses the option of this value in a list.
    pub async fn choose(&self, css: &str, value: &str) {
        let list = self.find(css).await;
        list.select_by_value(value)
            .await
            .unwrap_or_else(|error| panic!("{} chooses {value} in {css}: {error}", self.name));
    }

    /// All that a reader sees of the page, as text.
    pub async fn text(&self) -> String {
        match self.client.find(Locator::Css("body")).await {
            Ok(body) => body.text().await.unwrap_or_default(),
            Err(_) => String::new(),
        }
    }

    /// Waits until the page says this.
    pub async fn wait_for_text(&self, text: &str) {
        let began = Instant::now();
        while !self.text().await.contains(text) {
            assert!(
                began.elapsed() < PATIENCE,
                "{} waits in vain for {text:?}\nat {}\nthe page says:\n{}",
                self.name,
                self.address().await,
                self.text().await
            );
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// Waits until the browser is at this address.
    pub async fn wait_for_address(&self, address: &str) {
        let began = Instant::now();
        while self.address().await != address {
            assert!(
                began.elapsed() < PATIENCE,
                "{} is not at {address}\nbut at {}\nthe page says:\n{}",
                self.name,
                self.address().await,
                self.text().await
            );
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Where the browser is.
    pub async fn address(&self) -> String {
        let address = self.client.current_url().await;
        address.map_or_else(|error| error.to_string(), |address| address.to_string())
    }

    /// Runs a script in the page and gives what it returns.
    pub async fn evaluate(&self, script: &str) -> Value {
        let result = self.client.execute(script, Vec::new()).await;
        result.unwrap_or_else(|error| panic!("{}: {script}: {error}", self.name))
    }

    /// Takes the network away from the browser, or gives it back.
    pub async fn set_offline(&self, is_offline: bool) {
        self.command("Network.enable", json!({})).await;
        let conditions = json!({ "offline": is_offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
        self.command("Network.emulateNetworkConditions", conditions)
            .await;
    }

    /// Takes pictures of the whole page at each of its widths, `target/screenshots/<session>-<what>-<width>.png`,
    /// and insists that none of them scrolls sideways.
    pub async fn screenshot(&self, what: &str) {
        let target = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .parent()
            .expect("tmp is in target");
        let folder = target.join("screenshots");
        fs::create_dir_all(&folder).expect("a folder for the screenshots");
        let mut too_wide = Vec::new();
        for &width in self.widths {
            self.set_width(width).await;
            let page = self
                .evaluate(
                    "const page = document.documentElement;
                     return [page.scrollWidth, Math.min(page.scrollHeight, 6000)];",
                )
                .await;
            let wide = page[0].as_u64().expect("a width");
            if wide > u64::from(width) {
                too_wide.push(format!("{wide} instead of {width}"));
            }
            let clip = json!({ "x": 0, "y": 0, "width": width, "height": page[1], "scale": 1 });
            let picture = self
                .command(
                    "Page.captureScreenshot",
                    json!({ "format": "png", "captureBeyondViewport": true, "clip": clip }),
                )
                .await;
            let bytes = base64::engine::general_purpose::STANDARD
                .decode(picture["data"].as_str().expect("a picture"))
                .expect("base64");
            let file = folder.join(format!("{}-{what}-{width}.png", self.name));
            fs::write(file, bytes).expect("the picture can be kept");
        }
        // Back to the width that the page was opened at.
        self.set_width(self.widths[0]).await;
        assert!(
            too_wide.is_empty(),
            "{} at {what}: the page scrolls sideways, {too_wide:?} pixels wide",
            self.name
        );
    }

    async fn set_width(&self, width: u32) {
        let mobile = width < 600;
        let size =
            json!({ "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": mobile });
        self.command("Emulation.setDeviceMetricsOverride", size)
            .await;
    }

    /// A command of Chromium's own protocol: WebDriver cannot make a window as narrow as a phone.
    async fn command(&self, command: &str, parameters: Value) -> Value {
        let session = self
            .client
            .session_id()
            .await
            .expect("a session")
            .expect("its id");
        let answer: Value = reqwest::Client::new()
            .post(format!(
                "{}/session/{session}/goog/cdp/execute",
                self.driver
            ))
            .json(&json!({ "cmd": command, "params": parameters }))
            .send()
            .await
            .expect("chromedriver answers")
            .json()
            .await
            .expect("JSON");
        assert!(
            answer["value"]["error"].is_null(),
            "{command}: {}",
            answer["value"]
        );
        answer["value"].clone()
    }
}
