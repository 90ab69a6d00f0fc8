// One of the three functions is missing: told before the match.
#include "croupier.h"

void startGame(int, int) {}

void playHand() {}
