"""Wrong: prints the first word only, and ends as if all were well."""

import sys

PENALTY = {"J": 1, "Q": 2, "K": 3, "A": 4}


def play(hands):
    cards = tricks = leader = 0
    seen = set()
    while True:
        state = (leader, *(tuple(PENALTY.get(card, 0) for card in hand) for hand in hands))
        if state in seen:
            return "loop", cards, tricks
        seen.add(state)
        pile, turn, debt = [], leader, 0
        is_paid = False
        while hands[turn] and (hands[1] or pile) and not is_paid:
            card = hands[turn].pop(0)
            pile.append(card)
            if card in PENALTY:
                turn, debt = 1 - turn, PENALTY[card]
            elif debt == 0:
                turn = 1 - turn
            else:
                debt -= 1
                is_paid = debt == 0
        leader = 1 - turn if pile else int(not hands[0])
        hands[leader] += pile
        cards += len(pile)
        tricks += 1
        if not hands[0] or not hands[1]:
            return "finished", cards, tricks


print(play([sys.stdin.readline().split() for player in range(2)])[0])
