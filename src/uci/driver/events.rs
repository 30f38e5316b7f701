//! The reports of the search, printed.

use super::Driver;
use crate::engine::Event;
use crate::eval::{DRAWN, normalised, win_draw_loss};
use crate::search::{Info, Outcome};
use crate::types::Score;
use crate::uci::format;
use std::io::{self, Write};

impl<W: Write> Driver<W> {
    pub(super) fn on_event(&mut self, event: Event) -> io::Result<()> {
        match event {
            Event::Info(line) if self.engine.options().minimal() => {
                // Only the first line matters, and the last report of it is that of the best move.
                if line.multi_pv == 1 {
                    self.last_info = Some(line);
                }
                Ok(())
            }
            Event::Info(line) => self.info(&line),
            Event::CurrentMove { depth, mv, number } => {
                if self.engine.options().minimal() {
                    return Ok(());
                }
                if self.is_for_people() {
                    return Ok(());
                }
                let chess960 = self.engine.writes_chess960();
                self.out.line(&format::current_move(depth, mv, number, chess960))
            }
            Event::Message(text) => self.out.line(&format!("info string {text}")),
            Event::Fault(message) => self.out.error(&message),
            Event::Finished(outcome) => self.finished(&outcome),
        }
    }

    fn info(&mut self, line: &Info) -> io::Result<()> {
        let Some(position) = self.engine.game().map(|game| *game.position()) else { return Ok(()) };
        let is_drawn = line.by_tables && line.score == Score::DRAW;
        let wdl = self.engine.options().show_wdl().then(|| match is_drawn {
            true => DRAWN,
            false => win_draw_loss(line.score, &position),
        });
        let seen = Info { score: normalised(line.score, &position), ..line.clone() };
        if self.is_for_people() {
            if !std::mem::replace(&mut self.has_head, true) {
                let head = if wdl.is_some() { format::TABLE_HEAD_WDL } else { format::TABLE_HEAD };
                self.out.line(head)?;
            }
            return self.out.line(&format::table_row(&seen, &position, wdl));
        }
        self.out.line(&format::info(&seen, self.engine.writes_chess960(), wdl))
    }

    /// A person reads the lines of analysis, and no program that has said `uci`.
    fn is_for_people(&self) -> bool {
        self.interactive && !self.uci_seen
    }

    /// Answers the `go` and executes the commands that waited for that.
    fn finished(&mut self, outcome: &Outcome) -> io::Result<()> {
        if let Some(line) = self.last_info.take() {
            self.info(&line)?;
        }
        if outcome.best.is_none() {
            self.explain_no_move()?;
        }
        self.out.line(&format::best_move(outcome, self.engine.writes_chess960()))?;
        self.engine.search_finished();
        self.running = None;
        while !self.engine.is_searching() {
            let Some(request) = self.queue.pop() else { break };
            self.execute(request)?;
        }
        Ok(())
    }

    /// Reports mate or stalemate as the reason for no move, unless `searchmoves` is.
    fn explain_no_move(&mut self) -> io::Result<()> {
        let Some(game) = self.engine.game() else { return Ok(()) };
        let position = game.position();
        if !position.legal_moves().is_empty() {
            return Ok(());
        }
        let score = if position.in_check() { "mate 0" } else { "cp 0" };
        self.out.line(&format!("info depth 0 score {score}"))
    }
}
