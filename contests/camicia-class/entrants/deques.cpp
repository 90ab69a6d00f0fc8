// Right: two decks and a pile, with the states so far in a set.
#include <deque>
#include <iostream>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

using Deck = std::deque<int>;

// What the other player owes for a card: 0 for a number card.
static int penalty(const std::string& card) {
    const auto at = std::string("JQKA").find(card);
    return card.size() == 1 && at != std::string::npos ? static_cast<int>(at) + 1 : 0;
}

static Deck read() {
    Deck deck;
    std::string line, card;
    std::getline(std::cin, line);
    std::istringstream words(line);
    while (words >> card) deck.push_back(penalty(card));
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
        while (!decks[turn].empty()) {
            const int card = decks[turn].front();
            decks[turn].pop_front();
            pile.push_back(card);
            cards++;
            if (card > 0) {
                turn = 1 - turn;
                debt = card;
            } else if (debt == 0) {
                turn = 1 - turn;
            } else if (--debt == 0) {
                break;
            }
        }
        leader = 1 - turn;
        decks[leader].insert(decks[leader].end(), pile.begin(), pile.end());
        tricks++;
        if (decks[turn].empty()) {
            std::cout << "finished " << cards << ' ' << tricks << '\n';
            return 0;
        }
    }
    std::cout << "loop " << cards << ' ' << tricks << '\n';
}
