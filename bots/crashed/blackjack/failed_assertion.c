/* An assertion that does not hold. */
#include "croupier.h"
#include <assert.h>

static int money;

void startGame(int startMoney, int nPacks) {
    (void)nPacks;
    money = startMoney;
}

void playHand(void) {
    assert(money < 0);
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
