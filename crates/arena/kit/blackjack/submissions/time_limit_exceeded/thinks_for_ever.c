/* Thinks for ever about its first card. */
#include "croupier.h"

void startGame(int money, int nPacks) {
    (void)money;
    (void)nPacks;
}

void reshuffle(void) {}

void playHand(void) {
    volatile int thoughts = 0;
    placeBet(0);
    getDealerCard();
    for (;;) {
        thoughts ^= 1;
    }
}
