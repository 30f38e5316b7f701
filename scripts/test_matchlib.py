"""Tests of the scripts: python3 -m unittest discover -s scripts"""

import importlib.machinery
import importlib.util
import math
import os
import random
import subprocess
import tempfile
import unittest
from pathlib import Path

from matchlib import referee, runner, sessions, stats
from matchlib.builds import EngineSpec
from matchlib.referee import Limits
from matchlib.stats import SCORES, Sprt, Tally


def script(name):
    """A script without ending as a module."""
    path = str(Path(__file__).with_name(name))
    loader = importlib.machinery.SourceFileLoader(name, path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


def exact_llr(pairs, elo0, elo1):
    """The generalized likelihood ratio without approximation: for each hypothesis the most
    likely distribution with its mean, which is p / (1 + theta (a - s)) with the root theta
    of sum p (a - s) / (1 + theta (a - s)) = 0."""
    total = sum(pairs)
    cells = [(n / total, a) for n, a in zip(pairs, SCORES) if n]

    def fitted(score):
        low = -1 / (max(a for _, a in cells) - score) + 1e-12
        high = 1 / (score - min(a for _, a in cells)) - 1e-12
        for _ in range(200):
            theta = (low + high) / 2
            if sum(p * (a - score) / (1 + theta * (a - score)) for p, a in cells) > 0:
                low = theta
            else:
                high = theta
        return [p / (1 + theta * (a - score)) for p, a in cells]

    fits = (fitted(stats.score_of_elo(elo)) for elo in (elo0, elo1))
    return total * sum(p * math.log(b / a) for (p, _), a, b in zip(cells, *fits))


class Help(unittest.TestCase):
    def test_each_script_describes_itself(self):
        for path in sorted(Path(__file__).parent.iterdir()):
            if not path.is_file() or not os.access(path, os.X_OK):
                continue
            with self.subTest(path.name):
                answer = subprocess.run([path, "--help"], capture_output=True, text=True)
                self.assertEqual(answer.returncode, 0, answer.stderr)
                first = answer.stdout.partition("\n")[0]
                self.assertTrue(first.startswith("usage:") or first in path.read_text(), first)


class Statistics(unittest.TestCase):
    def test_elo_of_known_scores(self):
        for score, elo in [(0.5, 0), (10 / 11, 400), (0.64, 99.95), (0.75, 190.85)]:
            self.assertAlmostEqual(stats.elo_of_score(score), elo, places=2)
            self.assertAlmostEqual(stats.score_of_elo(stats.elo_of_score(score)), score)
        self.assertEqual(stats.elo_of_score(1), math.inf)

    def test_figures_are_those_of_fastchess(self):
        # 80 games, as fastchess 1.8.2 reported them, with a test of [0, 5] logistic Elo.
        pairs = [7, 3, 14, 9, 7]
        elo, error = stats.elo_and_error(pairs)
        self.assertAlmostEqual(elo, 26.11, delta=0.01)
        self.assertAlmostEqual(error, 71.11, delta=0.1)
        self.assertAlmostEqual(stats.llr(pairs, 0, 5), 0.09, delta=0.006)

    def test_llr_is_near_the_exact_one(self):
        for pairs in ([12, 80, 160, 95, 18], [30, 240, 480, 250, 40], [1, 40, 300, 42, 1]):
            for elo0, elo1 in ((0, 5), (-5, 0), (0, 10)):
                exact = exact_llr(pairs, elo0, elo1)
                self.assertAlmostEqual(stats.llr(pairs, elo0, elo1), exact, delta=0.05)

    def test_hypotheses_and_engines_can_be_swapped(self):
        pairs = [12, 80, 160, 95, 18]
        self.assertAlmostEqual(stats.llr(pairs, 0, 5), -stats.llr(pairs, 5, 0))
        self.assertAlmostEqual(stats.llr(pairs, 0, 5), stats.llr(pairs[::-1], 0, -5))

    def test_bounds_of_five_percent_are_the_well_known_ones(self):
        low, high = stats.sprt_bounds(0.05, 0.05)
        self.assertAlmostEqual(high, 2.944, places=3)
        self.assertAlmostEqual(low, -2.944, places=3)

    def test_a_test_errs_as_seldom_as_it_says(self):
        # Pairs of players who are equal: one in twenty may pass.
        rng = random.Random(1)
        passed = 0
        for _ in range(200):
            pairs, sprt = [0] * 5, Sprt(0, 30)
            while sprt.verdict(pairs) is None:
                pairs[rng.choices(range(5), (5, 20, 50, 20, 5))[0]] += 1
            passed += sprt.verdict(pairs) == "H1"
        self.assertLess(passed, 200 * 0.08)

    def test_only_whole_pairs_count(self):
        tally = Tally()
        for number, points in [(1, 1.0), (3, 0.5), (2, 0.5), (5, 1.0), (4, 0.0)]:
            tally.add(number, points)
        self.assertEqual(tally.pairs, [0, 1, 0, 1, 0])
        self.assertEqual((tally.wins, tally.draws, tally.losses), (1, 2, 1))
        self.assertEqual(tally.score, 0.5)


class Tuning(unittest.TestCase):
    def setUp(self):
        self.spsa = script("spsa")

    def parameters(self, *lines):
        return self.spsa.read_parameters("\n".join(lines))

    def test_a_step_is_that_of_openbench(self):
        [parameter] = self.parameters("A, int, 50, 0, 100, 6, 0.002")
        # 100 Elo are 64% of the points: of 1000 games 280 more are won than lost.
        parameter.step(100, 1000)
        self.assertAlmostEqual(parameter.value, 50 + 0.002 * 6 * 280, places=1)
        parameter.step(-100, 1000)
        self.assertAlmostEqual(parameter.value, 50)

    def test_it_finds_the_top_of_a_hill(self):
        top = {"A": 60, "B": 40}
        run = self.spsa.Spsa(self.parameters("A, int, 20, 0, 100, 5, 0.004",
                                             "B, int, 90, 0, 100, 5, 0.004"), [])
        rng = random.Random(1)
        for _ in range(60):
            effects = {}
            for parameter in run.parameters:
                # Elo fall with the square of the distance, and matches have an error.
                elo = [-(((value - top[parameter.name]) / 5) ** 2) for value in parameter.sides()]
                effects[parameter.name] = elo[1] - elo[0] + rng.gauss(0, 5)
            run.update(effects, 1000)
        for parameter in run.parameters:
            self.assertLess(abs(parameter.value - top[parameter.name]), 5, parameter)

    def test_the_players_have_different_integers_within_the_range(self):
        for value in (0, 0.4, 1.5, 3):
            for c in (0.3, 1, 9):
                low, high = self.spsa.Parameter("A", value, 0, 3, c, 0.002).sides()
                self.assertTrue(low in (0, 1, 2) and high in (1, 2, 3) and low < high)

    def test_a_value_stays_within_its_range(self):
        [parameter] = self.parameters("A, int, 1, 0, 3, 1, 1")
        for elo, value in ((400, 3), (-400, 0)):
            parameter.step(elo, 1000)
            self.assertEqual(parameter.value, value)

    def test_the_worth_of_each_parameter_is_read(self):
        text = "1000 games, Elo +1.0 +-9.0, pentanomial [1, 2, 3]\n" \
            "A=12: Elo +3.4 +-9.1\nb_c=-7: Elo -0.5 +-9.1\n"
        self.assertEqual(self.spsa.read_effects(text), {"A": 3.4, "b_c": -0.5})

    def test_a_state_is_read_as_it_was_written(self):
        run = self.spsa.Spsa(self.parameters("A, int, 1, 0, 9, 1, 0.002"), ["--nodes", "5"])
        run.update({"A": 200}, 400)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "state.json"
            run.save(path)
            again = self.spsa.Spsa.load(path)
        self.assertEqual(vars(again), vars(run))
        self.assertEqual(run.done, 1)

    def test_wrong_lines_are_named(self):
        for line in ("A, int, 1, 0, 3, 1", "A, int, x, 0, 3, 1, 1", "A, int, 5, 0, 3, 1, 1",
                     "A, float, 1, 0, 3, 1, 1", "A, int, 1, 0, 3, 0, 1", "A, int, 3, 3, 3, 1, 1"):
            with self.assertRaisesRegex(self.spsa.Problem, "line 2"):
                self.spsa.read_parameters(f"# one\n{line}")


class Queue(unittest.TestCase):
    def test_each_command_ends_well_once_and_in_order(self):
        queue = script("queue")
        with tempfile.TemporaryDirectory() as folder:
            path, out = Path(folder) / "list", Path(folder) / "out"
            # The second fails until there is a third file.
            wanted = Path(folder) / "wanted"
            lines = [f"echo one >> {out}", f"test -e {wanted}", f"echo two >> {out}"]
            path.write_text("# a comment\n\n" + "\n".join(lines) + "\n")
            for _ in range(2):
                with self.assertRaisesRegex(queue.Problem, "test -e .* status 1"):
                    queue.work(path)
                self.assertEqual(out.read_text(), "one\n")
                self.assertEqual(queue.waiting(path), lines[1:])
            wanted.touch()
            queue.work(path)
            self.assertEqual(out.read_text(), "one\ntwo\n")
            self.assertEqual((queue.done(path), queue.waiting(path)), (lines, []))
            with path.open("a") as file:
                file.write(f"echo three >> {out}\n")
            queue.work(path)
            self.assertEqual(out.read_text(), "one\ntwo\nthree\n")


class YardstickSet(unittest.TestCase):
    def test_only_quiet_positions_have_a_line(self):
        try:
            import chess
        except ImportError:
            self.skipTest("no python-chess")
        make = script("yardstick-set")
        fen = "6k1/P4ppp/8/8/8/1r6/5PPP/R5K1 w - - 0 1"
        board = chess.Board(fen)
        self.assertEqual(make.line(board, "g2g3", -35), f"{fen}\tcp\t-35")
        self.assertEqual(make.line(board, "g2g3", 30000 - 3), f"{fen}\tmate\t3")
        self.assertEqual(make.line(board, "g2g3", 2 - 30000), f"{fen}\tmate\t-2")
        self.assertIsNone(make.line(board, "a7a8q", 900))
        self.assertIsNone(make.line(board, "g2g3", None))
        board.push_uci("a1a3")
        self.assertIsNone(make.line(board, "b3a3", 500))


class CommandLine(unittest.TestCase):
    def test_an_option_of_an_engine_wins_over_that_of_both(self):
        a = EngineSpec("a", ["engine"], {"threads": "2"})
        limits = Limits(nodes=100)
        for kind in ("fastchess", "cutechess"):
            match = runner.Match(a, EngineSpec("b", ["engine"]), limits, 2, Path("o"), Path("p"))
            words = runner.command_line(kind, kind, match, runner.think(limits))
            starts = [words.index("name=a"), words.index("name=b"), words.index("-each")]
            own = words[starts[0] : starts[1]], words[starts[1] : starts[2]]
            both = words[starts[2] :]
            told = [[word for word in part if "threads=" in word.lower()] for part in (*own, both)]
            self.assertEqual(told, [["option.threads=2"], ["option.Threads=1"], []])


class Growth(unittest.TestCase):
    def test_a_regular_tree_has_its_branching_factor(self):
        branching = script("branching")
        watch = branching.Watch()
        for depth in range(1, 11):
            watch(f"info depth {depth} seldepth 20 score cp 3 nodes {3**depth} time 5 pv e2e4")
        watch("info depth 10 score cp 50 lowerbound nodes 70000 pv e2e4")
        watch("info depth 11 currmove e2e4 nodes 70000")
        self.assertAlmostEqual(branching.growth(watch.depths, 10), 3)
        self.assertAlmostEqual(branching.geometric_mean([2, 8]), 4)
        self.assertEqual(len(branching.bench_positions()), 49)


class Scripted:
    """An engine that plays these moves with these scores."""

    def __init__(self, *answers):
        self.answers = iter(answers)

    def search(self, position, go, patience):
        return next(self.answers)


class Referee(unittest.TestCase):
    def test_a_game_keeps_scores_and_clocks(self):
        start = referee.chess().STARTING_FEN
        white = Scripted(("f2f3", -80), ("g2g4", -29999))
        black = Scripted(("e7e5", None), ("d8h4", 29999))
        game = referee.play(white, black, start, Limits(base=60, increment=2))
        self.assertEqual((game.result, game.reason), ("0-1", "mate"))
        nodes = list(referee.annotated(game).mainline())
        evals = [node.eval() and str(node.eval().white()) for node in nodes]
        self.assertEqual(evals, ["-80", None, "#-1", "#-1"])
        for node, seconds in zip(nodes, (62, 62, 64, 64)):
            self.assertAlmostEqual(node.clock(), seconds, delta=1)

    def test_without_a_clock_no_clock_is_noted(self):
        start = referee.chess().STARTING_FEN
        white, black = Scripted(("f2f3", 0), ("g2g4", 0)), Scripted(("e7e5", 0), ("d8h4", 0))
        game = referee.play(white, black, start, Limits(nodes=1000))
        self.assertEqual([node.clock() for node in referee.annotated(game).mainline()], 4 * [None])


class Sessions(unittest.TestCase):
    """Games whose processes are watched."""

    def test_a_line_with_an_illegal_move_is_named(self):
        board = referee.chess().Board()
        line = "info depth 3 score cp 20 pv e2e4 e7e5 g1f3"
        self.assertEqual(sessions.check_line(board, line), "")
        self.assertEqual(sessions.check_line(board, "info string no line"), "")
        self.assertIn("illegal e2e4", sessions.check_line(board, f"{line} e2e4"))


if __name__ == "__main__":
    unittest.main()
