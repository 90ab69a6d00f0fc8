"""Camicia, as a program. In: the two hands from the top, with a / or a new line between them, such as
2 A 7 8 Q 10 / 3 4 5 6 K 9 J. Out: how the game ends, cards played and tricks: finished 13 1.
"""
import re
import sys
from collections import deque

PENALTY = {"J": 1, "Q": 2, "K": 3, "A": 4}


def simulate_game(player_a, player_b):
    """The exercise's function: plays until one hand has all cards, or a state comes again."""
    hands = [deque(player_a), deque(player_b)]
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
    text = [part.split() for part in re.split(r"[/|\n]", sys.stdin.read()) if part.strip()]
    end = simulate_game(text[0], text[1])
    print(end["status"], end["cards"], end["tricks"])
