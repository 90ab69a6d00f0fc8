"""Fails on long games: each card is a call of its own."""

import sys

PENALTY = {"J": 1, "Q": 2, "K": 3, "A": 4}


def play(hands, cards, tricks, leader, seen):
    state = (leader, *(tuple(PENALTY.get(card, 0) for card in hand) for hand in hands))
    if state in seen:
        return "loop", cards, tricks
    return trick(hands, cards, tricks, leader, seen | {state}, [], leader, 0)


def trick(hands, cards, tricks, leader, seen, pile, turn, debt):
    if not hands[turn] or not hands[1] and not pile:
        turn = turn if pile or not hands[turn] else 1
        return collect(hands, cards, tricks, 1 - turn, seen, pile)
    card = hands[turn].pop(0)
    pile.append(card)
    if card in PENALTY:
        return trick(hands, cards, tricks, leader, seen, pile, 1 - turn, PENALTY[card])
    if debt == 0:
        return trick(hands, cards, tricks, leader, seen, pile, 1 - turn, 0)
    if debt == 1:
        return collect(hands, cards, tricks, 1 - turn, seen, pile)
    return trick(hands, cards, tricks, leader, seen, pile, turn, debt - 1)


def collect(hands, cards, tricks, leader, seen, pile):
    hands[leader] += pile
    if not hands[1 - leader]:
        return "finished", cards + len(pile), tricks + 1
    return play(hands, cards + len(pile), tricks + 1, leader, seen)


print(*play([sys.stdin.readline().split() for player in range(2)], 0, 0, 0, frozenset()))
