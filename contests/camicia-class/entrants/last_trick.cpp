// Wrong: counts the cards of a trick when it is collected, and forgets those of the last one when a
// player runs out of cards.
#include <deque>
#include <iostream>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

using Deck = std::deque<int>;

static Deck read() {
    Deck deck;
    std::string line, card;
    std::getline(std::cin, line);
    std::istringstream words(line);
    while (words >> card) {
        const auto at = std::string("JQKA").find(card);
        deck.push_back(card.size() == 1 && at != std::string::npos ? static_cast<int>(at) + 1 : 0);
    }
    return deck;
}

int main() {
    Deck decks[2];
    decks[0] = read();
    decks[1] = read();
    std::set<std::tuple<Deck, Deck, int>> seen;
    long cards = 0, tricks = 0;
    int leader = 0;
    while (seen.insert({decks[0], decks[1], leader}).second) {
        std::vector<int> pile;
        int turn = leader, debt = 0;
        bool paid = false;
        while (!paid && !decks[turn].empty()) {
            const int card = decks[turn].front();
            decks[turn].pop_front();
            pile.push_back(card);
            if (card > 0) {
                turn = 1 - turn;
                debt = card;
            } else if (debt == 0) {
                turn = 1 - turn;
            } else {
                paid = --debt == 0;
            }
        }
        leader = 1 - turn;
        tricks++;
        if (paid) cards += static_cast<long>(pile.size());
        decks[leader].insert(decks[leader].end(), pile.begin(), pile.end());
        if (decks[turn].empty()) {
            std::cout << "finished " << cards << ' ' << tricks << '\n';
            return 0;
        }
    }
    std::cout << "loop " << cards << ' ' << tricks << '\n';
}
