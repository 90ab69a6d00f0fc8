// The form of a test of algorithmic poker: 42 if the standard input has it, 43 if not.
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
    line("poker", 1, 1);
    const int64_t ours = line("seat", 0, 2);
    line("deals", 1, 1000);
    const int64_t min = line("min", 1, 65535);
    line("max", min, 65535);
    line("left_ms", 1, 1000000);
    line("bot_seed", 0, INT64_MAX);
    input.word("cards ");
    input.key();
    input.line_end();
    for (int64_t seat = 0; seat < 3; ++seat) {
        if (seat != ours) {
            input.word("house " + std::to_string(seat) + " ");
            const char *const names[] = {"odds", "random", "rock", "maniac"};
            input.one_of(names);
            input.word(" ");
            input.key();
            input.line_end();
        }
    }
    input.end();
    return 42;
}
