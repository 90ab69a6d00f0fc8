/* Writes through a null pointer in its third hand. */
#include <stddef.h>

#include "croupier.h"

static int hands = 0;

void startGame(int money, int nPacks) {
    (void)money;
    (void)nPacks;
}

void reshuffle(void) {}

void playHand(void) {
    volatile int *volatile nowhere = NULL;
    if (++hands == 3) {
        *nowhere = 7;
    }
    placeBet(0);
    getDealerCard();
    getCard();
    getCard();
    stand();
    while (getOutcome() != 0) {
    }
    cashIn();
}
