//! Shows that the tests' own tools are real: mail goes over SMTP, browsers are apart from one another.
//! Nothing of Fieldpost is tested here.

mod support;

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};

use lettre::message::{Message, SinglePart};
use lettre::transport::smtp::client::{Certificate, Tls, TlsParameters};
use lettre::{AsyncSmtpTransport, AsyncTransport, Tokio1Executor};
use support::browser::Browsers;
use support::smtp::SmtpSink;

fn letter(subject: &str) -> Message {
    Message::builder()
        .from("Fieldpost <post@fieldpost.example>".parse().unwrap())
        .to("ada@players.example".parse().unwrap())
        .subject(subject)
        .singlepart(SinglePart::plain("Grüße\n".to_owned()))
        .unwrap()
}

#[tokio::test]
async fn mail_is_taken_and_refused_on_command() {
    let mut sink = SmtpSink::start();
    let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(&sink.url())
        .unwrap()
        .build();
    transport.send(letter("One")).await.unwrap();
    sink.answer_with("451 4.3.0 busy");
    assert!(
        transport
            .send(letter("Two"))
            .await
            .unwrap_err()
            .is_transient()
    );
    sink.answer_with("550 5.1.1 nobody here");
    assert!(
        transport
            .send(letter("Three"))
            .await
            .unwrap_err()
            .is_permanent()
    );
    sink.accept();
    transport.send(letter("Four")).await.unwrap();

    let mails = sink
        .wait_for(2, |mail| mail.to == ["ada@players.example"])
        .await;
    let subjects: Vec<_> = mails
        .iter()
        .map(|mail| {
            let parsed = mail_parser::MessageParser::default()
                .parse(&mail.raw)
                .unwrap();
            assert_eq!(parsed.body_text(0).unwrap(), "Grüße\r\n");
            parsed.subject().unwrap().to_owned()
        })
        .collect();
    assert_eq!(subjects, ["One", "Four"]);
}

#[tokio::test]
async fn mail_goes_over_tls_to_a_server_that_is_trusted() {
    let sink = SmtpSink::start_with_tls();
    let strangers = AsyncSmtpTransport::<Tokio1Executor>::from_url(&sink.url())
        .unwrap()
        .build();
    let refusal = strangers.send(letter("Untrusted")).await.unwrap_err();
    assert!(
        format!("{refusal:?}").contains("UnknownIssuer"),
        "{refusal:?}"
    );

    let pem = std::fs::read(sink.certificate().unwrap()).unwrap();
    let trust = TlsParameters::builder("localhost".to_owned())
        .add_root_certificate(Certificate::from_pem(&pem).unwrap())
        .build()
        .unwrap();
    let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(&sink.url())
        .unwrap()
        .tls(Tls::Required(trust))
        .build();
    transport.send(letter("Trusted")).await.unwrap();
    assert_eq!(sink.wait_for(1, |_| true).await.len(), 1);
}

/// Answers every request with a page that shows the cookies it got, and gives one away on `/sign`.
fn serve_cookies() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            // A thread each: browsers open connections in advance and leave them idle.
            std::thread::spawn(move || answer_with_cookies(stream.unwrap()));
        }
    });
    address
}

fn answer_with_cookies(mut stream: TcpStream) {
    let lines: Vec<String> = BufReader::new(&stream)
        .lines()
        .map_while(Result::ok)
        .take_while(|line| !line.is_empty())
        .collect();
    let given = match lines.first() {
        None => return,
        Some(first) if first.starts_with("GET /sign ") => "Set-Cookie: who=ada\r\n",
        Some(_) => "",
    };
    let cookie = |line: &String| line.strip_prefix("Cookie: ").map(str::to_owned);
    let cookies = lines.iter().find_map(cookie).unwrap_or("none".to_owned());
    let body = format!(
        "<!doctype html><meta name=viewport content=\"width=device-width\"><title>t</title><p id=cookies>{cookies}</p>"
    );
    let _ = write!(
        stream,
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n{given}Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn browsers_share_nothing_and_take_pictures() {
    let address = serve_cookies();
    let browsers = Browsers::start();
    let (ada, bo) = (
        browsers.session("harness-ada").await,
        browsers.session("harness-bo").await,
    );
    ada.open(&format!("{address}/sign")).await;
    ada.open(&address).await;
    bo.open(&address).await;
    assert_eq!(ada.find("#cookies").await.text().await.unwrap(), "who=ada");
    assert_eq!(bo.find("#cookies").await.text().await.unwrap(), "none");
    ada.screenshot("cookies").await;
}
