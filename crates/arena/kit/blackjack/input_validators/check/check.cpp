// The form of a test of the betting contest of blackjack: 42 if the standard input has it, 43 if not.
#include <cstdint>
#include <iostream>
#include <iterator>
#include <string>

#include "input.h"

int main() {
    Input input(std::string(std::istreambuf_iterator<char>(std::cin), {}));
    const auto line = [&input](const char *word, int64_t least, int64_t most) {
        input.word(std::string(word) + " ");
        const int64_t number = input.number(least, most);
        input.line_end();
        return number;
    };
    line("blackjack", 1, 1);
    input.word("order ");
    const char *const orders[] = {"strict", "lenient"};
    input.one_of(orders);
    input.line_end();
    const int64_t money = line("money", 1, 100000);
    line("packs", 1, 20);
    input.word("shuffles");
    for (int evening = 0; evening < 10; ++evening) {
        input.word(" ");
        input.number(2, 500);
    }
    input.line_end();
    line("max_money", money + 1, 1000000000);
    line("left_ms", 1, 1000000);
    line("bot_seed", 0, INT64_MAX);
    input.word("cards ");
    input.key();
    input.line_end();
    input.end();
    return 42;
}
