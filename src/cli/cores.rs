//! Tasks over all cores. What comes of them does not hang on how many cores there are.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use super::terminal::Counted;
use crate::matches::MatchFault;

/// The tasks that one worker takes, one after the other: their numbers, from 0.
pub(super) struct Tasks<'a> {
    next: &'a AtomicU64,
    of: u64,
    last: Cell<u64>,
}

impl<'a> Tasks<'a> {
    fn of(next: &'a AtomicU64, of: u64) -> Tasks<'a> {
        Tasks { next, of, last: Cell::new(0) }
    }

    /// The next task that nobody has taken.
    pub(super) fn next(&self) -> Option<u64> {
        let at = self.next.fetch_add(1, Ordering::Relaxed);
        self.last.set(at);
        (at < self.of).then_some(at)
    }
}

/// How many workers so many tasks get: one on each core, or so many as are wanted.
fn workers(threads: Option<u16>, of: u64) -> usize {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    threads.map_or(cores, usize::from).min(usize::try_from(of).unwrap_or(usize::MAX))
}

/// Lets a worker on each core, or so many as are wanted, take tasks until none is left; gives what each of
/// them has to show.
///
/// # Errors
/// The fault of the first task in order that had one. Tasks behind it may not be done then.
pub(super) fn share_out<T: Send>(
    of: u64,
    threads: Option<u16>,
    work: impl Fn(&Tasks<'_>) -> Result<T, MatchFault> + Sync,
) -> Result<Vec<T>, MatchFault> {
    let next = AtomicU64::new(0);
    let one = || {
        let tasks = Tasks::of(&next, of);
        work(&tasks).map_err(|fault| {
            next.store(of, Ordering::Relaxed);
            (tasks.last.get(), fault)
        })
    };
    let done: Vec<Result<T, (u64, MatchFault)>> = thread::scope(|scope| {
        let workers: Vec<_> = (0..workers(threads, of)).map(|_| scope.spawn(one)).collect();
        let lost = || Err((u64::MAX, MatchFault::Bug("a task was not done".to_owned())));
        workers.into_iter().map(|worker| worker.join().unwrap_or_else(|_| lost())).collect()
    });
    let (mut all, mut first) = (Vec::with_capacity(done.len()), None::<(u64, MatchFault)>);
    for worker in done {
        match worker {
            Ok(shown) => all.push(shown),
            Err((at, fault)) if first.as_ref().is_none_or(|(of, _)| at < *of) => first = Some((at, fault)),
            Err(_) => {}
        }
    }
    first.map_or(Ok(all), |(_, fault)| Err(fault))
}

/// What comes of each of so many tasks, in their order.
///
/// # Errors
/// The fault of the first task in order that had one.
pub(super) fn each<T: Send>(
    of: u64,
    threads: Option<u16>,
    task: impl Fn(u64) -> Result<T, MatchFault> + Sync,
) -> Result<Vec<T>, MatchFault> {
    let work = |tasks: &Tasks<'_>| {
        let mut done = Vec::new();
        while let Some(at) = tasks.next() {
            done.push((at, task(at)?));
        }
        Ok(done)
    };
    let mut all: Vec<(u64, T)> = share_out(of, threads, work)?.into_iter().flatten().collect();
    all.sort_by_key(|(at, _)| *at);
    Ok(all.into_iter().map(|(_, done)| done).collect())
}

/// Does something with each of several journals over all cores, and hands the results on in the order in
/// which the journals were named. If that fails, nothing more is begun.
///
/// # Errors
/// What `then` fails with.
pub(super) fn in_order<T: Send>(
    dirs: &[PathBuf],
    work: &(impl Fn(&Path) -> T + Sync),
    then: &mut dyn FnMut(&Path, T) -> Result<(), MatchFault>,
) -> Result<(), MatchFault> {
    let next = AtomicU64::new(0);
    thread::scope(|scope| {
        let (sender, receiver) = channel();
        for _ in 0..workers(None, dirs.len() as u64) {
            let (sender, tasks) = (sender.clone(), Tasks::of(&next, dirs.len() as u64));
            scope.spawn(move || {
                while let Some(at) = tasks.next() {
                    // Nobody listens any more if what was found before could not be handed on.
                    if sender.send((at as usize, work(&dirs[at as usize]))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        handed_on(dirs, receiver, then)
    })
}

fn handed_on<T>(
    dirs: &[PathBuf],
    found: Receiver<(usize, T)>,
    then: &mut dyn FnMut(&Path, T) -> Result<(), MatchFault>,
) -> Result<(), MatchFault> {
    let bar = Counted::of(dirs.len() as u64, "journals");
    let mut waiting: BTreeMap<usize, T> = BTreeMap::new();
    let mut done = 0;
    for (at, one) in found {
        waiting.insert(at, one);
        bar.add(1);
        while let Some(one) = waiting.remove(&done) {
            then(&dirs[done], one)?;
            done += 1;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_the_number_of_workers_the_order_stays() {
        for threads in [1, 2, 7, 64] {
            let all = each(100, Some(threads), |at| Ok(at * at)).unwrap();
            assert_eq!(all, (0..100).map(|at| at * at).collect::<Vec<_>>(), "{threads}");
        }
        assert!(each(0, None, Ok).unwrap().is_empty());
    }

    #[test]
    fn the_first_fault_in_order_is_the_one_that_is_shown() {
        let fault = |at: u64| match at {
            13 | 14 | 60 => Err(MatchFault::Bug(at.to_string())),
            _ => Ok(()),
        };
        for threads in [1, 2, 7] {
            let found = each(100, Some(threads), fault).map_err(|fault| fault.to_string());
            assert_eq!(found, Err(MatchFault::Bug("13".to_owned()).to_string()), "{threads}");
        }
    }
}
