//! What the operators' listener answers: how the process and the database it
//! shares are. Nothing of any person, and nothing of any game's play but sums
//! over games that are over.

use std::time::Instant;

use actix_web::{
    HttpResponse,
    body::MessageBody,
    dev::{ServiceRequest, ServiceResponse},
    http::{Method, header},
    middleware::Next,
    web::Data,
};
use diesel::{
    QueryableByName,
    sql_types::{BigInt, Double, Text},
};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use super::State;
use crate::{
    aside, close,
    error::Error,
    metrics::{head, line},
};

/// Middleware: counts requests, by method and status alone, since paths hold
/// keys and tokens.
pub(super) async fn count(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, actix_web::Error> {
    let began = Instant::now();
    let state = request.app_data::<Data<State>>().cloned();
    let method = match *request.method() {
        Method::GET => "GET",
        Method::POST => "POST",
        _ => "other",
    };
    let answer = next.call(request).await;
    if let Some(state) = state {
        let status = match &answer {
            Ok(response) => response.status().as_u16(),
            Err(error) => error.as_response_error().status_code().as_u16(),
        };
        let labels = format!("method=\"{method}\",status=\"{status}\"");
        state.metrics.count("fieldpost_requests_total", &labels);
        state.metrics.time(
            "fieldpost_request_seconds_sum",
            "fieldpost_request_seconds_count",
            began.elapsed(),
        );
    }
    answer
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = Text)]
    label: String,
    #[diesel(sql_type = BigInt)]
    rows: i64,
    #[diesel(sql_type = Double)]
    age: f64,
}

/// `GET /metrics`.
pub(super) async fn metrics(state: Data<State>) -> Result<HttpResponse, Error> {
    let mut text = state.metrics.print();
    let name = "fieldpost_commanders_left_behind";
    let help = "Commanders that did not come to an end and still run in this process.";
    head(&mut text, name, help, "gauge");
    line(&mut text, name, "", state.commanders.left_behind() as f64);
    {
        let mut conn = state.db.get().await?;
        shared(&mut conn, &mut text).await?;
    }
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .content_type("text/plain; version=0.0.4; charset=utf-8")
        .body(text))
}

/// What all processes see alike.
async fn shared(conn: &mut AsyncPgConnection, text: &mut String) -> Result<(), Error> {
    let mails: Vec<Row> = diesel::sql_query(
        "SELECT state AS label, count(*) AS rows, \
             coalesce(extract(epoch FROM (SELECT fieldpost_now()) - min(created_at)), 0)::float8 \
                 AS age \
         FROM outbox WHERE state <> 'sent' GROUP BY state",
    )
    .load(conn)
    .await?;
    let of = |state: &str| mails.iter().find(|row| row.label == state);
    let depth = "fieldpost_outbox_mails";
    head(text, depth, "Mails that are not sent.", "gauge");
    for state in ["waiting", "dead"] {
        let rows = of(state).map_or(0, |row| row.rows);
        line(text, depth, &format!("state=\"{state}\""), rows as f64);
    }
    let age = "fieldpost_outbox_oldest_seconds";
    head(text, age, "Age of the oldest mail that waits.", "gauge");
    line(text, age, "", of("waiting").map_or(0.0, |row| row.age));

    let games: Vec<Row> = diesel::sql_query(
        "SELECT phase AS label, count(*) AS rows, 0::float8 AS age FROM games GROUP BY phase",
    )
    .load(conn)
    .await?;
    let name = "fieldpost_games";
    head(text, name, "Games by phase.", "gauge");
    for row in games {
        line(
            text,
            name,
            &format!("phase=\"{}\"", row.label),
            row.rows as f64,
        );
    }
    let failing = aside::count(conn).await?;
    let name = "fieldpost_jobs_failing";
    head(text, name, "Background work that fails, by step.", "gauge");
    for (step, rows, _) in &failing {
        line(text, name, &format!("step=\"{step}\""), *rows as f64);
    }
    let name = "fieldpost_jobs_aside";
    let help = "Work that failed too often and is set aside, by step.";
    head(text, name, help, "gauge");
    for (step, _, aside) in &failing {
        line(text, name, &format!("step=\"{step}\""), *aside as f64);
    }
    let overdue = close::overdue(conn).await?;
    let name = "fieldpost_overdue_games";
    head(text, name, "Phases that are over and not closed.", "gauge");
    line(text, name, "", overdue.games as f64);
    let name = "fieldpost_overdue_seconds";
    head(
        text,
        name,
        "Since when the first of them has been.",
        "gauge",
    );
    line(text, name, "", overdue.seconds as f64);
    let halted: Row = diesel::sql_query(
        "SELECT '' AS label, (halted_at IS NOT NULL)::int::int8 AS rows, \
             coalesce(extract(epoch FROM (SELECT fieldpost_now()) - beat_at), 0)::float8 AS age \
         FROM clock_guard",
    )
    .get_result(conn)
    .await?;
    let name = "fieldpost_clock_halted";
    head(
        text,
        name,
        "1 while no turn is closed until the clock is accepted.",
        "gauge",
    );
    line(text, name, "", halted.rows as f64);
    let name = "fieldpost_heartbeat_age_seconds";
    head(
        text,
        name,
        "Since the last heartbeat of any process.",
        "gauge",
    );
    line(text, name, "", halted.age);
    Ok(())
}
