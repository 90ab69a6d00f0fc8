// Bets one hundredth of the evening's first money on every hand, and plays by the table.
//
// The table is the best way to hit or stand by total and upcard in this game, in which both sides
// over 21 is a push. It differs from a casino's: a total of 12 to 15 hits against every upcard, for
// the dealer may bust as well, and 17 hits against 8 to ace.

#include <algorithm>

int placeBet(int bet);
int getDealerCard();
int getCard();
void stand();
int getOutcome();
int cashIn();

namespace {

int money = 0;
int unit = 0;

// The cards of a hand and their total.
class Hand {
public:
    void add(int card) {
        least += card == 11 ? 1 : card;
        ace = ace || card == 11;
    }
    bool soft() const { return ace && least + 10 <= 21; }
    int total() const { return soft() ? least + 10 : least; }

private:
    int least = 0;
    bool ace = false;
};

// Whether to draw another card.
bool hits(const Hand& hand, int up) {
    if (hand.soft()) {
        return hand.total() <= 17 || (hand.total() == 18 && up >= 9);
    }
    switch (hand.total()) {
        case 16: return up < 4 || up > 6;
        case 17: return up >= 8;
        default: return hand.total() < 16;
    }
}

}  // namespace

void startGame(int startMoney, int) {
    money = startMoney;
    unit = startMoney / 100;
}

void playHand() {
    money = placeBet(std::min(unit, money));
    const int up = getDealerCard();
    Hand hand;
    hand.add(getCard());
    hand.add(getCard());
    while (hand.total() <= 21 && hits(hand, up)) {
        hand.add(getCard());
    }
    stand();
    while (getOutcome() != 0) {
    }
    money += cashIn();
}

void reshuffle() {}
