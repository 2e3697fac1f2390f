//! The web application: what every handler can reach, and what every response
//! carries. Must not know what a page says.

use std::{net::TcpListener, sync::Arc, time::Duration};

use actix_web::{
    App, HttpResponse, HttpServer,
    body::{self, BoxBody, MessageBody},
    dev::{Server, ServiceRequest, ServiceResponse},
    http::{Method, header},
    middleware::{Compress, DefaultHeaders, Next, from_fn},
    web,
};

mod operator;

use crate::{
    ai, api,
    aside::Asides,
    auth,
    auth::Auth,
    bodies,
    bodies::Bodies,
    bus::Bus,
    chronicle::Chronicles,
    config::Config,
    db,
    db::Db,
    error,
    error::Error,
    mail::transport::Transport,
    metrics::Metrics,
    orders::{standings::Standings, together::Together},
    pages, ratings,
    replays::Replays,
    worker::{Health, Wake},
};

/// What handlers and workers share: settings and ways to the world, no game.
/// Cloning it is cheap.
#[derive(Clone, Debug)]
pub struct State {
    /// Checked settings.
    pub config: Arc<Config>,
    /// The way to Postgres.
    pub db: Db,
    /// Bodies of requests on their way in.
    pub bodies: Bodies,
    /// Keys and limits around signing in.
    pub auth: Arc<Auth>,
    /// The way out for mail.
    pub mail: Arc<Transport>,
    /// Replayed games, as long as they are useful.
    pub replays: Replays,
    /// Who holds which seat, as long as it is remembered.
    pub standings: Standings,
    /// Orders on their way into the log.
    pub together: Together,
    /// Games that are over, turn by turn.
    pub chronicles: Chronicles,
    /// Ratings, as long as no further game ends.
    pub ratings: ratings::Kept,
    /// News from this and other processes.
    pub bus: Bus,
    /// What this process counts of itself.
    pub metrics: Arc<Metrics>,
    /// Who commands the seats that no person holds.
    pub commanders: ai::Commanders,
    /// Background work, row by row, and what of it fails.
    pub asides: Asides,
    /// Whether this process's background work goes on.
    pub health: Arc<Health>,
    /// Wakes this process's background work.
    pub wakes: Arc<Wake>,
}

impl State {
    /// Connects to the database of `config`.
    pub async fn connect(config: Config) -> Result<Self, Error> {
        let db = Db::connect(&config.database_url.0, 16).await?;
        let metrics = Arc::default();
        Ok(Self {
            auth: Arc::new(Auth::new(&config)?),
            mail: Arc::new(Transport::new(&config)?),
            bodies: Bodies::default(),
            ratings: ratings::Kept::default(),
            replays: Replays::counted(&metrics),
            standings: Standings::default(),
            together: Together::new(db.clone()),
            chronicles: Chronicles::default(),
            commanders: ai::Commanders::default(),
            asides: Asides::new(&db, &metrics),
            metrics,
            bus: Bus::new()?,
            health: Arc::default(),
            wakes: Arc::default(),
            config: Arc::new(config),
            db,
        })
    }

    /// Lets the background work of this process look at once. Only a hint: it
    /// looks by itself too, as do other processes.
    pub fn wake(&self) {
        self.wakes.all();
    }
}

/// Scripts, styles and pictures from this host alone, nothing inline, no
/// frames, and forms that go nowhere else.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
     img-src 'self'; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; \
     frame-ancestors 'none'";

