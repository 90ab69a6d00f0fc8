// Declared by the header, from C++.
#include "croupier.h"

static int hands = 0;

void startGame(int money, int nPacks) { hands = (money + nPacks) * 0; }

// Bets 100, draws one card to less than 20, stands.
void playHand() {
    ++hands;
    placeBet(100);
    getDealerCard();
    int first = getCard();
    int second = getCard();
    if (first + second < 20) {
        getCard();
    }
    stand();
    while (getOutcome() != 0) {
    }
    cashIn();
}

void reshuffle() {}
