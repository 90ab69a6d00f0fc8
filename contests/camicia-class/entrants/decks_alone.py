"""Wrong: forgets who leads, so that a game that does end is called a loop (ruling 14)."""
import sys

PENALTY = {"J": 1, "Q": 2, "K": 3, "A": 4}


def play(hands):
    cards = tricks = leader = 0
    seen = set()
    while True:
        state = tuple(tuple(PENALTY.get(card, 0) for card in hand) for hand in hands)
        if state in seen:
            return "loop", cards, tricks
        seen.add(state)
        pile, turn, debt = [], leader, 0
        while hands[turn]:
            card = hands[turn].pop(0)
            pile.append(card)
            cards += 1
            if card in PENALTY:
                turn, debt = 1 - turn, PENALTY[card]
            elif debt == 0:
                turn = 1 - turn
            else:
                debt -= 1
                if debt == 0:
                    break
        leader = 1 - turn
        hands[leader] += pile
        tricks += 1
        if not hands[turn]:
            return "finished", cards, tricks


lines = sys.stdin.read().split("\n")
print(*play([lines[0].split(), lines[1].split()]))
