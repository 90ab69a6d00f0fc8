/*
 * croupier.h: the blackjack contest as a program in C or C++ sees it.
 *
 * Define the first three functions; call the other six. You may also declare them by hand, with C
 * or C++ linkage: the glue knows both names. Write no main. What you print, on standard output or
 * standard error, is your log; standard input is empty.
 *
 * An ace is told as 11, and a ten, jack, queen or king as 10. The order of the calls in a hand:
 *
 *     placeBet, getDealerCard, getCard twice, getCard as often as you like until 21 is passed,
 *     stand, getOutcome until it returns 0, cashIn
 *
 * A call out of this order ends your test.
 */
#ifndef CROUPIER_H
#define CROUPIER_H

#ifdef __cplusplus
extern "C" {
#endif

/* Yours. */

/* A new evening begins, with this money and a shoe of so many packs. Called ten times in a test. */
void startGame(int money, int nPacks);

/* Plays one hand. */
void playHand(void);

/* All cards were put back and shuffled. */
void reshuffle(void);

/* The grader's. */

/* Bets from 0 to all your money. Returns what is left. */
int placeBet(int bet);

/* Returns the dealer's upcard. */
int getDealerCard(void);

/* Returns your next card. The first two calls give your first two cards. */
int getCard(void);

/* Says that you want no more cards. You must say so, even when your total has passed 21. */
void stand(void);

/* Returns the next card that the dealer has drawn, or 0 after the last. */
int getOutcome(void);

/* Returns what comes back: twice the bet, the bet, or 0. */
int cashIn(void);

#ifdef __cplusplus
}
#endif

#endif
