/* Right: the rules one after the other, without those that five different cards never meet. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const RANKS[] = {"2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"};

struct hand {
    int rank[5];
    char suit[5];
};

static int score(int rank) { return rank < 8 ? rank + 2 : 10; }

static int count_rank(const struct hand *hand, int rank) {
    int count = 0;
    for (int i = 0; i < 5; i++) count += hand->rank[i] == rank;
    return count;
}

static int count_suit(const struct hand *hand, char suit) {
    int count = 0;
    for (int i = 0; i < 5; i++) count += hand->suit[i] == suit;
    return count;
}

static int swapped(int rank) {
    switch (rank) {
        case 0: return 3;
        case 3: return 0;
        case 4: return 7;
        case 7: return 4;
        default: return rank;
    }
}

static int rule_9(struct hand *hand, int value) {
    if (count_suit(hand, 'D') < 3) return value;
    for (int i = 0; i < 5; i++) hand->rank[i] = swapped(hand->rank[i]);
    return value + 1;
}

static int is_straight(const struct hand *hand) {
    int lowest = 12;
    for (int i = 0; i < 5; i++) lowest = hand->rank[i] < lowest ? hand->rank[i] : lowest;
    for (int step = 0; step < 5; step++) {
        if (lowest + step > 12 || count_rank(hand, lowest + step) != 1) return 0;
    }
    return 1;
}

int main(void) {
    struct hand hand;
    char card[8];
    int value = 1, lowest = 10, last = 7;
    for (int i = 0; i < 5; i++) {
        if (scanf("%7s", card) != 1) return 1;
        const size_t end = strlen(card) - 1;
        hand.suit[i] = card[end];
        card[end] = '\0';
        hand.rank[i] = 0;
        while (strcmp(card, RANKS[hand.rank[i]]) != 0) hand.rank[i]++;
        value += score(hand.rank[i]);
        if (score(hand.rank[i]) < lowest) lowest = score(hand.rank[i]);
    }
    value += count_rank(&hand, 9) * score(hand.rank[0]);
    value *= 2;
    const int clubs = count_suit(&hand, 'C'), diamonds = count_suit(&hand, 'D');
    const int hearts = count_suit(&hand, 'H'), spades = count_suit(&hand, 'S');
    if (clubs && diamonds && hearts && spades) value *= 2;
    value += abs(clubs + spades - diamonds - hearts);
    if (count_rank(&hand, 5) == 4) value -= 121;
    value += lowest;
    if (diamonds >= 3) last = 9;
    value = rule_9(&hand, value);
    if (is_straight(&hand)) value += 5 * count_rank(&hand, 12);
    if (count_rank(&hand, 0)) value = last == 9 ? rule_9(&hand, value) : value + lowest;
    if (count_rank(&hand, 0)) value *= 2;
    printf("%d\n", value);
    return 0;
}
