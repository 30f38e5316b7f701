"""A match between two engines: fastchess or cutechess-cli play it where one of them is
installed, otherwise the referee of this package. All three report each game, and the
statistics and the end of a test are computed here, so that they don't depend on the
runner."""

import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from . import TARGET, Problem, referee
from .builds import EngineSpec
from .referee import DRAW_FROM, DRAW_MOVES, DRAW_SCORE, RESIGN_MOVES, RESIGN_SCORE, Limits
from .stats import Sprt, Tally

FINISHED = re.compile(r"^Finished game (\d+) \((.+) vs (.+)\): (\S+) \{(.*)\}")
# Forfeits: the words of the runners, and ours.
FAILURES = (
    ("on time", "time loss"),
    ("illegal move", "illegal move"),
    ("disconnect", "crash"),
    ("stall", "stall"),
)
RUNNERS = ("fastchess", "cutechess", "python")


@dataclass
class Match:
    """All that describes a match."""

    a: EngineSpec
    b: EngineSpec
    limits: Limits
    games: int
    openings: Path
    pgn: Path
    hash: int = 16
    threads: int = 1
    concurrency: int = 1
    seed: int = 1
    adjudicate: bool = True
    chess960: bool = False
    sprt: Sprt = None

    def conditions(self):
        """Openings, limits and resources in one line."""
        threads = f", {self.threads} threads" if self.threads > 1 else ""
        return f"{self.openings.stem} | {self.limits}, {self.hash} MB{threads}"

    def result(self, tally):
        """The match in one line."""
        parts = [f"{self.a.name} vs {self.b.name}", self.conditions(), tally.summary(self.sprt)]
        if self.sprt:
            parts.append((self.sprt.verdict(tally.pairs) or "no decision"))
        if tally.failures:
            parts.append("WARNING: " + tally.warning())
        return " | ".join(parts)


def find(wanted="auto"):
    """The runner to use: its kind, and the path of the program."""
    programs = {
        "fastchess": os.environ.get("FASTCHESS") or shutil.which("fastchess"),
        "cutechess": os.environ.get("CUTECHESS") or shutil.which("cutechess-cli"),
    }
    for kind, path in programs.items():
        if wanted == kind and not path:
            raise Problem(f"{kind} is not in PATH; ${kind.upper()} can name it")
        if path and wanted in (kind, "auto"):
            return kind, os.path.abspath(path)
    return "python", None


def think(limits):
    """A limit in the words of both programs."""
    if limits.nodes:
        return ["tc=inf", f"nodes={limits.nodes}"]
    control = f"tc={limits.base:g}+{limits.increment:g}"
    return [control, f"timemargin={round(limits.margin * 1000)}"]


def command_line(kind, program, match, control):
    """The arguments with which fastchess or cutechess-cli play a match under a time
    control in their words."""
    command = [program]
    for spec in (match.a, match.b):
        path, *arguments = spec.command
        command += ["-engine", f"name={spec.name}", f"cmd={path}", "proto=uci"]
        if kind == "fastchess" and arguments:
            command.append("args=" + " ".join(arguments))
        elif arguments:
            command += [f"arg={argument}" for argument in arguments]
        own = {name.lower() for name in spec.options}
        resources = {"Hash": match.hash, "Threads": match.threads}
        resources = {name: value for name, value in resources.items() if name.lower() not in own}
        passed = (resources | spec.options).items()
        command += [f"option.{name}={value}" for name, value in passed]
    command += ["-each", *control]
    command += ["-games", "2", "-rounds", str(match.games // 2), "-repeat", "-recover"]
    order = ["format=epd", "order=random"]
    command += ["-openings", f"file={match.openings}", *order, "-srand", str(match.seed)]
    command += ["-concurrency", str(match.concurrency), "-ratinginterval", "0"]
    if kind == "fastchess":
        command += ["-pgnout", f"file={match.pgn}"]
    else:
        command += ["-pgnout", str(match.pgn)]
    if match.chess960:
        command += ["-variant", "fischerandom"]
    if match.adjudicate:
        command += ["-resign", f"movecount={RESIGN_MOVES}", f"score={RESIGN_SCORE}"]
        draw = [f"movenumber={DRAW_FROM}", f"movecount={DRAW_MOVES}", f"score={DRAW_SCORE}"]
        command += ["-draw", *draw]
    return command


def show(warning):
    """Prints what a program warns of."""
    print(warning, flush=True)


def play_outside(kind, program, match, on_game, control=None, on_warning=show):
    """Plays the match with another program and reads its report; `control` is a time
    control in its words. Each warning is handed on once."""
    with tempfile.TemporaryDirectory() as folder:
        # fastchess leaves a config.json where it runs.
        process = subprocess.Popen(
            command_line(kind, program, match, control or think(match.limits)),
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
        said, stopped, finished = [], False, 0
        try:
            for line in process.stdout:
                found = FINISHED.match(line)
                if found:
                    finished += 1
                    number, white, black, result, reason = found.groups()
                    stopped = on_game(int(number), white, black, result, reason)
                    if stopped:
                        process.send_signal(signal.SIGINT)
                        break
                elif line.startswith("Warning") and line not in said:
                    on_warning(line.strip())
                said.append(line)
            # Reads the rest, so that it does not wait for us.
            process.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
        except KeyboardInterrupt:
            process.terminate()
            process.communicate()
            raise
    if stopped or finished >= match.games // 2 * 2:
        return ""
    return f"{kind} ended early with status {process.returncode}\n" + "".join(said[-20:])


def play(match, runner="auto", interval=10.0):
    """Plays a match to its end, prints how it stands every `interval` seconds, and returns
    its tally."""
    if len({match.a.name, match.b.name}) < 2:
        raise Problem(f"both engines are called {match.a.name}")
    kind, program = find(runner)
    tally = Tally()
    match.pgn.parent.mkdir(parents=True, exist_ok=True)
    began = shown = time.monotonic()

    def time_left(played):
        minutes = (time.monotonic() - began) / played * (match.games - played) / 60
        return f"at most {minutes:.0f} minutes left"

    def on_game(number, white, black, result, reason):
        nonlocal shown
        points = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}.get(result)
        for words, failure in FAILURES:
            if words in reason:
                loser = white if reason.startswith("White") or reason.startswith(white) else black
                side = next(s for s in (match.a, match.b) if s.name == loser)
                tally.failures.append((side.name, failure))
                print(f"game {number}: {loser}: {reason}", flush=True)
        if points is None:
            return False
        before = sum(tally.pairs)
        tally.add(number, points if white == match.a.name else 1 - points)
        if sum(tally.pairs) == before:
            return False
        if time.monotonic() - shown >= interval:
            shown = time.monotonic()
            print(f"{tally.summary(match.sprt)}, {time_left(tally.games)}", flush=True)
        return bool(match.sprt and match.sprt.verdict(tally.pairs))

    try:
        if kind == "python":
            referee.match(match, on_game)
            trouble = ""
        else:
            trouble = play_outside(kind, program, match, on_game)
        if tally.games == 0:
            raise Problem(f"{kind} played no pair of games\n{trouble}".strip())
        if trouble:
            print(trouble, flush=True)
    except KeyboardInterrupt:
        print("interrupted", flush=True)
    return tally


def pgn_path(a, b):
    """The default file for the games of a match."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    return TARGET / "matches" / f"{a.name}-{b.name}-{stamp}.pgn"
