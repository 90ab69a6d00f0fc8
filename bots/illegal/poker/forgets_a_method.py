"""A class Player without `call2`: said before the first deal."""


class Player:
    def bet1(self, minimum):
        return minimum

    def call1(self, to_call):
        return True

    def bet2(self, minimum):
        return minimum
