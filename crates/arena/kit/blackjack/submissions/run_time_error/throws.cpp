// Throws an exception that nobody catches, in the midst of a hand.
#include <stdexcept>

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
    throw std::runtime_error("no luck today");
}
