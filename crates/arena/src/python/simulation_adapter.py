"""Runs the function form of Camicia: reads a deal, calls `simulate_game(player_a, player_b)` with two
lists of cards, and prints status, cards and tricks. Runs under Python 2.7 and Python 3. What the bot
prints is its log.

Usage: simulation_adapter.py FOLDER FILE
"""
import os
import sys


def line(result):
    """The answer in one line; anything but the three keys is printed as it is, and will be wrong."""
    try:
        return "%s %s %s" % (result["status"], result["cards"], result["tricks"])
    except (KeyError, IndexError, TypeError):
        return " ".join(repr(result).split())


def main():
    hands = [hand.split() for hand in sys.stdin.read().split("\n")[:2]]
    wire = os.dup(1)
    os.dup2(2, 1)
    simulate_game = getattr(load_file(os.path.join(sys.argv[1], sys.argv[2])), "simulate_game", None)
    if simulate_game is None:
        sys.exit(sys.argv[2] + " has no function simulate_game")
    result = simulate_game(*hands)
    sys.stdout.flush()
    with os.fdopen(wire, "w") as out:
        out.write(line(result) + "\n")


main()
