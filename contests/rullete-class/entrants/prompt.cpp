// Prints without end: asks for a hand until there are five cards, also when the input is over.
#include <iostream>
#include <string>
#include <vector>

int main() {
    std::vector<std::string> hand;
    while (hand.size() < 6) {
        std::cout << "card? ";
        std::string card;
        if (std::cin >> card) hand.push_back(card);
    }
    std::cout << hand.size() << '\n';
}
