"""The value of a hand at Rullete. In: five cards on a line, such as 2D 5D JD KC AC. Out: the value.

This much is done: the sum of the scores, and rule 2. The other rules are yours, in their order.
"""
import sys


def score(rank):
    return int(rank) if rank.isdigit() else 10


def value(hand):
    ranks = [card[:-1] for card in hand]
    suits = [card[-1] for card in hand]
    total = sum(score(rank) for rank in ranks)
    # Rule 1 comes here.
    if any(suits.count(suit) >= 2 for suit in "CDHS"):
        total *= 2  # Rule 2.
    # Rules 3 to 14 come here.
    return total


for line in sys.stdin:
    if line.strip():
        print(value(line.split()))
