"""Remembers which cards the others showed after which bids, and calls what they are likely to hold."""


class Player:
    CARDS = 10

    def __init__(self):
        # For each rival: for each size of bid, how often each card was shown after it.
        self.shown = {}

    def name(self, seat):
        self.seat = seat

    def hand(self, card):
        self.card = card
        self.sizes = [0, 0, 0]
        self.live = [True, True, True]

    def bet1(self, minimum):
        return minimum + (8 if self.card == 9 else 0)

    def bet1_info(self, bets):
        self.note(bets)

    def call1(self, to_call):
        return self.pays(to_call)

    def call1_info(self, live):
        self.live = live

    def bet2(self, minimum):
        share = self.better_than_all()
        return min(300, minimum + int(120 * max(0.0, share - 0.6)))

    def bet2_info(self, bets):
        self.note(bets)

    def call2(self, to_call):
        return self.pays(to_call)

    def call2_info(self, live):
        pass

    def showdown(self, cards):
        for seat, card in enumerate(cards):
            if card is not None and seat != self.seat:
                key = (seat, self.sizes[seat])
                self.shown.setdefault(key, [0] * self.CARDS)[card] += 1

    def result(self, winnings):
        pass

    def note(self, bets):
        self.bets = bets
        low = min(bets)
        # Bids by size: none, small, middle, large.
        self.sizes = [sum(bet - low > step for step in (0, 15, 60)) for bet in bets]

    def beats(self, seat):
        """The chance to beat a rival, from what it showed after bids of this size."""
        seen = self.shown.get((seat, self.sizes[seat]), [0] * self.CARDS)
        # One card of each rank in advance: before anything is seen every card is as likely.
        counts = [count + 1.0 for count in seen]
        won = sum(counts[:self.card]) + counts[self.card] / 2
        return won / sum(counts)

    def better_than_all(self):
        chance = 1.0
        for seat in range(3):
            if seat != self.seat and self.live[seat]:
                chance *= self.beats(seat)
        return chance

    def pays(self, to_call):
        price = to_call - self.bets[self.seat]
        pot = sum(self.bets)
        chance = min(self.beats(seat) for seat in range(3) if seat != self.seat and self.bets[seat] == to_call)
        return chance * (pot + price) > price * 1.2
