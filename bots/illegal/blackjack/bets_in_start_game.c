/* Bets before there is a hand. */
#include "croupier.h"

static int money;

void startGame(int startMoney, int nPacks) {
    (void)nPacks;
    money = placeBet(startMoney);
}

void playHand(void) {
    money = placeBet(money < 100 ? money : 100);
    getDealerCard();
    getCard();
    getCard();
    stand();
    while (getOutcome() != 0) {
    }
    money += cashIn();
}

void reshuffle(void) {}
