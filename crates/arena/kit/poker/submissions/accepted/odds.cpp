// Plays by the chance that its card is the best: bids a share of the stack, and pays by pot odds.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>

// Where the value of a field begins; empty if there is none.
static const char *field(const std::string &line, const std::string &name) {
    const size_t at = line.find("\"" + name + "\":");
    return at == std::string::npos ? "" : line.c_str() + at + name.size() + 3;
}

static int number(const std::string &line, const std::string &name) { return std::atoi(field(line, name)); }

static bool is(const char *value, const char *wanted) { return std::strncmp(value, wanted, std::strlen(wanted)) == 0; }

int main() {
    int seat = 0, card = 0, rivals = 0;
    int stakes[3] = {0, 0, 0};
    std::cout << "{\"ready\":1,\"name\":\"odds in C++\"}" << std::endl;
    for (std::string line; std::getline(std::cin, line) && line.rfind("{\"bye\"", 0) != 0;) {
        const char *told = field(line, "tell");
        const char *asked = field(line, "ask");
        // Each rival's card is as likely as any other; a tie counts half.
        const double below = (card + 0.5) / 10;
        const double win = rivals == 2 ? below * below : rivals == 1 ? below : 1.0;
        if (line.rfind("{\"hello\"", 0) == 0) {
            seat = number(line, "seat");
        } else if (is(told, "\"hand\"")) {
            card = number(line, "card");
            rivals = 2;
        } else if (is(told, "\"bet")) {
            std::sscanf(field(line, "bets"), "[%d,%d,%d]", &stakes[0], &stakes[1], &stakes[2]);
        } else if (is(told, "\"call")) {
            const std::string live = field(line, "live");
            rivals = -1;
            for (size_t at = live.find("true"); at != std::string::npos; at = live.find("true", at + 1)) {
                ++rivals;
            }
            rivals = std::max(rivals, 0);
        } else if (is(asked, "\"bet")) {
            const int least = number(line, "min"), most = number(line, "max");
            const double edge = std::max(2 * win - 1, 0.0);
            const double share = is(asked, "\"bet1") ? edge * edge / 2 : edge * edge;
            const int bid = least + static_cast<int>(share * (most - least));
            std::cout << "{\"id\":" << number(line, "id") << ",\"bet\":" << bid << "}" << std::endl;
        } else if (is(asked, "\"call")) {
            const double price = number(line, "level") - stakes[seat];
            const bool pays = win * (stakes[0] + stakes[1] + stakes[2] + price) >= price;
            const char *call = pays ? "true" : "false";
            std::cout << "{\"id\":" << number(line, "id") << ",\"call\":" << call << "}" << std::endl;
        }
    }
}
