// Speaks in lines of JSON with a main of its own; counts as the others, and reads fields by their names.
#include <cstdlib>
#include <iostream>
#include <string>

// What removing one card, ace to ten, adds to the edge from ten packs, in 1e-7.
const long long EFFECTS[12] = {0, 0, -331, -866, -1227, 1560, 227, 674, 6, 106, 320, -1430};

static const char *field(const std::string &line, const std::string &name) {
    const size_t at = line.find("\"" + name + "\":");
    return at == std::string::npos ? "" : line.c_str() + at + name.size() + 3;
}

static long long number(const std::string &line, const std::string &name) { return std::atoll(field(line, name)); }

static bool is(const char *value, const char *wanted) { return std::string(value).rfind(wanted, 0) == 0; }

static bool draws(long long total, bool soft, long long up) {
    if (soft) {
        return total <= 17 || (total == 18 && up >= 9);
    }
    return total <= 15 || (total == 16 && (up < 4 || up > 6)) || (total == 17 && up >= 8);
}

int main() {
    long long packs = 0, left = 0, removed = 0, up = 0;
    std::cout << "{\"ready\":1,\"name\":\"counter with a main\"}" << std::endl;
    for (std::string line; std::getline(std::cin, line);) {
        const char *said = field(line, "tell");
        const char *asked = field(line, "ask");
        if (line.rfind("{\"bye\"", 0) == 0) {
            break;
        }
        if (is(asked, "\"bet\"")) {
            const long long edge = 67880 + removed * 520 / left;
            const long long bet = edge > 0 ? number(line, "money") * edge / 8180000 : 0;
            std::cout << "{\"id\":" << number(line, "id") << ",\"bet\":" << bet << "}" << std::endl;
        } else if (is(asked, "\"play\"")) {
            up = number(line, "up");
            const char *move = draws(number(line, "total"), is(field(line, "soft"), "true"), up) ? "hit" : "stand";
            std::cout << "{\"id\":" << number(line, "id") << ",\"move\":\"" << move << "\"}" << std::endl;
        } else if (is(said, "\"start\"") || is(said, "\"shuffle\"")) {
            packs = is(said, "\"start\"") ? number(line, "packs") : packs;
            left = 52 * packs;
            removed = 0;
        } else if (is(said, "\"dealer\"")) {
            --left;
            removed += EFFECTS[up];
            for (const char *list : {field(line, "cards"), field(line, "hand")}) {
                while (*list == '[' || *list == ',') {
                    char *end = nullptr;
                    --left;
                    removed += EFFECTS[std::strtoll(list + 1, &end, 10)];
                    list = end;
                }
            }
        }
    }
}
