// Wrong in rule 9: swaps one rank after the other, so that 6 becomes 9 and then 6 again.
#include <algorithm>
#include <iostream>
#include <set>
#include <string>
#include <vector>

static const std::vector<std::string> ranks = {"2", "3", "4",  "5", "6", "7", "8",
                                               "9", "10", "J", "Q", "K", "A"};

struct Card {
    int rank;
    char suit;
    int score() const { return std::min(rank + 2, 10); }
};

using Hand = std::vector<Card>;

static int countRank(const Hand& hand, int rank) {
    return std::count_if(hand.begin(), hand.end(), [=](const Card& card) { return card.rank == rank; });
}

static int countSuit(const Hand& hand, char suit) {
    return std::count_if(hand.begin(), hand.end(), [=](const Card& card) { return card.suit == suit; });
}

static void change(Hand& hand, int from, int to) {
    for (Card& card : hand) {
        if (card.rank == from) card.rank = to;
    }
}

static int ruleNine(Hand& hand, int value) {
    if (countSuit(hand, 'D') < 3) return value;
    change(hand, 4, 7);
    change(hand, 7, 4);
    change(hand, 0, 3);
    change(hand, 3, 0);
    return value + 1;
}

int main() {
    Hand hand;
    for (std::string word; std::cin >> word;) {
        const std::string rank = word.substr(0, word.size() - 1);
        const int place = std::find(ranks.begin(), ranks.end(), rank) - ranks.begin();
        hand.push_back({place, word.back()});
    }
    int value = 1 + countRank(hand, 9) * hand[0].score();
    int lowest = 10;
    std::set<char> suits;
    std::set<int> places;
    for (const Card& card : hand) {
        value += card.score();
        lowest = std::min(lowest, card.score());
        suits.insert(card.suit);
    }
    value *= suits.size() == 4 ? 4 : 2;
    value += std::abs(2 * (countSuit(hand, 'C') + countSuit(hand, 'S')) - 5);
    if (countRank(hand, 5) == 4) value -= 121;
    value += lowest;
    const bool swaps = countSuit(hand, 'D') >= 3;
    value = ruleNine(hand, value);
    for (const Card& card : hand) places.insert(card.rank);
    if (places.size() == 5 && *places.rbegin() - *places.begin() == 4) value += 5 * countRank(hand, 12);
    if (countRank(hand, 0) > 0) value = swaps ? ruleNine(hand, value) : value + lowest;
    if (countRank(hand, 0) > 0) value *= 2;
    std::cout << value << '\n';
}
