"""Wrong in rule 6: takes 112 off."""

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
SWAP = {"6": "9", "9": "6", "2": "5", "5": "2"}


def score(rank):
    return min(RANKS.index(rank) + 2, 10)


def is_straight(ranks):
    places = sorted(map(RANKS.index, ranks))
    return places == list(range(places[0], places[0] + 5))


cards = input().split()
ranks, suits = [card[:-1] for card in cards], [card[-1] for card in cards]
lowest = min(map(score, ranks))
has_three_diamonds = suits.count("D") >= 3

# Rules 1 to 4: five cards always have two of one suit. The value is odd then, so rule 5 leaves it.
value = sum(map(score, ranks)) + 1 + ranks.count("J") * score(ranks[0])
value *= 4 if len(set(suits)) == 4 else 2
value += abs(2 * (suits.count("C") + suits.count("S")) - 5)
# Rule 6, and rule 7: the value is never negative, so rule 8 leaves it.
if ranks.count("7") == 4:
    value -= 112
value += lowest
last = 7
# Rule 9.
if has_three_diamonds:
    value += 1
    ranks = [SWAP.get(rank, rank) for rank in ranks]
    last = 9
# Rule 10: only a straight with an ace adds something. There are never nine changes for rule 11.
if is_straight(ranks) and "A" in ranks:
    value += 5
    last = 10
# Rule 12: a straight with an ace has no 2.
if "2" in ranks and last == 7:
    value += lowest
elif "2" in ranks and last == 9:
    value += 1
    ranks = [SWAP.get(rank, rank) for rank in ranks]
# Rule 13: the product of the superfactors is the value.
if "2" in ranks:
    value *= 2
print(value)
