"""A player of algorithmic poker: one class, a method for each thing that happens at the table.

Cards are 0 to 9. A bid is the total that you want to stand at, 10 to 300. What you print is your log.
"""


class Player:
    def name(self, seat):
        """Once, before the first deal: your seat, 0 to 2. Lists below are by seat."""
        self.seat = seat

    def hand(self, card):
        """A deal begins: your card."""
        self.card = card
        self.bets = [0, 0, 0]

    def bet1(self, minimum):
        """Round 1: your bid, from minimum to 300."""
        return minimum if self.card < 7 else minimum + 10

    def bet1_info(self, bets):
        """What each seat has in."""
        self.bets = bets

    def call1(self, to_call):
        """Another bid more: do you pay up to the total to_call?"""
        return self.pays(to_call)

    def call1_info(self, live):
        """Who is still in the deal."""

    def bet2(self, minimum):
        """Round 2, the same again: your bid is at least the level of round 1."""
        return minimum if self.card < 8 else min(300, minimum + 20)

    def bet2_info(self, bets):
        self.bets = bets

    def call2(self, to_call):
        return self.pays(to_call)

    def call2_info(self, live):
        pass

    def showdown(self, cards):
        """The cards that were shown; None for the others."""

    def result(self, winnings):
        """What the deal brought to each seat."""

    def pays(self, to_call):
        """Pays little with a middling card, and a lot with a high one."""
        price = to_call - self.bets[self.seat]
        return price <= 10 * max(0, self.card - 4)
