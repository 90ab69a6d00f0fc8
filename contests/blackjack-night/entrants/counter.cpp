// Counts the cards that have left the shoe, and bets by the edge that the rest of it promises.
//
// Counts made for casinos are useless here: with a push when both sides pass 21 and no bonus for an
// ace and a ten, other cards matter. Each weight below says what taking one card of that value out of
// ten packs does to the player's edge: a five is bad for him, an ace and a four are good.

#include <algorithm>
#include <array>
#include <cmath>

int placeBet(int bet);
int getDealerCard();
int getCard();
void stand();
int getOutcome();
int cashIn();

namespace {

// What removing one card, 2 to 10 and ace (11), adds to the edge of a shoe of 520 cards.
const std::array<double, 12> removalEffect = {
    0, 0, -3.31e-5, -8.66e-5, -12.27e-5, 15.60e-5, 2.27e-5, 6.74e-5, 0.06e-5, 1.06e-5, 3.20e-5, -14.30e-5,
};
const double shoeOfEffects = 520;

// The edge of the table below from a fresh shoe, in bets a hand.
const double freshEdge = 0.00679;

// The chance that a hand is won or lost and not pushed: the variance of a bet of 1.
const double variance = 0.818;

// What is known of the shoe.
class Count {
public:
    void shuffle(int packs) {
        cardsLeft = 52.0 * packs;
        removed = 0;
    }

    // Takes note of a card, and hands it on.
    int see(int card) {
        cardsLeft -= 1;
        removed += removalEffect[card];
        return card;
    }

    // A removed card weighs the more, the fewer are left.
    double edge() const { return freshEdge + removed * shoeOfEffects / cardsLeft; }

private:
    double cardsLeft = 0;
    double removed = 0;
};

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

int money = 0;
int packs = 0;
Count count;

// The fraction of the money that makes it grow fastest: edge over variance (Kelly, 1956).
int bestBet() {
    const double bet = std::floor(money * count.edge() / variance);
    return static_cast<int>(std::max(0.0, std::min<double>(bet, money)));
}

// Whether to draw another card: the best table by total and upcard.
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

void startGame(int startMoney, int nPacks) {
    money = startMoney;
    packs = nPacks;
    count.shuffle(packs);
}

void playHand() {
    money = placeBet(bestBet());
    const int up = count.see(getDealerCard());
    Hand hand;
    hand.add(count.see(getCard()));
    hand.add(count.see(getCard()));
    while (hand.total() <= 21 && hits(hand, up)) {
        hand.add(count.see(getCard()));
    }
    stand();
    while (const int card = getOutcome()) {
        count.see(card);
    }
    money += cashIn();
}

void reshuffle() { count.shuffle(packs); }
