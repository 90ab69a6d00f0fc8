"""Strong cards and the very weakest bid alike: whoever folds to a bluff pays for it."""
import random


class Player:
    def name(self, seat):
        self.seat = seat

    def hand(self, card):
        self.card = card
        self.bluffs = card <= 2 and random.random() < 0.25

    def bet1(self, minimum):
        if self.card == 9 or self.bluffs:
            return max(minimum, 25)
        return minimum

    def bet1_info(self, bets):
        self.bets = bets

    def call1(self, to_call):
        return self.card >= 7 or to_call - self.bets[self.seat] <= 2 * self.card

    def call1_info(self, live):
        self.rivals = sum(live) - 1

    def bet2(self, minimum):
        if self.card >= 8 or self.bluffs:
            return min(300, minimum + random.choice([30, 45, 60]))
        return minimum

    def bet2_info(self, bets):
        self.bets = bets

    def call2(self, to_call):
        if self.card == 9:
            return True
        return self.card >= 7 and to_call - self.bets[self.seat] <= 60

    def call2_info(self, live):
        pass

    def showdown(self, cards):
        pass

    def result(self, winnings):
        pass
