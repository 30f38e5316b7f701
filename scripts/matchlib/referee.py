"""Games judged by python-chess, with engines that stay alive between games."""

import importlib
import itertools
import queue
import random
import subprocess
import sys
import threading
import time
import venv
from dataclasses import dataclass, field

from . import TARGET, Problem
from .uci import PATIENCE, Engine, EngineDied, mate_moves

# Adjudication as in Fishtest: a side resigns after RESIGN_MOVES of its own in a row with
# such a score; a game is drawn after DRAW_MOVES of both sides with scores that close to
# zero, without captures and pawn moves, from move DRAW_FROM.
RESIGN_MOVES, RESIGN_SCORE = 3, 600
DRAW_MOVES, DRAW_SCORE, DRAW_FROM = 8, 20, 34


def chess():
    """The module of python-chess; installs it below target/ if it is missing."""
    try:
        return importlib.import_module("chess")
    except ImportError:
        pass
    folder = TARGET / "venv"
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    packages = folder / "lib" / version / "site-packages"
    if not (packages / "chess").is_dir():
        print("installing python-chess below target/", flush=True)
        venv.create(folder, with_pip=True)
        command = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", "chess>=1.10"]
        if subprocess.run(command).returncode:
            raise Problem("python-chess can't be installed; do it by hand: pip install chess")
    sys.path.insert(0, str(packages))
    importlib.invalidate_caches()
    return importlib.import_module("chess")


@dataclass
class Limits:
    """What bounds the thinking: nodes a move, or seconds and increment a game."""

    nodes: int = 0
    base: float = 0.0
    increment: float = 0.0
    # Seconds that a clock may be overdrawn.
    margin: float = 0.0

    def __str__(self):
        return f"nodes {self.nodes}" if self.nodes else f"tc {self.base:g}+{self.increment:g}"


@dataclass
class Played:
    """A game that is over. `loser` (True for White) is only set if the game was lost by
    something else than play. `notes` has for each move its score in centipawns for the side that
    made it, or None, and what that side's clock then showed in seconds, None without a clock."""

    result: str
    reason: str
    board: object
    loser: object = None
    notes: list = field(default_factory=list)

    def white_points(self):
        """The points of White."""
        return {"1-0": 1.0, "0-1": 0.0}.get(self.result, 0.5)


class Adjudicator:
    """Ends games whose result is clear to both engines."""

    def __init__(self):
        self.bad = {True: 0, False: 0}
        self.level = 0

    def judge(self, board, mover, score, quiet):
        """What the score of the move just made decides, as result and reason, or None."""
        known = score is not None
        self.bad[mover] = self.bad[mover] + 1 if known and score <= -RESIGN_SCORE else 0
        self.level = self.level + 1 if quiet and known and abs(score) <= DRAW_SCORE else 0
        if self.bad[mover] >= RESIGN_MOVES:
            return ("0-1" if mover else "1-0"), "resigns"
        if self.level >= 2 * DRAW_MOVES and board.fullmove_number > DRAW_FROM:
            return "1/2-1/2", "draw by adjudication"
        return None


def ended(board):
    """Result and reason if the rules end the game, or None."""
    if next(board.generate_legal_moves(), None) is None:
        if board.is_check():
            return ("0-1" if board.turn else "1-0"), "mate"
        return "1/2-1/2", "stalemate"
    if board.halfmove_clock >= 100:
        return "1/2-1/2", "fifty moves"
    if board.halfmove_clock >= 8 and board.is_repetition(3):
        return "1/2-1/2", "repetition"
    if board.is_insufficient_material():
        return "1/2-1/2", "insufficient material"
    return None


def play(white, black, fen, limits, adjudicate=True, chess960=False):
    """Plays one game from `fen` between two engines that are ready for it."""
    board = chess().Board(fen, chess960=chess960)
    engines = {True: white, False: black}
    clock = {True: limits.base, False: limits.base}
    judge = Adjudicator() if adjudicate else None
    moves, notes = [], []
    start = f"position fen {fen}"

    def lost(side, reason):
        return Played("0-1" if side else "1-0", reason, board, side, notes)

    while True:
        over = ended(board)
        if over:
            return Played(*over, board, notes=notes)
        mover = board.turn
        position = f"{start} moves {' '.join(moves)}" if moves else start
        if limits.nodes:
            go, patience = f"go nodes {limits.nodes}", PATIENCE
        else:
            w, b = (max(1, round(clock[side] * 1000)) for side in (True, False))
            inc = round(limits.increment * 1000)
            go = f"go wtime {w} btime {b} winc {inc} binc {inc}"
            patience = clock[mover] + limits.margin + 10
        begin = time.perf_counter()
        try:
            move, score = engines[mover].search(position, go, patience)
        except EngineDied as error:
            return lost(mover, str(error))
        if not limits.nodes:
            clock[mover] -= time.perf_counter() - begin
            if clock[mover] < -limits.margin:
                return lost(mover, "loses on time")
            clock[mover] = max(0.0, clock[mover]) + limits.increment
        try:
            board.push_uci(move)
        except ValueError:
            return lost(mover, "makes an illegal move")
        moves.append(move)
        notes.append((score, None if limits.nodes else clock[mover]))
        over = judge and judge.judge(board, mover, score, board.halfmove_clock > 0)
        if over:
            # A mate on the board takes precedence over the scores.
            return Played(*(ended(board) or over), board, notes=notes)


