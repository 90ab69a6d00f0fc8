"""Looks up a card that is not in its table. An exception is a foul; the traceback is in the log."""


class Player:
    BIDS = {9: 30, 8: 20}

    def hand(self, card):
        self.card = card

    def bet1(self, minimum):
        return self.BIDS[self.card]

    def call1(self, to_call):
        return False

    def bet2(self, minimum):
        return minimum

    def call2(self, to_call):
        return False
