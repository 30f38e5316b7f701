"""The UCI chess engine Nullfenster, for python-chess.

>>> import chess, nullfenster
>>> with nullfenster.engine() as engine:
...     engine.play(chess.Board("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"), chess.engine.Limit(depth=4)).move
Move.from_uci('a1a8')
"""

import os
import shutil
import sys
import sysconfig
from pathlib import Path

import chess.engine

__all__ = ["engine", "program"]


def program():
    """The path of the program.

    That is beside the Python whose packages this module belongs to, or else in the search path.
    Raises FileNotFoundError if it is nowhere.
    """
    name = "nullfenster" + (sysconfig.get_config_var("EXE") or "")
    schemes = [None, sysconfig.get_preferred_scheme("user")]
    folders = [sysconfig.get_path("scripts", scheme) if scheme else sysconfig.get_path("scripts") for scheme in schemes]
    # A folder given to `pip install --target`.
    folders.append(Path(__file__).resolve().parent.parent / "bin")
    for folder in folders:
        path = Path(folder) / name
        if path.is_file() and os.access(path, os.X_OK):
            return str(path)
    found = shutil.which(name)
    if found is None:
        raise FileNotFoundError(f"no program {name} in {', '.join(map(str, folders))} or the search path")
    return found


def engine(options=None, *, command=(), **popen):
    """Starts the engine and returns a `chess.engine.SimpleEngine`, which is also a context manager.

    `options` are those of UCI by name, such as {"Hash": 64, "Threads": 2}; `command` are further
    arguments of the program; other arguments go to `SimpleEngine.popen_uci`.
    """
    started = chess.engine.SimpleEngine.popen_uci([program(), *command], **popen)
    try:
        if options:
            started.configure(options)
    except Exception:
        started.close()
        raise
    return started


def main():
    """Runs the program with the arguments of `python -m nullfenster`."""
    os.execv(program(), [program(), *sys.argv[1:]])
