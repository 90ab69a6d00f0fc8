/* Counts cards, bets one Kelly, and plays by the table: in C, with the header. */
#include "croupier.h"

/* What removing one card, ace to ten, adds to the edge from ten packs, and the edge of a full shoe, in 1e-7. */
static const long long effects[10] = {-1430, -331, -866, -1227, 1560, 227, 674, 6, 106, 320};
static const long long fresh = 67880;

/* The chance that a hand is won or lost, in 1e-7. */
static const long long decided = 8180000;

static int money, packs, least, ace;
static long long left, removed;

static int seen(int card) {
    --left;
    removed += effects[card == 11 ? 0 : card - 1];
    return card;
}

static void take(int card) {
    seen(card);
    least += card == 11 ? 1 : card;
    ace = ace || card == 11;
}

static int draws(int up) {
    if (ace && least + 10 <= 21) {
        return least + 10 <= 17 || (least + 10 == 18 && up >= 9);
    }
    return least <= 15 || (least == 16 && (up < 4 || up > 6)) || (least == 17 && up >= 8);
}

void reshuffle(void) {
    left = 52 * packs;
    removed = 0;
}

void startGame(int start, int nPacks) {
    money = start;
    packs = nPacks;
    reshuffle();
}

void playHand(void) {
    const long long edge = fresh + removed * 520 / left;
    int up, card;
    money = placeBet(edge > 0 ? (int)(money * edge / decided) : 0);
    up = seen(getDealerCard());
    least = ace = 0;
    take(getCard());
    take(getCard());
    while (draws(up)) {
        take(getCard());
    }
    stand();
    while ((card = getOutcome()) != 0) {
        seen(card);
    }
    money += cashIn();
}
