"""Crashes on long games: each card is a call of its own, and Python stops after a thousand."""
import sys

PENALTY = {"J": 1, "Q": 2, "K": 3, "A": 4}


class Game:
    def __init__(self, a, b):
        self.hands = [a, b]
        self.cards = self.tricks = self.leader = 0
        self.seen = set()

    def start_round(self):
        state = (self.leader, *(tuple(PENALTY.get(card, 0) for card in hand) for hand in self.hands))
        if state in self.seen:
            return "loop", self.cards, self.tricks
        self.seen.add(state)
        return self.play([], self.leader, 0)

    def play(self, pile, turn, debt):
        if not self.hands[turn]:
            return self.collect(pile, turn)
        card = self.hands[turn].pop(0)
        self.cards += 1
        if card in PENALTY:
            return self.play(pile + [card], 1 - turn, PENALTY[card])
        if debt == 0:
            return self.play(pile + [card], 1 - turn, 0)
        if debt == 1:
            return self.collect(pile + [card], turn)
        return self.play(pile + [card], turn, debt - 1)

    def collect(self, pile, loser):
        self.leader = 1 - loser
        self.hands[self.leader] += pile
        self.tricks += 1
        if not self.hands[loser]:
            return "finished", self.cards, self.tricks
        return self.start_round()


print(*Game(sys.stdin.readline().split(), sys.stdin.readline().split()).start_round())
