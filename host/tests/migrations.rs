//! Migrations: up, down and up again leave the same; the program's idea of the
//! tables is the database's.

mod support;

use std::collections::BTreeMap;

use diesel::{QueryableByName, sql_types::Text};
use diesel_async::{RunQueryDsl, SimpleAsyncConnection};
use fieldpost::db;
use support::{TestApp, TestDatabase};

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    line: String,
}

/// Everything that a migration can make, as text in a fixed order.
const DUMP: &str = "
    SELECT format('column %s.%s %s null:%s default:%s identity:%s', table_name, column_name,
        data_type, is_nullable, column_default, identity_generation) AS line
    FROM information_schema.columns WHERE table_schema = 'public'
    UNION ALL SELECT format('constraint %s %s %s', conrelid::regclass, conname,
        pg_get_constraintdef(oid))
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT format('index %s', indexdef) FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT format('trigger %s', pg_get_triggerdef(oid)) FROM pg_trigger
        WHERE NOT tgisinternal
    UNION ALL SELECT format('function %s', pg_get_functiondef(oid)) FROM pg_proc
        WHERE pronamespace = 'public'::regnamespace
    UNION ALL SELECT format('rights on %s: %s', relname, relacl) FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'S')
    UNION ALL SELECT format('rights on schema: %s', nspacl) FROM pg_namespace
        WHERE nspname = 'public'
    UNION ALL SELECT format('type %s', typname) FROM pg_type
        WHERE typnamespace = 'public'::regnamespace
    ORDER BY 1";

async fn dump(database: &TestDatabase) -> Vec<String> {
    let lines: Vec<Line> = diesel::sql_query(DUMP)
        .load(&mut database.connect().await)
        .await
        .unwrap();
    lines.into_iter().map(|line| line.line).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn up_down_and_up_again_leave_the_same_tables() {
    let database = TestDatabase::empty().await;
    let applied = db::migrate(&database.url).await.unwrap();
    assert!(!applied.is_empty());
    let first = dump(&database).await;
    assert!(first.len() > 100, "{} lines", first.len());
    assert!(db::migrate(&database.url).await.unwrap().is_empty());

    assert_eq!(db::revert_all(&database.url).await.unwrap(), applied.len());
    // What the migrations' own list of themselves leaves is not theirs.
    let left: Vec<_> = dump(&database)
        .await
        .into_iter()
        .filter(|line| !line.contains("__diesel_schema_migrations"))
        .filter(|line| !line.starts_with("rights on schema"))
        .collect();
    assert_eq!(left, Vec::<String>::new());

    assert_eq!(db::migrate(&database.url).await.unwrap(), applied);
    assert_eq!(dump(&database).await, first);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_programs_that_migrate_at_once_do_it_one_after_the_other() {
    let database = TestDatabase::empty().await;
    let migrate = |url: String| tokio::spawn(async move { db::migrate(&url).await });
    let (one, two) = tokio::join!(migrate(database.url.clone()), migrate(database.url.clone()));
    let (one, two) = (one.unwrap().unwrap(), two.unwrap().unwrap());
    assert!(one.is_empty() != two.is_empty(), "{one:?} {two:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_schema_in_the_program_is_that_of_the_database() {
    let database = TestDatabase::migrated().await;
    let rows: Vec<Line> = diesel::sql_query(
        "SELECT table_name || ' ' || column_name || ' ' || \
             CASE is_nullable WHEN 'YES' THEN 'Nullable ' ELSE '' END || udt_name AS line \
         FROM information_schema.columns WHERE table_schema = 'public' \
             AND table_name NOT IN ('__diesel_schema_migrations', 'clock_offset') \
         ORDER BY table_name, ordinal_position",
    )
    .load(&mut database.connect().await)
    .await
    .unwrap();
    let mut in_database = BTreeMap::<String, Vec<String>>::new();
    for row in rows {
        let (table, column) = row.line.split_once(' ').unwrap();
        in_database
            .entry(table.to_owned())
            .or_default()
            .push(column.to_owned());
    }
    assert_eq!(in_program(), in_database);
}

/// Reads `schema.rs` as text: its macros leave nothing to ask at run time.
fn in_program() -> BTreeMap<String, Vec<String>> {
    let mut tables = BTreeMap::<String, Vec<String>>::new();
    let mut table = String::new();
    for line in include_str!("../src/schema.rs").lines().map(str::trim) {
        if let Some((name, _)) = line
            .strip_suffix('{')
            .and_then(|line| line.split_once(" ("))
        {
            table = name.to_owned();
        } else if let Some((column, kind)) =
            line.strip_suffix(',').and_then(|l| l.split_once(" -> "))
        {
            let nullable = kind
                .strip_prefix("Nullable<")
                .and_then(|kind| kind.strip_suffix('>'));
            let kind = match nullable.unwrap_or(kind) {
                "Array<Int2>" => "_int2".to_owned(),
                plain => plain.to_lowercase(),
            };
            let nullable = if nullable.is_some() { "Nullable " } else { "" };
            let columns = tables.entry(table.clone()).or_default();
            columns.push(format!("{column} {nullable}{kind}"));
        }
    }
    tables
}

#[tokio::test(flavor = "multi_thread")]
async fn a_login_that_may_not_make_roles_can_migrate_all_the_same() {
    let database = TestDatabase::empty().await;
    let mut owner = database.connect().await;
    let plain = format!("plain_{}", database.name);
    let setup = format!(
        "CREATE ROLE {plain} LOGIN; GRANT ALL ON DATABASE {} TO {plain}; \
         GRANT ALL ON SCHEMA public TO {plain}",
        database.name
    );
    owner.batch_execute(&setup).await.unwrap();
    let url = database
        .url
        .replace("user=fieldpost", &format!("user={plain}"));
    assert!(!db::migrate(&url).await.unwrap().is_empty());
    let mut conn = db::establish(url).await.unwrap();
    let now = "SELECT FROM clock_offset WHERE fieldpost_now() IS NOT NULL";
    assert_eq!(diesel::sql_query(now).execute(&mut conn).await.unwrap(), 1);
    // The trigger needs no role.
    let refused = conn.batch_execute("DELETE FROM log").await.unwrap_err();
    assert!(refused.to_string().contains("append-only"), "{refused}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_clock_of_a_test_is_moved_by_hand() {
    let app = TestApp::start().await;
    let now = async || {
        let mut conn = app.state.db.get().await.unwrap();
        fieldpost::clock::now(&mut conn).await.unwrap()
    };
    let before = now().await;
    app.advance_seconds(86_400.5).await;
    let moved = (now().await - before).num_milliseconds();
    assert!((86_400_500..86_405_000).contains(&moved), "{moved}");
}
