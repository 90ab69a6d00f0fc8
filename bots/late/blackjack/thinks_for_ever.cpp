// Loops for ever over its first hand.
#include "croupier.h"

static int money;

void startGame(int startMoney, int /* nPacks */) {
    money = startMoney;
}

void playHand() {
    for (volatile int thought = 0;; thought = thought + 1) {
    }
}

void reshuffle() {}
