"""Bids up a ladder: the higher the card, the higher the rung. Never bluffs, never learns."""


class Player:
    FIRST = [10, 10, 10, 10, 10, 10, 12, 15, 20, 30]
    SECOND = [0, 0, 0, 0, 0, 5, 10, 20, 40, 90]

    def name(self, seat):
        self.seat = seat

    def hand(self, card):
        self.card = card

    def bet1(self, minimum):
        return max(minimum, self.FIRST[self.card])

    def bet1_info(self, bets):
        self.bets = bets

    def call1(self, to_call):
        price = to_call - self.bets[self.seat]
        return price <= 4 * max(0, self.card - 4)

    def call1_info(self, live):
        pass

    def bet2(self, minimum):
        return min(300, minimum + self.SECOND[self.card])

    def bet2_info(self, bets):
        self.bets = bets

    def call2(self, to_call):
        price = to_call - self.bets[self.seat]
        return self.card == 9 or price <= 15 * max(0, self.card - 5)

    def call2_info(self, live):
        pass

    def showdown(self, cards):
        pass

    def result(self, winnings):
        pass
