/* Reads where nothing is. */
#include "croupier.h"
#include <stddef.h>

static int money;

void startGame(int startMoney, int nPacks) {
    (void)nPacks;
    money = startMoney;
}

void playHand(void) {
    const int *volatile nowhere = NULL;
    money = placeBet(*nowhere);
    getDealerCard();
    getCard();
    getCard();
    stand();
    while (getOutcome() != 0) {
    }
    money += cashIn();
}

void reshuffle(void) {}
