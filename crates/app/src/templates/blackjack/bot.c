/*
 * A player of the betting contest of blackjack in C: three functions are yours, six are the referee's.
 *
 * An ace is told as 11, and a ten, jack, queen or king as 10. croupier.h lists the calls of a hand in
 * their order; a call out of it ends the test. What you print is your log. Write no main.
 */
#include "croupier.h"

static int money;

/* A hand's total: an ace counts 11 as long as that does not pass 21. */
struct total {
    int points;
    int aces; /* aces that count 11 */
};

static struct total add(struct total total, int card) {
    total.points += card;
    total.aces += card == 11;
    while (total.points > 21 && total.aces > 0) {
        total.points -= 10;
        total.aces--;
    }
    return total;
}

/* An evening begins. */
void startGame(int startMoney, int nPacks) {
    (void)nPacks;
    money = startMoney;
}

/* One hand: draws to 17, whatever the dealer shows. */
void playHand(void) {
    struct total total = {0, 0};
    int card;
    money = placeBet(money < 100 ? money : 100);
    getDealerCard();
    total = add(total, getCard());
    total = add(total, getCard());
    while (total.points < 17) {
        total = add(total, getCard());
    }
    stand();
    while ((card = getOutcome()) != 0) {
        /* The dealer's further cards: count them here. */
    }
    money += cashIn();
}

/* All cards were shuffled. */
void reshuffle(void) {}
