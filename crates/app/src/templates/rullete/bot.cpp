// The value of a hand at Rullete. In: five cards on a line, such as 2D 5D JD KC AC. Out: the value.
//
// This much is done: the sum of the scores, and rule 2. The other rules are yours, in their order.

#include <array>
#include <cctype>
#include <iostream>
#include <set>
#include <string>

namespace {

using Hand = std::array<std::string, 5>;

long score(const std::string& card) {
    return std::isdigit(static_cast<unsigned char>(card[0])) ? std::stol(card) : 10;
}

long value(const Hand& hand) {
    long total = 0;
    std::set<char> suits;
    for (const std::string& card : hand) {
        total += score(card);
        suits.insert(card.back());
    }
    // Rule 1 comes here.
    if (suits.size() < hand.size()) total *= 2;  // Rule 2.
    // Rules 3 to 14 come here.
    return total;
}

}  // namespace

int main() {
    Hand hand;
    while (std::cin >> hand[0] >> hand[1] >> hand[2] >> hand[3] >> hand[4]) {
        std::cout << value(hand) << "\n";
    }
}
