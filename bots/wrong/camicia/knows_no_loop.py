"""Plays on until so many cards were put down that the game must be over, and says it is: some never end."""
import sys

PENALTY = {"J": 1, "Q": 2, "K": 3, "A": 4}
hands = [line.split() for line in sys.stdin.read().split("\n")[:2]]
pile, player, debt, cards, tricks = [], 0, 0, 0, 0
while all(hands) and cards < 5_000 or pile:
    if not hands[player]:
        # Whoever cannot go on has lost the pile too.
        hands[1 - player] += pile
        tricks += 1
        break
    card = hands[player].pop(0)
    pile.append(card)
    cards += 1
    if card in PENALTY:
        debt, player = PENALTY[card], 1 - player
    elif debt > 1:
        debt -= 1
    elif debt == 1:
        debt, player = 0, 1 - player
        hands[player] += pile
        pile.clear()
        tricks += 1
    else:
        player = 1 - player
print("finished", cards, tricks)
