"""Engine commands, and builds of revisions of this repository."""

import os
import shlex
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from . import ROOT, TARGET, Problem

# Debian puts engines here, which is not in every PATH.
GAMES = "/usr/games"


@dataclass
class EngineSpec:
    """An engine to play: a name for tables and PGN, the command, options."""

    name: str
    command: list
    options: dict = field(default_factory=dict)


def which(program):
    """The absolute path of a program, also from where Debian puts games."""
    path = shutil.which(program) or shutil.which(program, path=GAMES)
    return path and os.path.abspath(path)


def resolve(text):
    """The engine that `text` means: `git:REV`, a path, or a command with arguments."""
    if text.startswith("git:"):
        return build(text[len("git:") :])
    words = [text] if Path(text).is_file() else shlex.split(text)
    path = which(words[0]) if words else None
    if not path:
        raise Problem(f"'{text}' is not a program; give a path, a command, or git:REV")
    return EngineSpec(Path(path).name, [path, *words[1:]])


def resolve_both(first, second):
    """Two engines with different names."""
    a, b = resolve(first), resolve(second)
    if a.name == b.name:
        a.name, b.name = a.name + "-a", b.name + "-b"
    return a, b


def git(*arguments):
    """The output of git in this repository."""
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        raise Problem(f"git {arguments[0]}: {done.stderr.strip()}")
    return done.stdout.strip()


def build(revision):
    """Builds a revision in a worktree of its own; the binary is kept by its hash and
    built only once."""
    commit = git("rev-parse", "--verify", "--end-of-options", revision + "^{commit}")
    name = "nf-" + commit[:8]
    folder = TARGET / "revisions"
    binary = folder / name
    if not binary.exists():
        tree = folder / ("tree-" + name)
        print(f"building {revision} ({commit[:8]})", flush=True)
        folder.mkdir(parents=True, exist_ok=True)
        if tree.exists():
            git("worktree", "remove", "--force", str(tree))
        git("worktree", "add", "--detach", str(tree), commit)
        try:
            output = folder / "cargo"
            command = ["cargo", "build", "--release", "--quiet", "--target-dir", str(output)]
            if subprocess.run(command, cwd=tree).returncode:
                raise Problem(f"git:{revision} does not build")
            shutil.copy2(output / "release" / "nullfenster", binary)
        finally:
            git("worktree", "remove", "--force", str(tree))
    return EngineSpec(name, [str(binary)])


def default_openings(chess960=False):
    """The openings beside the scripts, made once by `nullfenster openings --seed 1`: 3,000 with
    `--count 3000`, 960 of Chess960 with `--count 960 --chess960`."""
    return ROOT / "scripts" / ("openings-960.epd" if chess960 else "openings.epd")
