// Counts cards, bets one Kelly, and plays by the table. The three functions alone: no header, no main.
int placeBet(int bet);
int getDealerCard();
int getCard();
void stand();
int getOutcome();
int cashIn();

// What removing one card, ace to ten, adds to the edge from ten packs, and the edge of a full shoe, in 1e-7.
const long long EFFECTS[10] = {-1430, -331, -866, -1227, 1560, 227, 674, 6, 106, 320};
const long long FRESH = 67880;

// The chance that a hand is won or lost, in 1e-7.
const long long DECIDED = 8180000;

int money;
int packs;
long long left;
long long removed;

int seen(int card) {
    --left;
    removed += EFFECTS[card == 11 ? 0 : card - 1];
    return card;
}

struct Hand {
    int least = 0;
    bool ace = false;

    void take(int card) {
        least += card == 11 ? 1 : card;
        ace = ace || card == 11;
    }

    bool soft() const { return ace && least + 10 <= 21; }

    int total() const { return soft() ? least + 10 : least; }
};

bool draws(const Hand &hand, int up) {
    const int total = hand.total();
    if (hand.soft()) {
        return total <= 17 || (total == 18 && up >= 9);
    }
    return total <= 15 || (total == 16 && (up < 4 || up > 6)) || (total == 17 && up >= 8);
}

void reshuffle() {
    left = 52 * packs;
    removed = 0;
}

void startGame(int start, int nPacks) {
    money = start;
    packs = nPacks;
    reshuffle();
}

void playHand() {
    const long long edge = FRESH + removed * 520 / left;
    money = placeBet(edge > 0 ? static_cast<int>(money * edge / DECIDED) : 0);
    const int up = seen(getDealerCard());
    Hand hand;
    hand.take(seen(getCard()));
    hand.take(seen(getCard()));
    while (draws(hand, up)) {
        hand.take(seen(getCard()));
    }
    stand();
    while (const int card = getOutcome()) {
        seen(card);
    }
    money += cashIn();
}
