"""Runs the function form of Camicia: reads a deal, calls `simulate_game(player_a, player_b)` with two
lists of cards, and prints status, cards and tricks. Runs under Python 2.7 and Python 3. What the bot
prints is its log.

Usage: simulation_adapter.py FOLDER FILE
"""
import os
import sys


def load(folder, main):
    """The bot's module: a file beside which its other files lie."""
    path = os.path.join(folder, main)
    name = os.path.splitext(os.path.basename(main))[0]
    sys.path[0] = os.path.dirname(path)
    if sys.version_info[0] == 2:
        import imp
        return imp.load_source(name, path)
    from importlib.util import module_from_spec, spec_from_file_location
    spec = spec_from_file_location(name, path)
    module = module_from_spec(spec)
    # Pickles and imports of the bot's own find it by name; the standard library keeps its names.
    sys.modules.setdefault(name, module)
    spec.loader.exec_module(module)
    return module


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
    simulate_game = getattr(load(sys.argv[1], sys.argv[2]), "simulate_game", None)
    if simulate_game is None:
        sys.exit(sys.argv[2] + " has no function simulate_game")
    result = simulate_game(*hands)
    sys.stdout.flush()
    with os.fdopen(wire, "w") as out:
        out.write(line(result) + "\n")


main()
