"""Right and too slow: looks for the prime factors of the value among a billion numbers (rule 13)."""

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
SWAP = {"6": "9", "9": "6", "2": "5", "5": "2"}


def score(rank):
    return min(RANKS.index(rank) + 2, 10)


def superfactors(value):
    for prime in range(2, 10**9):
        power = 1
        while value % prime == 0:
            value //= prime
            power *= prime
        if power > 1:
            yield power


cards = input().split()
ranks, suits = [card[:-1] for card in cards], [card[-1] for card in cards]
value = sum(map(score, ranks)) + 1 + ranks.count("J") * score(ranks[0])
value *= 4 if len(set(suits)) == 4 else 2
value += abs(2 * (suits.count("C") + suits.count("S")) - 5)
if ranks.count("7") == 4:
    value -= 121
lowest = min(map(score, ranks))
value += lowest
swaps = suits.count("D") >= 3
if swaps:
    value += 1
    ranks = [SWAP.get(rank, rank) for rank in ranks]
if sorted(map(RANKS.index, ranks)) == [8, 9, 10, 11, 12]:
    value += 5
if "2" in ranks:
    value += 1 if swaps else lowest
    if swaps:
        ranks = [SWAP.get(rank, rank) for rank in ranks]
if "2" in ranks:
    product = 1
    for power in superfactors(value):
        product *= power
    value += product
print(value)
