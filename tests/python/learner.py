"""A learner's program for `nullfenster judge`: alpha-beta, right or with one of five faults.

    learner.py right | no-cut | strict | min-first | last-value | quits
"""
import sys

FAULT = sys.argv[1]


def parse(text):
    """A tree as lists, with its leaves as [number, value]."""
    words = text.replace("(", " ( ").replace(")", " ) ").split()
    leaves = 0
    stack = [[]]
    for word in words:
        if word == "(":
            stack.append([])
        elif word == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            leaves += 1
            stack[-1].append((leaves, int(word)))
    return stack[0][0]


def search(node, alpha, beta, maximising, seen):
    if isinstance(node, tuple):
        seen.append(node[0])
        return node[1]
    best = alpha if maximising else beta
    for child in node:
        value = search(child, alpha, beta, not maximising, seen)
        if FAULT == "last-value" or (value > best if maximising else value < best):
            best = value
        if maximising:
            alpha = best
        else:
            beta = best
        if FAULT != "no-cut" and (alpha > beta if FAULT == "strict" else alpha >= beta):
            break
    return best


for number, line in enumerate(sys.stdin):
    if FAULT == "quits" and number == 3:
        sys.exit()
    seen = []
    value = search(parse(line), -10**9, 10**9, FAULT != "min-first", seen)
    print(value, *seen, flush=True)
