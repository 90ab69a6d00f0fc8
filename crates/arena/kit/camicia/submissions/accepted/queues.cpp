// Right: two decks as queues of penalties, and all states so far in a set.
#include <deque>
#include <iostream>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

using Deck = std::deque<int>;

static Deck read() {
    std::string line, card;
    std::getline(std::cin, line);
    std::istringstream words(line);
    Deck deck;
    while (words >> card) {
        const std::size_t penalty = std::string("JQKA").find(card);
        deck.push_back(penalty == std::string::npos ? 0 : static_cast<int>(penalty) + 1);
    }
    return deck;
}

int main() {
    Deck hands[2] = {read(), read()};
    long cards = 0, tricks = 0;
    int leader = 0;
    if (hands[0].empty() || hands[1].empty()) {
        std::cout << "finished 0 1\n";
        return 0;
    }
    std::set<std::tuple<int, Deck, Deck>> seen;
    while (seen.emplace(leader, hands[0], hands[1]).second) {
        std::vector<int> pile;
        int turn = leader, debt = 0;
        while (!hands[turn].empty()) {
            const int penalty = hands[turn].front();
            hands[turn].pop_front();
            pile.push_back(penalty);
            if (penalty > 0) {
                turn = 1 - turn;
                debt = penalty;
            } else if (debt == 0) {
                turn = 1 - turn;
            } else if (--debt == 0) {
                break;
            }
        }
        leader = 1 - turn;
        hands[leader].insert(hands[leader].end(), pile.begin(), pile.end());
        cards += static_cast<long>(pile.size());
        tricks++;
        if (hands[0].empty() || hands[1].empty()) {
            std::cout << "finished " << cards << ' ' << tricks << '\n';
            return 0;
        }
    }
    std::cout << "loop " << cards << ' ' << tricks << '\n';
}
