"""One UCI engine as a process that stays alive between games."""

import os
import select
import subprocess
import time

# Seconds an engine may take for anything but a move.
PATIENCE = 30

# The score of a mate on the board, and in how many moves the longest is.
MATE, LONGEST_MATE = 30000, 1000


class EngineDied(Exception):
    """The engine ended or does not answer."""


class Engine:
    """A running engine. `options` are set if the engine has them, `needed` must be there."""

    def __init__(self, command, options=None, needed=None, cwd=None):
        self.command = command
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=cwd,
            bufsize=0,
        )
        self.fd = self.process.stdout.fileno()
        self.poll = select.poll()
        self.poll.register(self.fd, select.POLLIN | select.POLLHUP)
        self.buffer = b""
        self.lines = []
        self.id = ""
        self.options = {}
        self.send("uci")
        while (line := self.line(PATIENCE)) != "uciok":
            if line.startswith("id name "):
                self.id = line[len("id name ") :]
            elif line.startswith("option name "):
                name = line[len("option name ") :].split(" type ")[0]
                self.options[name.lower()] = line
        for name in needed or {}:
            if name.lower() not in self.options:
                self.close()
                raise ValueError(f"{' '.join(command)} has no option '{name}'")
        for name, value in {**(options or {}), **(needed or {})}.items():
            self.set_option(name, value)
        self.ready()

    def send(self, text):
        """Sends one or more lines."""
        try:
            self.process.stdin.write(text.encode() + b"\n")
        except (OSError, ValueError) as error:
            raise EngineDied("disconnects") from error

    def line(self, timeout):
        """The next line, without its end."""
        if not self.lines:
            deadline = time.perf_counter() + timeout
            while b"\n" not in self.buffer:
                left = deadline - time.perf_counter()
                if left <= 0 or not self.poll.poll(left * 1000):
                    raise EngineDied("stalls")
                chunk = os.read(self.fd, 1 << 16)
                if not chunk:
                    raise EngineDied("disconnects")
                self.buffer += chunk
            *lines, self.buffer = self.buffer.split(b"\n")
            self.lines = [line.decode("ascii", "replace").rstrip() for line in reversed(lines)]
        return self.lines.pop()

    def ready(self):
        """Waits until all that was sent is done."""
        self.send("isready")
        while self.line(PATIENCE) != "readyok":
            pass

    def set_option(self, name, value):
        """Sets an option if the engine has it."""
        if name.lower() in self.options:
            self.send(f"setoption name {name} value {value}")

    def new_game(self):
        """Makes the engine forget the last game."""
        self.send("ucinewgame")
        self.ready()

    def search(self, position, go, timeout, on_info=None):
        """Sends both lines and returns the best move and the last score for the side to
        move in centipawns (None without one). `on_info` gets each info line."""
        self.send(f"{position}\n{go}")
        move, _, last = self.answer(timeout, on_info)
        return move, last

    def answer(self, timeout, on_info=None):
        """Waits for the end of a search: the best move, the move to ponder on (None without
        one) and the last score as in `search`."""
        deadline = time.perf_counter() + timeout
        last = ""
        while True:
            left = deadline - time.perf_counter()
            if left <= 0:
                # Also an engine that writes without end.
                raise EngineDied("stalls")
            line = self.line(left)
            if line.startswith("info "):
                if " score " in line:
                    last = line
                if on_info:
                    on_info(line)
            elif line.startswith("bestmove"):
                words = line.split() + ["0000"]
                ponder = words[3] if len(words) > 4 else None
                return words[1], ponder, score(last)

    def close(self):
        """Ends the engine, with force if it does not want to."""
        try:
            self.send("stop\nquit")
            self.process.wait(1)
        except (EngineDied, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()


def number_after(words, name):
    """The integer that follows a word of an info line; None if there is none."""
    try:
        return int(words[words.index(name) + 1])
    except (ValueError, IndexError):
        return None


def score(line):
    """The score of an info line in centipawns, a mate as MATE less its moves."""
    words = line.split()
    centipawns = number_after(words, "cp")
    mate = number_after(words, "mate")
    if mate is not None and centipawns is None:
        return MATE - mate if mate > 0 else -MATE - mate
    return centipawns


def mate_moves(score):
    """In how many moves a score as above is a mate, below zero for the side that is mated; None
    if it is none."""
    moves = MATE - abs(score)
    return None if moves > LONGEST_MATE else moves if score > 0 else -moves
