// Lacks one of the three functions.
int placeBet(int bet);

void startGame(int, int) {}

void playHand() { placeBet(0); }
