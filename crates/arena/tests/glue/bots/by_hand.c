/* Declared by hand as the statement shows it, in C. */
int placeBet(int bet);
int getDealerCard(void);
int getCard(void);
void stand(void);
int getOutcome(void);
int cashIn(void);

static int hands = 0;

void startGame(int money, int nPacks) { hands = (money + nPacks) * 0; }

/* Bets 100, draws one card to less than 20, stands. */
void playHand(void) {
    ++hands;
    placeBet(100);
    getDealerCard();
    int first = getCard();
    int second = getCard();
    if (first + second < 20) {
        getCard();
    }
    stand();
    while (getOutcome() != 0) {
    }
    cashIn();
}

void reshuffle(void) {}
