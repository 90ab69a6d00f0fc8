/* Wrong: reads sign by sign, so that a 10 is two cards. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CARDS = 4096, STATES = 4096 };

static char decks[2][CARDS];
static char *seen[STATES];

static void read_deck(char *deck) {
    size_t count = 0;
    for (int sign = getchar(); sign != '\n' && sign != EOF; sign = getchar()) {
        const char *at = strchr("JQKA", sign);
        if (sign != ' ') deck[count++] = at ? "1234"[at - strchr("JQKA", 'J')] : '0';
    }
    deck[count] = '\0';
}

int main(void) {
    int leader = 0, cards = 0, tricks = 0;
    read_deck(decks[0]);
    read_deck(decks[1]);
    for (;;) {
        static char state[2 * CARDS + 3];
        snprintf(state, sizeof state, "%d%s/%s", leader, decks[0], decks[1]);
        for (int i = 0; i < tricks; i++) {
            if (strcmp(seen[i], state) == 0) {
                printf("loop %d %d\n", cards, tricks);
                return 0;
            }
        }
        if (tricks == STATES) return 1;
        seen[tricks] = strdup(state);
        char pile[CARDS];
        int count = 0, turn = leader, debt = 0;
        while (decks[turn][0]) {
            const int card = decks[turn][0] - '0';
            memmove(decks[turn], decks[turn] + 1, strlen(decks[turn]));
            pile[count++] = (char)('0' + card);
            cards++;
            if (card > 0) {
                turn = 1 - turn;
                debt = card;
            } else if (debt == 0) {
                turn = 1 - turn;
            } else if (--debt == 0) {
                break;
            }
        }
        pile[count] = '\0';
        leader = 1 - turn;
        strcat(decks[leader], pile);
        tricks++;
        if (!decks[turn][0]) {
            printf("finished %d %d\n", cards, tricks);
            return 0;
        }
    }
}
