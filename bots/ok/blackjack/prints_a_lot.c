/* Prints on standard output, as beginners do: in a program of three functions that is its log. */
#include "croupier.h"
#include <stdio.h>

static int money;

void startGame(int startMoney, int nPacks) {
    (void)nPacks;
    money = startMoney;
}

void playHand(void) {
    printf("money %d\n", money);
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
