"""Right: the function of the exercise, which Croupier calls with two lists of cards."""

PENALTY = {"J": 1, "Q": 2, "K": 3, "A": 4}


def simulate_game(player_a, player_b):
    hands = [list(player_a), list(player_b)]
    cards = tricks = leader = 0
    seen = set()
    while True:
        # Number cards are all alike, and who leads is part of the state.
        state = (leader, *(tuple(PENALTY.get(card, 0) for card in hand) for hand in hands))
        if state in seen:
            return {"status": "loop", "cards": cards, "tricks": tricks}
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
            return {"status": "finished", "cards": cards, "tricks": tricks}
