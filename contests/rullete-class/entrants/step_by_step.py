"""Right: the fourteen rules, one after the other."""

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
SWAP = {"6": "9", "9": "6", "2": "5", "5": "2"}


def score(rank):
    return min(RANKS.index(rank) + 2, 10)


def is_straight(ranks):
    places = sorted(RANKS.index(rank) for rank in ranks)
    return places == list(range(places[0], places[0] + 5))


class Position:
    def __init__(self, cards):
        self.ranks = [card[:-1] for card in cards]
        self.suits = [card[-1] for card in cards]
        self.value = sum(score(rank) for rank in self.ranks)
        self.changed = []

    def apply(self, number):
        before = self.value
        getattr(self, "rule_%d" % number)()
        if self.value != before:
            self.changed.append(number)

    def rule_1(self):
        self.value += 1 + self.ranks.count("J") * score(self.ranks[0])

    def rule_2(self):
        if len(set(self.suits)) < 5:
            self.value *= 2

    def rule_3(self):
        if len(set(self.suits)) == 4:
            self.value *= 2

    def rule_4(self):
        black = self.suits.count("C") + self.suits.count("S")
        self.value += abs(black - (5 - black))

    def rule_5(self):
        if self.value % 2 == 0:
            self.value += sum(d for d in range(1, self.value + 1) if self.value % d == 0)

    def rule_6(self):
        if self.ranks.count("7") == 4:
            self.value -= 121

    def rule_7(self):
        if self.value >= 0:
            self.value += min(score(rank) for rank in self.ranks)

    def rule_8(self):
        if self.value < 0:
            self.value = -self.value

    def rule_9(self):
        if self.suits.count("D") >= 3:
            self.value += 1
            self.ranks = [SWAP.get(rank, rank) for rank in self.ranks]

    def rule_10(self):
        if is_straight(self.ranks):
            self.value += 5 * self.ranks.count("A")

    def rule_11(self):
        if len(self.changed) > 8:
            self.value += bin(self.value).count("1")

    def rule_12(self):
        if "2" in self.ranks and self.changed:
            getattr(self, "rule_%d" % self.changed[-1])()

    def rule_13(self):
        # The product of all superfactors is the value.
        if "2" in self.ranks:
            self.value *= 2


def main():
    position = Position(input().split())
    for number in range(1, 14):
        position.apply(number)
    print(position.value)


main()
