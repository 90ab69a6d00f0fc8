"""Wrong in rule 13: multiplies the primes of the value, not their highest powers."""

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
SWAP = {"6": "9", "9": "6", "2": "5", "5": "2"}


def score(rank):
    return min(RANKS.index(rank) + 2, 10)


def primes(value):
    prime = 2
    while value > 1:
        if value % prime == 0:
            yield prime
            while value % prime == 0:
                value //= prime
        prime += 1


cards = input().split()
ranks, suits = [card[:-1] for card in cards], [card[-1] for card in cards]
value = sum(map(score, ranks)) + 1 + ranks.count("J") * score(ranks[0])
value *= 4 if len(set(suits)) == 4 else 2
black = suits.count("C") + suits.count("S")
value += abs(2 * black - 5)
if ranks.count("7") == 4:
    value -= 121
lowest = min(map(score, ranks))
value += lowest
repeat = 7
if suits.count("D") >= 3:
    value += 1
    ranks = [SWAP.get(rank, rank) for rank in ranks]
    repeat = 9
if sorted(map(RANKS.index, ranks)) == [8, 9, 10, 11, 12]:
    value += 5
if "2" in ranks:
    value += lowest if repeat == 7 else 1
    if repeat == 9:
        ranks = [SWAP.get(rank, rank) for rank in ranks]
if "2" in ranks:
    product = 1
    for prime in primes(value):
        product *= prime
    value += product
print(value)
