//! The engine for the web: UCI on one thread, without files, for a worker of a browser. `scripts/page` builds
//! it and the page around it; `exports` has the functions that JavaScript calls.
//!
//! A search runs to its end within one call, so a `stop` can't reach it: `worker.js` runs this in a worker
//! of its own, ends that, and answers with the best move that was shown last.

#[cfg(target_family = "wasm")]
mod exports;
#[cfg(any(feature = "cli", feature = "web"))]
mod lab;

use crate::board::{Game, Position, notation};
use crate::engine::{AUTHOR, NAME, OPTIONS, OptionId, Options, random};
use crate::eval::{Evaluation, Style, normalised, win_draw_loss};
use crate::protocol::{Go, PositionText, format, read_set_option};
use crate::search::{Control, Info, Instant, Report, SearchError, Searcher};
use crate::types::MAX_PLY;
use std::fmt;
use std::sync::Arc;

/// The largest transposition table in MiB: a page has no more to give.
const MAX_HASH: usize = 256;

/// An engine that reads lines of UCI and prints its answers to a function.
pub struct WebEngine {
    searcher: Searcher,
    options: Options,
    game: Game,
    seed: u64,
}

impl fmt::Debug for WebEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WebEngine").field("options", &self.options).finish_non_exhaustive()
    }
}

impl WebEngine {
    /// An engine with default options and the start position.
    ///
    /// # Errors
    /// If there is no memory for the table.
    pub fn new() -> Result<Self, SearchError> {
        let options = Options::default();
        Ok(Self {
            searcher: Searcher::new(options.hash(), 1)?,
            options,
            game: Game::new(Position::startpos()),
            seed: random(),
        })
    }

    /// Executes a line, a search to its end, and passes each line of the answer to `out`. Beside UCI it knows what
    /// a page needs to have no rules of its own: `moves` lists the legal moves as `UCI=SAN`, and what has
    /// ended the game; `line MOVES` does so with moves, in UCI or SAN, that are played one after the
    /// other from the position, up to one that is not legal; `d` shows the position as FEN; `lab` and a
    /// request in JSON make a page with searches of the lab, see `lab.rs`.
    pub fn line(&mut self, line: &str, out: &mut (dyn FnMut(&str) + Send)) {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let Some((first, rest)) = words.split_first() else { return };
        match *first {
            "uci" => self.greet(out),
            "isready" => out("readyok"),
            "ucinewgame" => {
                self.searcher.new_game();
                self.seed = random();
            }
            "setoption" => match read_set_option(line) {
                Some((name, value)) => self.set_option(&name, value.as_deref(), out),
                None => error("setoption needs a name", out),
            },
            "position" => {
                let mut errors = Vec::new();
                let game = PositionText::read(rest, &mut errors).map(|text| text.game());
                errors.iter().for_each(|text| error(text, out));
                match game {
                    Some(Ok(game)) => self.game = game,
                    Some(Err(reason)) => error(&reason.to_string(), out),
                    None => error("position needs 'startpos' or 'fen'", out),
                }
            }
            "go" => self.go(rest, out),
            "moves" => out(&self.moves()),
            "line" => out(&self.played(rest)),
            #[cfg(any(feature = "cli", feature = "web"))]
            "lab" => {
                let request = line.trim_start().strip_prefix("lab").unwrap_or_default();
                out(&format!("lab {}", lab::answer(request, &mut self.searcher)));
            }
            "d" => out(&format!("Fen: {}", self.game.position())),
            // Those of a search come too late for it, and what is left is for whoever runs this.
            "stop" | "ponderhit" | "debug" | "register" | "quit" => {}
            _ => error(&format!("unknown command '{line}'"), out),
        }
    }

    fn greet(&self, out: &mut (dyn FnMut(&str) + Send)) {
        out(&format!("id name {NAME}"));
        out(&format!("id author {AUTHOR}"));
        for spec in OPTIONS.iter().filter(|spec| !spec.is_native) {
            out(&format::option(spec));
        }
        out("uciok");
    }

    fn set_option(&mut self, name: &str, value: Option<&str>, out: &mut (dyn FnMut(&str) + Send)) {
        let mut options = self.options.clone();
        let id = match options.set(name, value) {
            Ok(id) => id,
            Err(reason) => return error(&reason.to_string(), out),
        };
        if id.spec().is_native {
            return error(&format!("option '{}' has no effect here", id.spec().name), out);
        }
        match id {
            OptionId::Hash if options.hash() > MAX_HASH => {
                return error(&format!("option 'Hash' must be at most {MAX_HASH} here"), out);
            }
            OptionId::Hash => {
                if let Err(reason) = self.searcher.set_hash(options.hash()) {
                    return error(&format!("option 'Hash' unchanged: {reason}"), out);
                }
            }
            OptionId::ClearHash => self.searcher.new_game(),
            OptionId::Evaluation | OptionId::Style => {
                self.searcher.set_evaluation(match Style::built_in(options.style().0) {
                    Some(style) => Evaluation::Styled(Arc::new(style)),
                    None if options.network() => Evaluation::default(),
                    None => Evaluation::Classical,
                });
            }
            _ => {}
        }
        self.options = options;
    }

