//! The real server for a test, and further hosts on the same database.

use std::{net::TcpListener, path::PathBuf};

use actix_web::dev::ServerHandle;
use diesel::QueryableByName;
use diesel::sql_types::BigInt;
use diesel_async::{AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};
use fieldpost::{
    app::{self, State},
    config::{Access, Config, DatabaseUrl, PublicUrl, Secret, SmtpUrl},
};

use super::database::{TestDatabase, random_name};

/// One running host process, as near as a test can have it in its own.
pub struct Host {
    /// What its handlers share.
    pub state: State,
    /// `http://127.0.0.1:port`, without a trailing slash.
    pub address: String,
    handle: ServerHandle,
}

impl Host {
    async fn start(
        database_url: &str,
        mailbox: PathBuf,
        smtp_url: Option<String>,
        access: Access,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let listen = listener
            .local_addr()
            .expect("a bound socket has an address");
        let address = format!("http://{listen}");
        let config = Config {
            database_url: DatabaseUrl(database_url.to_owned()),
            listen,
            public_url: PublicUrl::parse(&address).expect("an address of our own"),
            // The same in every host of a test, as in one installation.
            secret: Secret::new(&[7; 32]),
            smtp_url: smtp_url.map(SmtpUrl),
            mailbox,
            mail_from: "Fieldpost <fieldpost@example.org>"
                .parse()
                .expect("an address"),
            operator_listen: None,
            access,
        };
        let state = State::connect(config)
            .await
            .expect("the test database answers");
        let server = app::server(state.clone(), listener, 1).expect("the server starts");
        let handle = server.handle();
        tokio::spawn(server);
        Self {
            state,
            address,
            handle,
        }
    }

    /// The full address of a path.
    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.address)
    }

    /// Ends it without grace, as a kill would.
    pub async fn kill(&self) {
        self.handle.stop(false).await;
    }
}

/// A host with everything around it.
pub struct TestApp {
    /// The host itself.
    pub host: Host,
    /// Its database, for looks behind the scenes.
    pub database: TestDatabase,
    /// Folder where its mails land when no SMTP server is given.
    pub mailbox: PathBuf,
    smtp_url: Option<String>,
    may_leave_jobs: bool,
}

impl std::ops::Deref for TestApp {
    type Target = Host;
    fn deref(&self) -> &Host {
        &self.host
    }
}

impl TestApp {
    /// With mail into a folder.
    pub async fn start() -> Self {
        Self::build(None, Access::default()).await
    }

    /// With a word of its own on who may come in and who operates.
    pub async fn with_access(access: Access) -> Self {
        Self::build(None, access).await
    }

    /// With mail to a real server, such as the sink of `support/smtp.rs`.
    pub async fn with_smtp(smtp_url: &str) -> Self {
        Self::build(Some(smtp_url.to_owned()), Access::default()).await
    }

    async fn build(smtp_url: Option<String>, access: Access) -> Self {
        let database = TestDatabase::migrated().await;
        let mailbox = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
            .join("mail")
            .join(&database.name);
        let host = Host::start(&database.url, mailbox.clone(), smtp_url.clone(), access).await;
        Self {
            host,
            database,
            mailbox,
            smtp_url,
            may_leave_jobs: false,
        }
    }

    /// Another host on the same database and mailbox.
    pub async fn second_host(&self) -> Host {
        Host::start(
            &self.database.url,
            self.mailbox.clone(),
            self.smtp_url.clone(),
            Access::default(),
        )
        .await
    }

    /// A host on another database, with this one's mailbox.
    pub async fn host_on(&self, database_url: &str) -> Host {
        let (mailbox, smtp_url) = (self.mailbox.clone(), self.smtp_url.clone());
        Host::start(database_url, mailbox, smtp_url, Access::default()).await
    }

    /// Lets time pass in this app's database, with a host that lives through it.
    pub async fn advance_seconds(&self, seconds: f64) {
        self.leap_seconds(seconds).await;
        // A process that beats must not take it for a clock that was set.
        let sql = format!(
            "UPDATE clock_guard SET epoch = epoch + 1, \
                 beat_at = beat_at + interval '{seconds} seconds'"
        );
        let mut conn = self.database.connect().await;
        conn.batch_execute(&sql).await.expect("the beats go on");
    }

    /// Moves the database's clock, forward or back, and nothing else.
    pub async fn leap_seconds(&self, seconds: f64) {
        let mut conn = self.database.connect().await;
        let sql = format!(
            "UPDATE clock_offset SET \"offset\" = \"offset\" + interval '{seconds} seconds'"
        );
        conn.batch_execute(&sql).await.expect("the clock moves");
    }

    /// One number out of the database, seen with the owner's rights.
    pub async fn number(&self, sql: &str) -> i64 {
        number(&mut self.database.connect().await, sql).await
    }

    /// Does all background work that is due, step by step, and says how much
    /// there was. The loops of a real host would do the same.
    pub async fn work(&self) -> usize {
        let mut steps = 0;
        while fieldpost::worker::step(&self.state)
            .await
            .expect("background work")
        {
            steps += 1;
        }
        steps
    }

    /// For tests that end with work undone on purpose.
    pub fn leave_jobs(&mut self) {
        self.may_leave_jobs = true;
    }
}

/// Games half closed and mails that could be sent now.
const JOBS_LEFT: &str = "SELECT (SELECT count(*) FROM games WHERE phase = 'closing') \
     + (SELECT count(*) FROM outbox WHERE state = 'waiting' AND not_before <= fieldpost_now()) AS n";

impl Drop for TestApp {
    fn drop(&mut self) {
        let handle = self.host.handle.clone();
        let check = !self.may_leave_jobs && !std::thread::panicking();
        let name = self.database.name.clone();
        let left = std::thread::scope(|scope| {
            scope
                .spawn(|| {
                    let runtime = tokio::runtime::Builder::new_multi_thread()
                        .worker_threads(1)
                        .enable_all()
                        .build()
                        .expect("a runtime for the last look");
                    runtime.block_on(async {
                        drop(handle.stop(false));
                        if !check {
                            return 0;
                        }
                        let database = TestDatabase {
                            url: String::new(),
                            name,
                        };
                        number(&mut database.connect().await, JOBS_LEFT).await
                    })
                })
                .join()
        });
        let _ = std::fs::remove_dir_all(&self.mailbox);
        if check {
            assert_eq!(left.expect("the last look works"), 0, "jobs were left over");
        }
    }
}

#[derive(QueryableByName)]
struct Number {
    #[diesel(sql_type = BigInt)]
    n: i64,
}

async fn number(conn: &mut AsyncPgConnection, sql: &str) -> i64 {
    let row: Number = diesel::sql_query(sql)
        .get_result(conn)
        .await
        .expect("a query of the test");
    row.n
}
