//! Requests and answers, each bounded in size and time. They are taken in by a thread of their own, so that a
//! slow one is given up also while the match is busy; the match answers one after the other.

use std::convert::Infallible;
use std::io;
use std::net::TcpListener;
use std::sync::{Arc, mpsc};
use std::time::Duration;

use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::body::{Body, Bytes, Incoming};
use hyper::header::{self, HeaderName, HeaderValue};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::sync::{Semaphore, oneshot};
use tokio::time::timeout;

use super::desk::{Desk, Reply};
use super::guard::{Guard, Refusal, Wanted};
use crate::cli::shared::ORDERS_LIMIT;
use crate::matches::MatchFault;

/// So many requests at once; others wait.
const MOST: usize = 16;
/// How long a request may take to say what it wants.
const HEAD: Duration = Duration::from_secs(3);
/// How long orders may take to come.
const BODY: Duration = Duration::from_secs(10);
/// How long a request may take with its answer, that of a slow browser included.
const WHOLE: Duration = Duration::from_secs(300);
/// The largest head of a request, in bytes.
const LARGEST_HEAD: usize = 16 << 10;

/// What every page may do at most; those with scripts say which.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; \
                      connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/// Something for the match to do, and where its answer goes.
struct Task {
    wanted: Wanted,
    orders: Bytes,
    answer: oneshot::Sender<Reply>,
}

/// Who guards, and who does what is wanted.
struct Room {
    guard: Guard,
    tasks: mpsc::Sender<Task>,
}

/// Serves the pages of a match until the process ends.
///
/// # Errors
/// If it cannot listen any more.
pub(super) fn serve(listener: TcpListener, guard: Guard, mut desk: Desk<'_>) -> Result<(), MatchFault> {
    listener.set_nonblocking(true)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().enable_time().build()?;
    let (tasks, wanted) = mpsc::channel();
    let room = Arc::new(Room { guard, tasks });
    let listening = std::thread::spawn(move || runtime.block_on(listen(listener, room)));
    for Task { wanted, orders, answer } in wanted {
        let reply = match wanted {
            Wanted::Orders => desk.orders(&orders),
            shown => desk.shown(&shown),
        };
        // Whoever asked may have gone.
        _ = answer.send(reply);
    }
    let ended = listening.join().map_err(|_| MatchFault::Bug("the server broke off".into()))?;
    Ok(ended?)
}

async fn listen(listener: TcpListener, room: Arc<Room>) -> io::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let places = Arc::new(Semaphore::new(MOST));
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else { return Ok(()) };
        let Ok((stream, _)) = listener.accept().await else {
            // Too many files are open: that passes.
            tokio::time::sleep(Duration::from_millis(100)).await;
            continue;
        };
        let room = Arc::clone(&room);
        tokio::spawn(async move {
            let service = service_fn(|request| answer(Arc::clone(&room), request));
            let mut http = http1::Builder::new();
            http.timer(TokioTimer::new())
                .header_read_timeout(HEAD)
                .keep_alive(false)
                .max_buf_size(LARGEST_HEAD);
            _ = timeout(WHOLE, http.serve_connection(TokioIo::new(stream), service)).await;
            drop(place);
        });
    }
}

async fn answer(room: Arc<Room>, request: Request<Incoming>) -> Result<Response<Full<Bytes>>, Infallible> {
    Ok(response(done(&room, request).await.unwrap_or_else(refused)))
}

/// Has done what a request wants, if it may want it.
async fn done(room: &Room, request: Request<Incoming>) -> Result<Reply, Refusal> {
    let (parts, body) = request.into_parts();
    let wanted = room.guard.wanted(&parts)?;
    let orders = if wanted == Wanted::Orders { orders(body).await? } else { Bytes::new() };
    let (answer, told) = oneshot::channel();
    _ = room.tasks.send(Task { wanted, orders, answer });
    told.await.map_err(|_| Refusal(StatusCode::INTERNAL_SERVER_ERROR, "sealord broke off"))
}

/// The orders that come with a request, if they are of a size that orders have and come in time.
async fn orders(body: Incoming) -> Result<Bytes, Refusal> {
    const LARGE: Refusal = Refusal(StatusCode::PAYLOAD_TOO_LARGE, "no orders are as large as that");
    if body.size_hint().lower() > ORDERS_LIMIT {
        return Err(LARGE);
    }
    match timeout(BODY, Limited::new(body, ORDERS_LIMIT as usize).collect()).await {
        Err(_) => Err(Refusal(StatusCode::REQUEST_TIMEOUT, "the orders did not come in time")),
        Ok(Ok(collected)) => Ok(collected.to_bytes()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(LARGE),
        Ok(Err(_)) => Err(Refusal(StatusCode::BAD_REQUEST, "the orders did not arrive whole")),
    }
}

fn refused(Refusal(status, why): Refusal) -> Reply {
    Reply { status, kind: "text/plain; charset=utf-8", body: format!("{why}\n") }
}

fn response(Reply { status, kind, body }: Reply) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(Bytes::from(body)));
    *response.status_mut() = status;
    for (name, value) in [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, "no-store"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}
