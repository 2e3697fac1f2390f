//! One throw-away cluster for all test binaries, one database for each test.

use std::{path::Path, sync::OnceLock, time::Duration};

use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};
use fieldpost::{
    cluster::{Cluster, Durability},
    db,
};

static CLUSTER: OnceLock<Cluster> = OnceLock::new();

/// What processes that look for the template at once wait on.
const TEMPLATE_LOCK: i64 = 0x7e3b_1a7e;

/// A database with all migrations applied and nothing in it.
#[derive(Debug)]
pub struct TestDatabase {
    pub url: String,
    pub name: String,
}

impl TestDatabase {
    /// A copy of the migrated template.
    pub async fn migrated() -> Self {
        let template = template().await;
        Self::create(&format!("TEMPLATE {template}")).await
    }

    /// A database without any table.
    pub async fn empty() -> Self {
        Self::create("TEMPLATE template0").await
    }

    async fn create(from: &str) -> Self {
        let name = format!("t_{}", random_name());
        let mut conn = connect("postgres").await;
        run(&mut conn, &format!("CREATE DATABASE {name} {from}")).await;
        Self {
            url: cluster().url(&name),
            name,
        }
    }

    /// A connection with the owner's rights, which the host does not have.
    pub async fn connect(&self) -> AsyncPgConnection {
        connect(&self.name).await
    }
}

/// The cluster of all tests; its guard stops it a minute after the last one.
pub fn cluster() -> &'static Cluster {
    CLUSTER.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("postgres");
        let guard = Path::new(env!("CARGO_BIN_EXE_fieldpost"));
        Cluster::start(&folder, Durability::Throwaway, guard).expect("the test cluster starts")
    })
}

async fn connect(database: &str) -> AsyncPgConnection {
    let url = tokio::task::block_in_place(cluster).url(database);
    AsyncPgConnection::establish(&url)
        .await
        .expect("the test cluster answers")
}

async fn run(conn: &mut AsyncPgConnection, sql: &str) {
    conn.batch_execute(sql)
        .await
        .unwrap_or_else(|error| panic!("{sql}: {error}"));
}

/// The name of the template for these very migrations; made by whoever comes
/// first, under another name until it is whole.
async fn template() -> String {
    let name = format!("template_{}", migrations_hash());
    let mut conn = connect("postgres").await;
    run(
        &mut conn,
        &format!("SELECT pg_advisory_lock({TEMPLATE_LOCK})"),
    )
    .await;
    let found = diesel::sql_query(format!("SELECT FROM pg_database WHERE datname = '{name}'"))
        .execute(&mut conn)
        .await
        .expect("databases can be listed");
    if found == 0 {
        run(
            &mut conn,
            &format!("DROP DATABASE IF EXISTS {name}_new WITH (FORCE)"),
        )
        .await;
        run(
            &mut conn,
            &format!("CREATE DATABASE {name}_new TEMPLATE template0"),
        )
        .await;
        let url = cluster().url(&format!("{name}_new"));
        db::migrate(&url).await.expect("the migrations apply");
        let rename = format!("ALTER DATABASE {name}_new RENAME TO {name}");
        // The migrating connection takes a moment to be gone.
        for _ in 0..100 {
            if conn.batch_execute(&rename).await.is_ok() {
                return name;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("the template stays in use");
    }
    name
}

fn migrations_hash() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations");
    let mut folders: Vec<_> = std::fs::read_dir(root)
        .expect("the migrations are there")
        .map(|entry| entry.expect("a folder of a migration").path())
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    let mut hasher = blake3::Hasher::new();
    for folder in folders {
        hasher.update(folder.as_os_str().as_encoded_bytes());
        hasher.update(&std::fs::read(folder.join("up.sql")).expect("up.sql"));
    }
    hasher.finalize().to_hex()[..16].to_owned()
}

/// Sixteen random hex digits.
pub fn random_name() -> String {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).expect("the system gives random bytes");
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
