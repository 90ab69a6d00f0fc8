/* Ends the program in its first hand. */
#include "croupier.h"
#include <stdlib.h>

static int money;

void startGame(int startMoney, int nPacks) {
    (void)nPacks;
    money = startMoney;
}

void playHand(void) {
    money = placeBet(money < 100 ? money : 100);
    getDealerCard();
    getCard();
    getCard();
    exit(0);
}

void reshuffle(void) {}
