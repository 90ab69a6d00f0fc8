/* Draws on when its total has passed 21. */
#include "croupier.h"

void startGame(int money, int nPacks) {
    (void)money;
    (void)nPacks;
}

void reshuffle(void) {}

void playHand(void) {
    int cards;
    placeBet(0);
    getDealerCard();
    for (cards = 0; cards < 30; ++cards) {
        getCard();
    }
    stand();
    while (getOutcome() != 0) {
    }
    cashIn();
}
