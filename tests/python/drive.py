"""Drives the engine with python-chess, as lichess-bot and analysis boards do.

Usage: drive.py ENGINE. Exit status 0 if all is well. python-chess raises an exception for
everything that violates the protocol; warnings in its log count, too, for it logs what it
ignores."""

import logging
import sys

import chess
import chess.engine

complaints = []


class Complaints(logging.Handler):
    """Keeps warnings and errors of python-chess."""

    def emit(self, record):
        complaints.append(record.getMessage())


def analyses_lines(engine):
    """MultiPV: lines are ranked, legal, and no more than there are moves."""
    board = chess.Board("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
    lines = engine.analyse(board, chess.engine.Limit(depth=6), multipv=4)
    assert [line["multipv"] for line in lines] == [1, 2, 3, 4], lines
    scores = [line["score"].white().score(mate_score=100000) for line in lines]
    assert scores == sorted(scores, reverse=True), scores
    for line in lines:
        copy = board.copy()
        for move in line["pv"]:
            copy.push(move)
    few = chess.Board("7k/8/8/8/8/8/6q1/7K w - - 0 1")
    assert len(engine.analyse(few, chess.engine.Limit(depth=3), multipv=4)) == 1
    mate = chess.Board("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1")
    info = engine.analyse(mate, chess.engine.Limit(mate=2))
    assert info["score"].white() == chess.engine.Mate(1), info
    root_moves = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h2h4")]
    info = engine.analyse(chess.Board(), chess.engine.Limit(depth=5), root_moves=root_moves)
    assert info["pv"][0] in root_moves, info


def lines_end_with_the_game(engine):
    """No line goes on after mate, stalemate, the third repetition or fifty moves."""
    starts = [
        ("8/8/8/4k3/8/8/4R3/4K3 w - - 90 120", ""),
        ("7k/8/8/8/8/1q6/8/K7 b - - 95 150", ""),
        ("6k1/5ppp/8/8/8/8/r4PPP/1R4K1 b - - 0 30", ""),
        ("4k3/8/8/3b4/8/8/8/Q3K3 b - - 96 99", ""),
        (chess.STARTING_FEN, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1"),
    ]
    for fen, moves in starts:
        board = chess.Board(fen)
        for move in moves.split():
            board.push_uci(move)
        with engine.analysis(board, chess.engine.Limit(depth=12), multipv=2) as analysis:
            for info in analysis:
                line = board.copy()
                for move in info.get("pv", []):
                    over = line.halfmove_clock >= 100 or line.is_repetition(3)
                    assert not over and any(line.legal_moves), (fen, moves, info["pv"])
                    line.push(move)


def analyses_without_end(engine):
    """An infinite analysis that is stopped."""
    with engine.analysis(chess.Board(), multipv=2) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 6:
                break
        analysis.stop()
        best = analysis.wait()
    assert best.move in chess.Board().legal_moves


def ponders(engine):
    """A ponder hit and a miss: python-chess stops the search after a miss."""
    board = chess.Board()
    clock = chess.engine.Limit(white_clock=5, black_clock=5, white_inc=0.05, black_inc=0.05)
    hits = misses = 0
    for number in range(12):
        result = engine.play(board, clock, ponder=True, info=chess.engine.INFO_ALL)
        board.push(result.move)
        if board.is_game_over():
            break
        replies = list(board.legal_moves)
        others = [move for move in replies if move != result.ponder]
        if result.ponder in replies and (number % 2 == 0 or not others):
            board.push(result.ponder)
            hits += 1
        else:
            board.push(others[0])
            misses += 1
        if board.is_game_over():
            break
    assert hits >= 2 and misses >= 2, (hits, misses)


def plays_chess960(engine):
    """A game of Chess960, then a castling move."""
    board = chess.Board(chess960=True)
    board.set_chess960_pos(284)
    while not board.is_game_over(claim_draw=True) and board.ply() < 80:
        board.push(engine.play(board, chess.engine.Limit(nodes=500)).move)
    castling = chess.Board("4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1", chess960=True)
    assert any(castling.is_castling(move) for move in castling.legal_moves)
    move = chess.Move.from_uci("e1g1")
    result = engine.play(castling, chess.engine.Limit(nodes=500), root_moves=[move])
    assert result.move == move and castling.is_castling(move), result


def sets_options(engine):
    """Sets every option to its default, and cheap numbers to both ends of their range."""
    managed = {name.lower() for name in chess.engine.MANAGED_OPTIONS}
    costly = {"hash", "threads", "multipv"}
    for name, option in engine.options.items():
        if name.lower() in managed:
            continue
        values = [option.default]
        if option.type == "check":
            values = [True, False, option.default]
        elif option.type == "spin" and name.lower() not in costly:
            values = [option.min, option.max, option.default]
        elif option.type == "string":
            values = ["", option.default]
        elif option.type == "button":
            values = [None]
        for value in values:
            engine.configure({name: value})
    for name, value in [("Hash", 1), ("Hash", 64), ("Threads", 2), ("Threads", 1), ("Hash", 16)]:
        engine.configure({name: value})
    engine.configure({"UCI_ShowWDL": True})
    info = engine.analyse(chess.Board(), chess.engine.Limit(depth=4))
    assert sum(info["wdl"].white()) == 1000, info
    engine.configure({"UCI_ShowWDL": False, "UCI_LimitStrength": True})
    engine.configure({"UCI_Elo": engine.options["UCI_Elo"].min})
    engine.play(chess.Board(), chess.engine.Limit(time=0.2))
    engine.configure({"UCI_LimitStrength": False})


def plays_lichess_bot(engine):
    """The options of lichess-bot's default configuration and the limits it uses."""
    engine.configure({"Move Overhead": 100, "Threads": 1, "Hash": 64, "SyzygyPath": "",
                      "UCI_ShowWDL": True})
    board = chess.Board()
    for limit in (
        chess.engine.Limit(time=0.3),
        chess.engine.Limit(white_clock=60, black_clock=60, white_inc=1, black_inc=1),
        chess.engine.Limit(white_clock=0.001, black_clock=0.001),
        chess.engine.Limit(nodes=1000),
        chess.engine.Limit(depth=5),
    ):
        result = engine.play(board, limit, info=chess.engine.INFO_ALL, draw_offered=False)
        assert result.info["pv"][0] == result.move, result
        board.push(result.move)


def ends_games(engine):
    """Mate and stalemate on the board: no move, and no exception."""
    for fen in ("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", "7k/5Q2/8/8/8/8/8/K7 b - - 0 1"):
        assert engine.play(chess.Board(fen), chess.engine.Limit(depth=3)).move is None, fen


def main():
    logging.getLogger("chess.engine").addHandler(Complaints(logging.WARNING))
    for step in (analyses_lines, lines_end_with_the_game, analyses_without_end, ponders, plays_chess960, sets_options,
                 plays_lichess_bot, ends_games):
        with chess.engine.SimpleEngine.popen_uci(sys.argv[1]) as engine:
            step(engine)
        assert not complaints, (step.__name__, complaints)
        print(step.__name__, "ok")


if __name__ == "__main__":
    main()
