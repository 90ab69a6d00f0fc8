/*
 * The value of a hand at Rullete. In: five cards on a line, such as 2D 5D JD KC AC. Out: the value.
 *
 * This much is done: the sum of the scores, and rule 2. The other rules are yours, in their order.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CARDS = 5 };

static long score(const char *card) {
    return card[0] >= '0' && card[0] <= '9' ? strtol(card, NULL, 10) : 10;
}

static int suit(const char *card) { return card[strlen(card) - 1]; }

static long value(char hand[CARDS][4]) {
    long total = 0;
    int same_suit = 0;
    for (int first = 0; first < CARDS; first++) {
        total += score(hand[first]);
        for (int second = first + 1; second < CARDS; second++) {
            same_suit |= suit(hand[first]) == suit(hand[second]);
        }
    }
    /* Rule 1 comes here. */
    if (same_suit) total *= 2; /* Rule 2. */
    /* Rules 3 to 14 come here. */
    return total;
}

int main(void) {
    char hand[CARDS][4];
    while (scanf("%3s %3s %3s %3s %3s", hand[0], hand[1], hand[2], hand[3], hand[4]) == CARDS) {
        printf("%ld\n", value(hand));
    }
    return 0;
}
