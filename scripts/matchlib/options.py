"""Command line arguments that the scripts share."""

import argparse
import sys
from pathlib import Path

from . import Problem, builds
from .referee import Limits
from .runner import RUNNERS


def at_least(low, kind=int):
    """A number not below `low`, for argparse."""

    def read(text):
        try:
            value = kind(text)
        except ValueError:
            value = None
        if value is None or not low <= value < float("inf"):
            raise argparse.ArgumentTypeError(f"'{text}' is not a number of at least {low}")
        return value

    return read


def time_control(text):
    """Seconds and increment, such as 2+0.02."""
    base, _, increment = text.partition("+")
    try:
        base, increment = float(base), float(increment or 0)
    except ValueError:
        base = -1
    if not (0 < base < float("inf") and 0 <= increment < float("inf")):
        message = f"'{text}' is not a time control in seconds such as 2+0.02"
        raise argparse.ArgumentTypeError(message)
    return base, increment


def assignment(text):
    """A pair of name and value."""
    name, sign, value = text.partition("=")
    if not (name and sign):
        raise argparse.ArgumentTypeError(f"'{text}' is not NAME=VALUE")
    return name, value


def add_limits(parser, nodes=True, default_tc=None):
    """--nodes or --tc."""
    group = parser.add_mutually_exclusive_group(required=nodes and default_tc is None)
    if nodes:
        group.add_argument("--nodes", type=at_least(1), help="nodes a move")
    group.add_argument(
        "--tc",
        type=time_control,
        default=default_tc and time_control(default_tc),
        metavar="SECONDS+INCREMENT",
        help="time a game and a move" + (f" (default {default_tc})" if default_tc else ""),
    )
    parser.add_argument(
        "--time-margin",
        type=at_least(0),
        default=0,
        metavar="MS",
        help="milliseconds that a clock may be overdrawn (default 0)",
    )


def limits(arguments):
    """The limits of --nodes or --tc."""
    if getattr(arguments, "nodes", None):
        return Limits(nodes=arguments.nodes)
    base, increment = arguments.tc
    return Limits(base=base, increment=increment, margin=arguments.time_margin / 1000)


def add_common(parser):
    """The arguments of all matches."""
    parser.add_argument(
        "--openings",
        type=Path,
        metavar="FILE",
        help="FEN or EPD (default: scripts/openings.epd, or openings-960.epd with --chess960)",
    )
    parser.add_argument("--hash", type=at_least(1), default=16, metavar="MB", help="default 16")
    parser.add_argument("--threads", type=at_least(1), default=1, help="of each engine (1)")
    add_schedule(parser)


def add_schedule(parser):
    """How many games are played at a time, and in which order."""
    parser.add_argument("--concurrency", type=at_least(1), default=1, help="games at a time (1)")
    parser.add_argument("--seed", type=at_least(0), default=1, help="order of the openings (1)")


def add_match(parser):
    """Further arguments of matches of whole games."""
    add_common(parser)
    parser.add_argument("--chess960", action="store_true", help="play Chess960")
    parser.add_argument(
        "--no-adjudication", action="store_true", help="play all games to their end"
    )
    parser.add_argument(
        "--runner",
        choices=("auto", *RUNNERS),
        default="auto",
        help="the program that plays the games (default: the first of these that is installed; $FASTCHESS "
        "and $CUTECHESS may name the programs)",
    )


def openings(arguments, chess960=False):
    """The file of openings to use."""
    path = arguments.openings or builds.default_openings(chess960)
    if not path.is_file():
        raise Problem(f"--openings: {path} is not a file")
    return path.resolve()


def run(main):
    """Runs a script: problems become one line and status 2."""
    try:
        sys.exit(main())
    except Problem as problem:
        sys.exit(fail(problem))
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        sys.exit(0)


def fail(problem):
    """Prints a problem and returns the status."""
    print(f"{Path(sys.argv[0]).name}: {problem}", file=sys.stderr)
    return 2