    fn go(&mut self, words: &[&str], out: &mut (dyn FnMut(&str) + Send)) {
        let mut errors = Vec::new();
        let go = Go::parse(words, &mut errors);
        if go.perft_depth().is_some() {
            return error("go perft is not available here", out);
        }
        let mut limits = go.limits(self.game.position(), &mut errors);
        errors.iter().for_each(|text| error(text, out));
        limits = self.options.complete(limits, self.seed);
        if go.is_unbounded() {
            // Whoever runs this waits for the 'stop' after the last iteration.
            limits.depth = Some(MAX_PLY as u32);
        }
        (limits.infinite, limits.ponder) = (false, false);
        let (position, chess960) = (*self.game.position(), self.writes_chess960());
        let mut lines = Lines { position, chess960, shows_wdl: self.options.show_wdl(), out };
        let control = Control::new(Instant::now(), false);
        let outcome = self.searcher.search(&self.game, &limits, &control, &mut lines);
        out(&format::best_move(&outcome, chess960));
    }

    fn writes_chess960(&self) -> bool {
        self.options.chess960() || self.game.position().is_chess960()
    }

    /// These moves, each in UCI and in SAN.
    fn played(&self, moves: &[&str]) -> String {
        let (mut position, chess960) = (*self.game.position(), self.writes_chess960());
        let mut text = "line".to_owned();
        for word in moves {
            let found = notation::parse_move(&position, word);
            let Some(mv) = found.or_else(|| notation::parse_san(&position, word)) else { break };
            let (uci, san) =
                (notation::format_move(mv, chess960), notation::format_san(&position, mv));
            text.push_str(&format!(" {uci}={san}"));
            position = position.make(mv);
        }
        text
    }

    /// The legal moves, each in UCI and in SAN.
    fn moves(&self) -> String {
        let (position, chess960) = (self.game.position(), self.writes_chess960());
        let mut text = "moves".to_owned();
        for mv in position.legal_moves() {
            let (uci, san) =
                (notation::format_move(mv, chess960), notation::format_san(position, mv));
            text.push_str(&format!(" {uci}={san}"));
        }
        if self.game.is_drawn() {
            text.push_str(" draw");
        } else if position.in_check() {
            text.push_str(" check");
        }
        text
    }
}

fn error(text: &str, out: &mut (dyn FnMut(&str) + Send)) {
    out(&format!("info string error: {text}"));
}

/// Prints the lines of a search.
struct Lines<'a> {
    position: Position,
    chess960: bool,
    shows_wdl: bool,
    out: &'a mut (dyn FnMut(&str) + Send),
}

impl Report for Lines<'_> {
    fn info(&mut self, info: &Info) {
        let wdl = self.shows_wdl.then(|| win_draw_loss(info.score, &self.position));
        let shown = Info { score: normalised(info.score, &self.position), ..info.clone() };
        (self.out)(&format::info(&shown, self.chess960, wdl));
    }

    fn message(&mut self, text: &str) {
        (self.out)(&format!("info string {text}"));
    }
}

#[cfg(test)]
mod tests {
    use super::WebEngine;

    fn answers(lines: &[&str]) -> Vec<String> {
        let mut engine = WebEngine::new().expect("a table");
        let mut answers = Vec::new();
        for line in lines {
            engine.line(line, &mut |text| answers.push(text.to_owned()));
        }
        answers
    }

    #[test]
    fn it_plays_and_says_what_is_wrong() {
        let said = answers(&["position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "go depth 5"]);
        assert!(said.last().is_some_and(|line| line.starts_with("bestmove a1a8")), "{said:?}");
        assert!(said.iter().any(|line| line.contains("score mate 1")), "{said:?}");
        for wrong in [
            "position fen 8/8",
            "setoption name Hash value 1000",
            "setoption name Threads value 2",
            "go perft 3",
            "foo",
        ] {
            let said = answers(&[wrong]);
            assert!(said.len() == 1 && said[0].starts_with("info string error: "), "{said:?}");
        }
        let said = answers(&["position startpos moves e4", "line e5 g1f3 Nc6 Ke5 a3"]);
        assert_eq!(said, ["line e7e5=e5 g1f3=Nf3 b8c6=Nc6"]);
        let said = answers(&["position startpos moves f2f3 e7e5 g2g4", "moves"]);
        assert!(said[0].contains(" d8h4=Qh4#"), "{said:?}");
        assert_eq!(
            answers(&["position startpos moves f2f3 e7e5 g2g4 d8h4", "moves"]),
            ["moves check"]
        );
    }

    /// The same position and depth visit the same nodes as the engine with threads and clocks.
    #[test]
    fn it_searches_the_same_tree() {
        let said = answers(&["ucinewgame", "position startpos", "go depth 8"]);
        let nodes = |line: &str| {
            let mut words = line.split(' ').skip_while(|word| *word != "nodes").skip(1);
            words.next().and_then(|nodes| nodes.parse::<u64>().ok())
        };
        let found = said.iter().filter_map(|line| nodes(line)).max();
        let mut engine = crate::engine::Engine::new().expect("a thread");
        let limits = crate::search::Limits { depth: Some(8), ..Default::default() };
        let outcome = engine.search(limits, &mut |_| ()).expect("a search");
        assert_eq!(found, Some(outcome.nodes));
    }
}
