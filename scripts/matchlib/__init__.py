"""The shared parts of the scripts that play games.

    stats     score, Elo, error, likelihood ratio of a match
    uci       one engine as a process
    builds    engine commands, and builds of revisions of this repository
    runner    a match through fastchess, cutechess-cli or the referee
    referee   games judged by python-chess, with engines that stay alive
    options   command line arguments

Only the referee needs more than Python: python-chess, which it installs below
target/ when it is missing.
"""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TARGET = ROOT / "target"


class Problem(Exception):
    """An error with a message for the user."""