def annotated(game):
    """The game as a tree of python-chess, with the notes of its moves as `%eval` and `%clk`."""
    module = importlib.import_module("chess.engine")
    tree = importlib.import_module("chess.pgn").Game.from_board(game.board)
    for node, (score, clock) in zip(tree.mainline(), game.notes):
        if score is not None:
            mate = mate_moves(score)
            relative = module.Cp(score) if mate is None else module.Mate(mate)
            node.set_eval(module.PovScore(relative, not node.turn()))
        if clock is not None:
            node.set_clock(clock)
    return tree


def read_openings(path, seed=None):
    """The FENs of a file of FEN or EPD, shuffled if there is a seed."""
    fens = []
    for line in path.read_text().splitlines():
        words = line.split()
        if len(words) < 4 or line.startswith("#"):
            continue
        clocks = words[4:6] if len(words) >= 6 and words[4].isdigit() else ["0", "1"]
        fens.append(" ".join(words[:4] + clocks))
    if not fens:
        raise Problem(f"{path} holds no positions")
    if seed is not None:
        random.Random(seed).shuffle(fens)
    return fens


class Player:
    """An engine process that is started when needed and again when it died."""

    def __init__(self, spec, hash_mb, threads, chess960=False, cwd=None):
        self.spec = spec
        self.cwd = cwd
        self.options = {"Hash": hash_mb, "Threads": threads}
        if chess960:
            self.options["UCI_Chess960"] = "true"
        self.engine = None

    def prepare(self):
        """The engine, ready for a new game."""
        if self.engine is None or self.engine.process.poll() is not None:
            self.drop()
            try:
                self.engine = Engine(self.spec.command, self.options, self.spec.options, self.cwd)
            except (EngineDied, OSError, ValueError) as error:
                raise Problem(f"{self.spec.name}: {error}") from error
        try:
            self.engine.new_game()
        except EngineDied as error:
            raise Problem(f"{self.spec.name} {error} between games") from error
        return self.engine

    def drop(self):
        """Ends the engine."""
        if self.engine is not None:
            self.engine.close()
            self.engine = None


def play_pair(players, fen, limits, adjudicate=True, chess960=False):
    """Plays an opening with both colours and returns each game with the points of the
    first player."""
    for first_is_white in (True, False):
        engines = [player.prepare() for player in players]
        white, black = engines if first_is_white else engines[::-1]
        game = play(white, black, fen, limits, adjudicate, chess960)
        if game.loser is not None:
            # It may still be thinking.
            players[game.loser != first_is_white].drop()
        points = game.white_points()
        yield game, points if first_is_white else 1 - points


def run_workers(count, work):
    """Runs `work(index)` on n threads; the first exception of one is raised here."""
    errors = queue.Queue()

    def guarded(index):
        try:
            work(index)
        except Exception as error:  # Raised again below.
            errors.put(error)

    threads = [threading.Thread(target=guarded, args=(i,), daemon=True) for i in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        # In steps, so that the keyboard is heard.
        while thread.is_alive() and errors.empty():
            thread.join(0.2)
    if not errors.empty():
        raise errors.get()


def match(settings, on_game):
    """Plays a match; `on_game(number, white, black, result, reason)` returns True to end it.
    `reason` names the side (White, Black) if it lost by something else than play."""
    chess()
    fens = itertools.cycle(read_openings(settings.openings, settings.seed))
    specs = (settings.a, settings.b)
    lock = threading.Lock()
    numbers = iter(range(settings.games // 2))
    stopped = threading.Event()

    def work(_):
        players = [
            Player(spec, settings.hash, settings.threads, settings.chess960) for spec in specs
        ]
        try:
            while not stopped.is_set():
                with lock:
                    pair, fen = next(numbers, None), next(fens)
                if pair is None:
                    return
                played = play_pair(
                    players, fen, settings.limits, settings.adjudicate, settings.chess960
                )
                for index, (game, _) in enumerate(played):
                    names = [spec.name for spec in (specs if index == 0 else specs[::-1])]
                    reason = game.reason
                    if game.loser is not None:
                        reason = f"{'White' if game.loser else 'Black'} {reason}"
                    record(game, pair, names, reason)
                    with lock:
                        if stopped.is_set():
                            return
                        number = 2 * pair + index + 1
                        if on_game(number, *names, game.result, reason):
                            stopped.set()
        finally:
            stopped_players(players)

    def record(game, pair, names, reason):
        tree = annotated(game)
        tree.headers.update(
            Event="match",
            Date=time.strftime("%Y.%m.%d"),
            Round=str(pair + 1),
            White=names[0],
            Black=names[1],
            Result=game.result,
            Termination=reason,
        )
        with lock, open(settings.pgn, "a") as file:
            print(tree, file=file, end="\n\n")

    run_workers(settings.concurrency, work)


def stopped_players(players):
    """Ends the engines of a worker."""
    for player in players:
        player.drop()
