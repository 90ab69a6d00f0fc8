// Right: with five different cards most rules cannot fire, and what is left is a formula.
#include <algorithm>
#include <iostream>
#include <map>
#include <string>

int main() {
    const std::string order = "23456789TJQKA";
    std::map<char, int> ranks, suits;
    int sum = 0, first = 0, lowest = 10;
    std::string card;
    for (int place = 0; place < 5; place++) {
        std::cin >> card;
        const char rank = card.size() == 3 ? 'T' : card[0];
        const int score = std::min(static_cast<int>(order.find(rank)) + 2, 10);
        if (place == 0) first = score;
        lowest = std::min(lowest, score);
        sum += score;
        ranks[rank]++;
        suits[card.back()]++;
    }
    int value = 2 * (sum + 1 + ranks['J'] * first);
    if (suits['C'] && suits['D'] && suits['H'] && suits['S']) value *= 2;
    value += std::abs(2 * (suits['C'] + suits['S']) - 5) + lowest;
    if (ranks['7'] == 4) value -= 121;
    const bool is_royal = ranks['T'] && ranks['J'] && ranks['Q'] && ranks['K'] && ranks['A'];
    if (is_royal) value += 5;
    if (suits['D'] >= 3) {
        value += 1;
        // A 5 is a 2 by now, and a 5 again after rule 12; only a 2 that has become a 5 is a 2 at rule 13.
        if (ranks['5']) value += 1;
        if (ranks['5'] && ranks['2']) value *= 2;
    } else if (ranks['2']) {
        value = 2 * (value + lowest);
    }
    std::cout << value << '\n';
}
