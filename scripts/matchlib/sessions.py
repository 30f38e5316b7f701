"""Games with two engines whose processes are watched: their answers, their processor time while
the other one thinks, and their memory."""

import os
import random
import time
from pathlib import Path

from .referee import chess, ended
from .uci import PATIENCE, EngineDied

# Plies of a long game, and how often the engine is asked in it for a move, in so many
# milliseconds.
LONG, EVERY, MOVETIME = 10_000, 100, 10
# Milliseconds that an answer to MOVETIME may take.
LATEST = 100
# Milliseconds of processor time that an engine that doesn't ponder may use between two of its
# moves, on average of a game.
IDLE = 0.5


def processor_seconds(engine):
    """Processor time of all threads so far, to the nanosecond (Linux)."""
    # The clock of another process, as clock_getcpuclockid(3) computes it.
    return time.clock_gettime((~engine.process.pid << 3) | 2)


def resident(engine):
    """Resident memory in MiB (Linux)."""
    pages = int(Path(f"/proc/{engine.process.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)


def check_line(board, line):
    """What is wrong with a line of analysis of a position; empty if nothing."""
    words = line.split()
    if "pv" not in words:
        return ""
    board = board.copy(stack=False)
    for word in words[words.index("pv") + 1 :]:
        try:
            board.push_uci(word)
        except ValueError:
            return f"illegal {word} in '{line}' for {board.fen()}"
    return ""


class Seat:
    """One side of a game."""

    def __init__(self, engine, seconds):
        self.engine = engine
        self.clock = seconds
        # The move that it ponders on.
        self.expected = None
        # Processor time at its last move, and what it used while it was not its turn.
        self.used = None
        self.idle, self.turns = 0.0, 0

    def go(self, board, start, go, ponder):
        """Lets it find a move after the last one of the board; returns the move, the move to
        ponder on, the lines of analysis and the seconds."""
        moves = [move.uci() for move in board.move_stack]
        lines = []
        if self.used is not None:
            self.idle += processor_seconds(self.engine) - self.used
            self.turns += 1
        begin = time.perf_counter()
        if self.expected is not None and self.expected == moves[-1]:
            self.engine.send("ponderhit")
        else:
            if self.expected is not None:
                self.engine.send("stop")
                self.engine.answer(PATIENCE)
            self.engine.send(f"{start} moves {' '.join(moves)}" if moves else start)
            self.engine.send(go)
        move, guess, _ = self.engine.answer(self.clock + 10, lines.append)
        seconds = time.perf_counter() - begin
        self.expected = None
        if ponder and guess is not None:
            self.engine.send(f"{start} moves {' '.join(moves + [move, guess])}")
            self.engine.send(go.replace("go ", "go ponder ", 1))
            self.expected = guess
        elif not ponder:
            self.used = processor_seconds(self.engine)
        return move, lines, seconds


def game(players, fen, base, increment, ponder, report):
    """Plays a game at a time control in seconds. `report` is told of each fault."""
    board = chess().Board(fen)
    seats = {True: Seat(players[0], base), False: Seat(players[1], base)}
    while not ended(board):
        seat = seats[board.turn]
        clocks = [max(1, round(1000 * seats[side].clock)) for side in (True, False)]
        inc = round(1000 * increment)
        go = f"go wtime {clocks[0]} btime {clocks[1]} winc {inc} binc {inc}"
        try:
            move, lines, seconds = seat.go(board, f"position fen {fen}", go, ponder)
        except EngineDied as error:
            report(f"{error} after {board.fen()}")
            return
        seat.clock -= seconds
        if seat.clock < 0:
            report(f"loses on time by {-1000 * seat.clock:.0f} ms after {board.fen()}")
            break
        seat.clock += increment
        # Lines that came while it pondered are for this position, too.
        for trouble in filter(None, (check_line(board, line) for line in lines)):
            report(trouble)
        try:
            board.push_uci(move)
        except ValueError:
            report(f"illegal move {move} in {board.fen()}")
            break
    for seat in seats.values():
        if seat.expected is not None:
            seat.engine.send("stop")
            seat.engine.answer(PATIENCE)
        elif seat.turns and 1000 * seat.idle / seat.turns > IDLE:
            used = 1000 * seat.idle / seat.turns
            report(f"{used:.2f} ms of processor time in the opponent's time, {seat.turns} moves")


def long_game(engine, seed, report):
    """Asks for moves in a game of ten thousand plies by chance, few of them captures."""
    chance = random.Random(seed)
    board = chess().Board()
    moves = []
    while len(moves) < LONG:
        legal = list(board.legal_moves)
        quiet = [move for move in legal if not board.is_capture(move)]
        move = chance.choice(quiet or legal)
        board.push(move)
        if next(board.generate_legal_moves(), None) is None:
            board.pop()
            if len(legal) == 1:
                break
            continue
        moves.append(move.uci())
        if len(moves) % EVERY:
            continue
        lines = []
        engine.send(f"position startpos moves {' '.join(moves)}")
        engine.ready()
        begin = time.perf_counter()
        engine.send(f"go movetime {MOVETIME}")
        answer, _, _ = engine.answer(PATIENCE, lines.append)
        took = 1000 * (time.perf_counter() - begin)
        if took > LATEST:
            report(f"{took:.0f} ms for a move of {MOVETIME} ms after {len(moves)} plies")
        lines.append(f"pv {answer}")
        for trouble in filter(None, (check_line(board, line) for line in lines)):
            report(trouble)
    return len(moves)
