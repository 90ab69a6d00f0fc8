// Camicia. In: two lines with the hands from the top, such as 2 A 7 8 Q 10. Out: how the game ends,
// cards played and tricks, such as finished 13 1.

#include <deque>
#include <iostream>
#include <iterator>
#include <set>
#include <string>
#include <tuple>

namespace {

// A hand or a pile: the penalty of each card, from the top; 0 for a number card.
using Cards = std::deque<int>;

// Reads a line.
Cards readHand(std::istream& in) {
    const std::string names = "JQKA";
    Cards hand;
    for (char c; in.get(c) && c != '\n';) {
        if (names.find(c) != std::string::npos) {
            hand.push_back(static_cast<int>(names.find(c)) + 1);
        } else if (c >= '1' && c <= '9') {
            hand.push_back(0);
        }
    }
    return hand;
}

}  // namespace

int main() {
    Cards hands[2] = {readHand(std::cin), readHand(std::cin)};
    if (hands[0].empty() || hands[1].empty()) {
        std::cout << "finished 0 1\n";
        return 0;
    }
    int turn = 0, played = 0, tricks = 0;
    // Number cards are all alike, and who leads is part of the state.
    std::set<std::tuple<int, Cards, Cards>> seen;
    while (seen.emplace(turn, hands[0], hands[1]).second) {
        Cards pile;
        int owed = 0;
        while (!hands[turn].empty()) {
            const int penalty = hands[turn].front();
            hands[turn].pop_front();
            pile.push_back(penalty);
            ++played;
            if (penalty > 0) {
                owed = penalty;
                turn = 1 - turn;
            } else if (owed == 0) {
                turn = 1 - turn;
            } else if (--owed == 0) {
                break;
            }
        }
        // The other takes the pile: the penalty is paid, or there is no card to play.
        turn = 1 - turn;
        std::copy(pile.begin(), pile.end(), std::back_inserter(hands[turn]));
        ++tricks;
        if (hands[1 - turn].empty()) {
            std::cout << "finished " << played << " " << tricks << "\n";
            return 0;
        }
    }
    std::cout << "loop " << played << " " << tricks << "\n";
}
