// Bets all its money on every hand: sooner or later it has none.
int placeBet(int bet);
int getDealerCard();
int getCard();
void stand();
int getOutcome();
int cashIn();

int money;

void startGame(int start, int) { money = start; }

void reshuffle() {}

void playHand() {
    money = placeBet(money);
    getDealerCard();
    int total = getCard();
    total += getCard();
    while (total < 12) {
        total += getCard();
    }
    stand();
    while (getOutcome() != 0) {
    }
    money += cashIn();
}
