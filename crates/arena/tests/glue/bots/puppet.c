/*
 * Makes the calls that its environment spells: p placeBet, d getDealerCard, c getCard, s stand,
 * o getOutcome, h cashIn, x exit(0). What they return goes to standard error.
 */
#include <stdio.h>
#include <stdlib.h>

#include "croupier.h"

static void play(const char *name) {
    const char *calls = getenv(name);
    for (; calls != NULL && *calls != '\0'; ++calls) {
        switch (*calls) {
            case 'p': fprintf(stderr, "p%d ", placeBet(atoi(getenv("BET")))); break;
            case 'd': fprintf(stderr, "d%d ", getDealerCard()); break;
            case 'c': fprintf(stderr, "c%d ", getCard()); break;
            case 's': stand(); fprintf(stderr, "s "); break;
            case 'o': fprintf(stderr, "o%d ", getOutcome()); break;
            case 'h': fprintf(stderr, "h%d ", cashIn()); break;
            case 'x': exit(0);
        }
    }
}

__attribute__((constructor)) static void construct(void) { play("CONSTRUCTOR"); }

__attribute__((destructor)) static void destruct(void) { play("DESTRUCTOR"); }

void startGame(int money, int nPacks) {
    fprintf(stderr, "start %d %d ", money, nPacks);
    play("START");
}

void playHand(void) { play("HAND"); }

void reshuffle(void) {
    fprintf(stderr, "shuffle ");
    play("SHUFFLE");
}
