// A player of the betting contest of blackjack in C++: three functions are yours, six are the referee's.
//
// An ace is told as 11, and a ten, jack, queen or king as 10. croupier.h lists the calls of a hand in
// their order; a call out of it ends the test. What you print is your log. Write no main.

#include "croupier.h"

#include <algorithm>

namespace {

// A hand's total: an ace counts 11 as long as that does not pass 21.
class Hand {
public:
    void add(int card) {
        least += card == 11 ? 1 : card;
        ace = ace || card == 11;
    }
    int total() const { return ace && least + 10 <= 21 ? least + 10 : least; }

private:
    int least = 0;
    bool ace = false;
};

int money = 0;

}  // namespace

// An evening begins.
void startGame(int startMoney, int /* nPacks */) { money = startMoney; }

// One hand: draws to 17, whatever the dealer shows.
void playHand() {
    money = placeBet(std::min(money, 100));
    getDealerCard();
    Hand hand;
    hand.add(getCard());
    hand.add(getCard());
    while (hand.total() < 17) {
        hand.add(getCard());
    }
    stand();
    while (getOutcome() != 0) {
        // The dealer's further cards: count them here.
    }
    money += cashIn();
}

// All cards were shuffled.
void reshuffle() {}
