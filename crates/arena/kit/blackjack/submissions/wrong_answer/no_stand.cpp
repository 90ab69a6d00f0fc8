// Asks for the dealer's cards without standing: a call out of order.
int placeBet(int bet);
int getDealerCard();
int getCard();
void stand();
int getOutcome();
int cashIn();

void startGame(int, int) {}

void reshuffle() {}

void playHand() {
    placeBet(0);
    getDealerCard();
    getCard();
    getCard();
    while (getOutcome() != 0) {
    }
    cashIn();
}
