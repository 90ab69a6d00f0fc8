/*
 * croupier_wasm.c: turns the calls of a blackjack program in C or C++ into calls of the WebAssembly
 * module `croupier`.
 *
 * The program defines startGame, playHand and reshuffle and calls placeBet, getDealerCard, getCard,
 * stand, getOutcome and cashIn. This unit is compiled as C and linked with it. It knows no rule: the
 * order of the calls is judged on the referee's side, and the shoe is never in this memory.
 *
 * A call is answered at once where the answer is known: the upcard, the first two cards, the dealer's
 * cards, the payout. Else `call` says WAIT, and `wait` comes back when the referee has the answer.
 */
#include "croupier.h"

#include <stdio.h>
#include <stdlib.h>

#define OF_CROUPIER(name) __attribute__((import_module("croupier"), import_name(name)))
OF_CROUPIER("call") extern int croupier_call(int number, int argument);
OF_CROUPIER("wait") extern int croupier_wait(void);

/* The numbers of the calls. */
enum {
    PLACE_BET,
    GET_DEALER_CARD,
    GET_CARD,
    STAND,
    GET_OUTCOME,
    CASH_IN,
    NEXT,    /* what is to be done next: one of the orders below */
    MONEY,   /* of the evening that begins */
    PACKS,   /* of the evening that begins */
    MISSING, /* reports a function that the program lacks: 0, 1 or 2 */
};

/* Answers that are none. */
enum { WAIT = -1, LEAVE = -2, BYE = -3 };

/* Orders. */
enum { END, START_GAME, PLAY_HAND, RESHUFFLE };

static int call(int number, int argument) {
    int value = croupier_call(number, argument);
    while (value == WAIT) {
        value = croupier_wait();
    }
    if (value == LEAVE) {
        fflush(NULL);
        _Exit(0);
    }
    if (value == BYE) {
        exit(0);
    }
    return value;
}

/* ---- The six calls, under their C names and their C++ names. ---- */

int placeBet(int bet) { return call(PLACE_BET, bet); }
int getDealerCard(void) { return call(GET_DEALER_CARD, 0); }
int getCard(void) { return call(GET_CARD, 0); }
void stand(void) { call(STAND, 0); }
int getOutcome(void) { return call(GET_OUTCOME, 0); }
int cashIn(void) { return call(CASH_IN, 0); }

int cpp_placeBet(int bet) __asm__("_Z8placeBeti");
int cpp_getDealerCard(void) __asm__("_Z13getDealerCardv");
int cpp_getCard(void) __asm__("_Z7getCardv");
void cpp_stand(void) __asm__("_Z5standv");
int cpp_getOutcome(void) __asm__("_Z10getOutcomev");
int cpp_cashIn(void) __asm__("_Z6cashInv");

int cpp_placeBet(int bet) { return placeBet(bet); }
int cpp_getDealerCard(void) { return getDealerCard(); }
int cpp_getCard(void) { return getCard(); }
void cpp_stand(void) { stand(); }
int cpp_getOutcome(void) { return getOutcome(); }
int cpp_cashIn(void) { return cashIn(); }

/* ---- The program's three functions, under either name. ---- */

#define IF_DEFINED __attribute__((weak))

#pragma weak startGame
#pragma weak playHand
#pragma weak reshuffle
extern void cpp_startGame(int money, int nPacks) __asm__("_Z9startGameii") IF_DEFINED;
extern void cpp_playHand(void) __asm__("_Z8playHandv") IF_DEFINED;
extern void cpp_reshuffle(void) __asm__("_Z9reshufflev") IF_DEFINED;

static void start_game(void) {
    int money = call(MONEY, 0);
    int packs = call(PACKS, 0);
    if (startGame) {
        startGame(money, packs);
    } else {
        cpp_startGame(money, packs);
    }
}

static void play_hand(void) {
    if (playHand) {
        playHand();
    } else {
        cpp_playHand();
    }
}

static void shuffle(void) {
    if (reshuffle) {
        reshuffle();
    } else {
        cpp_reshuffle();
    }
}

int main(void) {
    if (!startGame && !cpp_startGame) {
        call(MISSING, 0);
    }
    if (!playHand && !cpp_playHand) {
        call(MISSING, 1);
    }
    if (!reshuffle && !cpp_reshuffle) {
        call(MISSING, 2);
    }
    for (;;) {
        switch (call(NEXT, 0)) {
            case START_GAME: start_game(); break;
            case PLAY_HAND: play_hand(); break;
            case RESHUFFLE: shuffle(); break;
            default: return 0;
        }
    }
}
