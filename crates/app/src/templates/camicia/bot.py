"""Camicia, as a program. In: two lines with the hands from the top, such as 2 A 7 8 Q 10. Out: how the
game ends, cards played and tricks, such as finished 13 1.
"""
import sys
from collections import deque

PENALTY = {"J": 1, "Q": 2, "K": 3, "A": 4}


def simulate_game(player_a, player_b):
    """The exercise's function: plays until one hand has all cards, or a state comes again."""
    hands = [deque(player_a), deque(player_b)]
    if not all(hands):
        return {"status": "finished", "cards": 0, "tricks": 1}
    turn = cards = tricks = 0
    seen = set()
    while True:
        # Number cards are all alike, and who leads is part of the state.
        state = (turn, *(tuple(PENALTY.get(card, 0) for card in hand) for hand in hands))
        if state in seen:
            return {"status": "loop", "cards": cards, "tricks": tricks}
        seen.add(state)
        pile, owed = [], 0
        while hands[turn]:
            card = hands[turn].popleft()
            pile.append(card)
            cards += 1
            if card in PENALTY:
                owed, turn = PENALTY[card], 1 - turn
            elif owed == 0:
                turn = 1 - turn
            else:
                owed -= 1
                if owed == 0:
                    break
        # The other takes the pile: the penalty is paid, or there is no card to play.
        turn = 1 - turn
        hands[turn].extend(pile)
        tricks += 1
        if not hands[1 - turn]:
            return {"status": "finished", "cards": cards, "tricks": tricks}


if __name__ == "__main__":
    end = simulate_game(sys.stdin.readline().split(), sys.stdin.readline().split())
    print(end["status"], end["cards"], end["tricks"])
