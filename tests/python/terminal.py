"""Types at the engine in a pseudo-terminal, as a person does.

Usage: terminal.py ENGINE. Exit status 0 if all is well."""

import fcntl
import os
import pty
import select
import signal
import sys
import termios
import time

# Longer than any answer takes on a slow machine under load, in seconds.
PATIENCE = 60
UP = "\x1b[A"
LEFT = "\x1b[D"


class Terminal:
    def __init__(self, engine):
        self.parent, child = pty.openpty()
        self.child = os.dup(child)
        self.before = termios.tcgetattr(self.child)
        self.pid = os.fork()
        if self.pid == 0:
            os.setsid()
            fcntl.ioctl(child, termios.TIOCSCTTY, 0)
            for stream in range(3):
                os.dup2(child, stream)
            os.environ["TERM"] = "xterm"
            # Where the tests run in the background, shells ignore it.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            os.execv(engine, [engine])
        os.close(child)
        self.seen = ""

    def type(self, keys):
        os.write(self.parent, keys.encode())

    def expect(self, text):
        """Reads up to this text."""
        end = time.monotonic() + PATIENCE
        while text not in self.seen:
            ready, _, _ = select.select([self.parent], [], [], max(0, end - time.monotonic()))
            assert ready, f"no {text!r} in {self.seen!r}"
            self.seen += os.read(self.parent, 4096).decode(errors="replace")
        self.seen = self.seen.split(text, 1)[1]

    def wake(self):
        """Types until there is an answer: keys that come together with a broken one are lost."""
        end = time.monotonic() + PATIENCE
        while "readyok" not in self.seen:
            assert time.monotonic() < end, "no answer"
            self.type("isready\r")
            while select.select([self.parent], [], [], 1)[0] and "readyok" not in self.seen:
                self.seen += os.read(self.parent, 4096).decode(errors="replace")

    def expect_end(self, codes=(0,)):
        """Reads to the end of the program, which leaves the terminal as it was."""
        end = time.monotonic() + PATIENCE
        while (ended := os.waitpid(self.pid, os.WNOHANG)) == (0, 0):
            assert time.monotonic() < end, "the engine goes on"
            if select.select([self.parent], [], [], 0.01)[0]:
                os.read(self.parent, 4096)
        code = os.waitstatus_to_exitcode(ended[1])
        assert code in codes, f"exit status {code}"
        assert termios.tcgetattr(self.child) == self.before, "the terminal is not as it was"


def edits_and_remembers(engine):
    terminal = Terminal(engine)
    terminal.expect("'help'")
    terminal.type("position startpos moves e4 c5\r")
    # A letter forgotten, and put in at its place.
    terminal.type("positin startpos moves d4 d5" + LEFT * 22 + "o\rd\r")
    terminal.expect("Fen: rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2")
    terminal.type(UP * 3 + "\rd\r")
    terminal.expect("Fen: rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
    terminal.type("fli\t\rd\r")
    terminal.expect("Fen: rnbqkbnr/pppp1ppp/8/4p3/2P5/8/PP1PPPPP/RNBQKBNR b KQkq - 0 2")
    # Latin-1 is no UTF-8: the line is lost.
    os.write(terminal.parent, b"d\xe9\r")
    terminal.wake()
    # Several lines at once, as they are pasted.
    terminal.type("position startpos\rgo depth 3\r")
    terminal.expect("bestmove")
    terminal.type("quit\r")
    terminal.expect_end()


def ends_in_a_search(engine):
    # Ctrl-C is a key while a line is edited and a signal otherwise.
    interrupted = (130, -signal.SIGINT)
    for command, keys, codes in [
        ("go infinite", "\x03", interrupted),
        ("go infinite", "quit\r", (0,)),
        ("go infinite", "quit now\r", (0,)),
        ("go depth 99\rwait", "\x03", interrupted),
    ]:
        terminal = Terminal(engine)
        terminal.expect("'help'")
        terminal.type(command + "\r")
        terminal.expect("depth")
        terminal.type(keys)
        terminal.expect_end(codes)


def ends_with_the_input(engine):
    terminal = Terminal(engine)
    # The line has to be drawn: before that the terminal itself takes the key for the end.
    terminal.expect("\x1b[K")
    terminal.type("\x04")
    terminal.expect_end()


def main():
    for step in [edits_and_remembers, ends_in_a_search, ends_with_the_input]:
        step(sys.argv[1])
        print(step.__name__, "ok")


main()
