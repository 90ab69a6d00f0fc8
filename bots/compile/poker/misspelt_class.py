"""A class Player in lower case: told before the match."""


class player:
    def bet1(self, minimum):
        return minimum
