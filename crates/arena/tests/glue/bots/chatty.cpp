// Prints wherever it can, flushes nowhere, and reads standard input.
#include <cstdio>
#include <iostream>
#include <string>

int placeBet(int bet);
int getDealerCard();
int getCard();
void stand();
int getOutcome();
int cashIn();

struct Speaker {
    Speaker() { std::cout << "constructed\n"; }
    ~Speaker() { std::cout << "destroyed\n"; }
};

static Speaker speaker;

void startGame(int money, int nPacks) {
    std::ios::sync_with_stdio(false);
    std::string word;
    std::cout << "input is " << (std::cin >> word ? "not empty" : "empty") << "\n";
    std::cout << "{\"id\":1,\"bet\":5}\n" << money << " " << nPacks << std::endl;
}

void playHand() {
    std::printf("thinking...\n");
    std::fflush(stdout);
    std::cout << "I have " << placeBet(100) << "\n" << getDealerCard();
    std::cout << getCard() << getCard() << std::string(100000, '.') << "\n";
    stand();
    std::cerr << "stood\n";
    while (getOutcome() != 0) {
    }
    std::cout << "back " << cashIn() << "\n";
}

void reshuffle() { std::cout << "shuffled\n"; }
