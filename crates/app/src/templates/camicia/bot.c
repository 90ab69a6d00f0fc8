/*
 * Camicia. In: two lines with the hands from the top, such as 2 A 7 8 Q 10. Out: how the game ends,
 * cards played and tricks, such as finished 13 1.
 *
 * This much is done: a game that ends. To find out that a game never ends is yours.
 */
#include <stdio.h>
#include <string.h>

enum { CARDS_MAX = 1024, TRICKS_MAX = 1000000 };

/* A hand or a pile: the penalty of each card, from the top; 0 for a number card. */
struct cards {
    int penalty[CARDS_MAX];
    int count;
};

static void put(struct cards *cards, int penalty) { cards->penalty[cards->count++] = penalty; }

static int take(struct cards *cards) {
    int top = cards->penalty[0];
    cards->count--;
    memmove(cards->penalty, cards->penalty + 1, sizeof(int) * (size_t)cards->count);
    return top;
}

/* Reads a line. */
static void read_hand(struct cards *hand) {
    static const char names[] = "JQKA";
    int c;
    while ((c = getchar()) != EOF && c != '\n') {
        if (strchr(names, c) != NULL) {
            put(hand, (int)(strchr(names, c) - names) + 1);
        } else if (c >= '1' && c <= '9') {
            put(hand, 0);
        }
    }
}

int main(void) {
    static struct cards hands[2], pile;
    int turn = 0, played = 0, tricks = 0;
    read_hand(&hands[0]);
    read_hand(&hands[1]);
    if (hands[0].count == 0 || hands[1].count == 0) {
        printf("finished 0 1\n");
        return 0;
    }
    while (tricks < TRICKS_MAX) {
        int owed = 0;
        pile.count = 0;
        while (hands[turn].count > 0) {
            int penalty = take(&hands[turn]);
            put(&pile, penalty);
            played++;
            if (penalty > 0) {
                owed = penalty;
                turn = 1 - turn;
            } else if (owed == 0) {
                turn = 1 - turn;
            } else if (--owed == 0) {
                break;
            }
        }
        /* The other takes the pile: the penalty is paid, or there is no card to play. */
        turn = 1 - turn;
        for (int place = 0; place < pile.count; place++) put(&hands[turn], pile.penalty[place]);
        tricks++;
        if (hands[1 - turn].count == 0) {
            printf("finished %d %d\n", played, tricks);
            return 0;
        }
    }
    fprintf(stderr, "no end after %d tricks\n", tricks);
    return 1;
}