fn security_headers(https: bool) -> DefaultHeaders {
    let headers = DefaultHeaders::new()
        .add((header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY))
        .add((header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .add((header::X_FRAME_OPTIONS, "DENY"))
        // Links in mails hold tokens; no address may leak to another site.
        .add((header::REFERRER_POLICY, "no-referrer"))
        .add(("cross-origin-opener-policy", "same-origin"))
        .add(("cross-origin-resource-policy", "same-origin"))
        .add((
            "permissions-policy",
            "camera=(), geolocation=(), microphone=()",
        ));
    if https {
        headers.add((header::STRICT_TRANSPORT_SECURITY, "max-age=31536000"))
    } else {
        headers
    }
}

/// Nothing here has a NUL in its path, and no database takes one to look for.
async fn without_nul(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    if request.uri().path().contains("%00") {
        // An error that passed the middleware outside would miss its headers.
        return Ok(request.error_response(Error::NotFound));
    }
    Ok(next.call(request).await?.map_into_boxed_body())
}

/// Whatever can be got can be asked about: `HEAD` is answered as `GET` is, without
/// what it would hold.
async fn head_as_get(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<impl MessageBody>, actix_web::Error> {
    let is_head = request.method() == Method::HEAD;
    if is_head {
        request.head_mut().method = Method::GET;
    }
    let response = next.call(request).await?;
    Ok(response.map_body(|_, body| {
        if is_head {
            BoxBody::new(body::None::new())
        } else {
            body.boxed()
        }
    }))
}

/// Makes the server on a socket that is already bound. It runs when awaited.
pub fn server(state: State, listener: TcpListener, workers: usize) -> std::io::Result<Server> {
    let data = web::Data::new(state);
    let server = HttpServer::new(move || {
        let https = data.config.public_url.is_https();
        App::new()
            .app_data(data.clone())
            .wrap(from_fn(auth::identify))
            .wrap(from_fn(bodies::refuse))
            .wrap(from_fn(without_nul))
            .wrap(from_fn(head_as_get))
            .wrap(from_fn(error::present))
            .wrap(from_fn(bodies::take_in))
            .wrap(security_headers(https))
            // What is compressed must not be put together again.
            .wrap(Compress::default())
            .wrap(from_fn(operator::count))
            .configure(health)
            .configure(api::routes)
            .configure(pages::routes)
    })
    .workers(workers)
    .tcp_nodelay(true)
    // An open event stream would hold a graceful stop for half a minute.
    .shutdown_timeout(1)
    .disable_signals()
    .listen(listener)?
    .run();
    Ok(server)
}

/// The server for operators, on a socket of its own: how the process is, and
/// nothing of any game or person.
///
/// # Errors
/// The system's, on the socket.
pub fn operator_server(state: State, listener: TcpListener) -> std::io::Result<Server> {
    let data = web::Data::new(state);
    let server = HttpServer::new(move || {
        App::new()
            .app_data(data.clone())
            .wrap(from_fn(error::present))
            .configure(health)
            .route("/metrics", web::get().to(operator::metrics))
    });
    let server = server
        .workers(1)
        .shutdown_timeout(1)
        .disable_signals()
        .listen(listener)?;
    Ok(server.run())
}

fn health(config: &mut web::ServiceConfig) {
    config
        .route("/healthz", web::get().to(healthz))
        .route("/readyz", web::get().to(readyz));
}

/// The process answers.
async fn healthz() -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .body("ok\n")
}

/// How long the database may take to answer: whoever asks waits seconds, not more.
const READY_WITHIN: Duration = Duration::from_secs(2);

/// The database answers too and has the tables this program was built for, and this
/// process's background work goes on.
async fn readyz(state: web::Data<State>) -> HttpResponse {
    let ready = async {
        let mut conn = state.db.get().await?;
        db::is_migrated(&mut conn).await
    };
    let ready = tokio::time::timeout(READY_WITHIN, ready).await;
    let lacks = match ready.map_err(Error::internal).flatten() {
        Ok(true) => None,
        Ok(false) => Some("migrations are missing\n".to_owned()),
        Err(cause) => {
            tracing::error!(?cause, "not ready");
            Some("the database does not answer\n".to_owned())
        }
    };
    let dead = state.health.dead();
    let dead = (!dead.is_empty()).then(|| format!("no longer at work: {}\n", dead.join(", ")));
    let (mut response, text) = match lacks.or(dead) {
        None => (HttpResponse::Ok(), "ready\n".to_owned()),
        Some(lacks) => (HttpResponse::ServiceUnavailable(), lacks),
    };
    response
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .content_type("text/plain; charset=utf-8")
        .body(text)
}
