// Crashes on a ten: looks each card's first character up, and `1` is not in the table.
#include <iostream>
#include <map>
#include <string>

int main() {
    const std::map<char, int> scores = {{'2', 2}, {'3', 3}, {'4', 4},  {'5', 5},  {'6', 6},  {'7', 7},
                                        {'8', 8}, {'9', 9}, {'J', 10}, {'Q', 10}, {'K', 10}, {'A', 10}};
    int value = 1, first = 0, jacks = 0, lowest = 10, suits[128] = {}, ranks[128] = {};
    for (std::string card; std::cin >> card;) {
        const int score = scores.at(card[0]);
        if (first == 0) first = score;
        lowest = std::min(lowest, score);
        jacks += card[0] == 'J';
        value += score;
        ranks[static_cast<int>(card[0])]++;
        suits[static_cast<int>(card.back())]++;
    }
    value = 2 * (value + jacks * first);
    if (suits['C'] && suits['D'] && suits['H'] && suits['S']) value *= 2;
    value += std::abs(suits['C'] + suits['S'] - suits['D'] - suits['H']) + lowest;
    if (ranks['7'] == 4) value -= 121;
    if (suits['D'] >= 3) {
        value += ranks['5'] ? 2 : 1;
        if (ranks['5'] && ranks['2']) value *= 2;
    } else if (ranks['2']) {
        value = 2 * (value + lowest);
    }
    std::cout << value << '\n';
}
