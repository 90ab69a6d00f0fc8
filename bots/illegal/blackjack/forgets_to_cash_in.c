/* Returns from playHand without cashing in. */
#include "croupier.h"

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
    stand();
    while (getOutcome() != 0) {
    }
}

void reshuffle(void) {}
