// Stands twice.
#include "croupier.h"

static int money;

void startGame(int startMoney, int /* nPacks */) {
    money = startMoney;
}

void playHand() {
    money = placeBet(money < 100 ? money : 100);
    getDealerCard();
    getCard();
    getCard();
    stand();
    stand();
    while (getOutcome() != 0) {
    }
    money += cashIn();
}

void reshuffle() {}
