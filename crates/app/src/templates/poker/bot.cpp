// A bot of algorithmic poker in C++. It speaks JSON Lines: docs/protocol.md.
//
// One message a line on standard input, one answer a line on standard output. What you print to
// std::cerr is your log.

#include <algorithm>
#include <array>
#include <iostream>
#include <string>

namespace {

// A message of the referee: one line of compact JSON.
class Message {
public:
    explicit Message(std::string text) : line(std::move(text)) {}

    bool has(const std::string& text) const { return line.find(text) != std::string::npos; }

    // The number behind a key, or of a list the one at that place; 0 if there is none.
    long number(const std::string& key, int place = 0) const {
        const std::string pattern = "\"" + key + "\":";
        std::size_t at = line.find(pattern);
        if (at == std::string::npos) return 0;
        at += pattern.size();
        if (line[at] == '[') ++at;
        for (; place > 0 && at != std::string::npos; --place) {
            at = line.find(',', at);
            if (at != std::string::npos) ++at;
        }
        return at == std::string::npos ? 0 : std::strtol(line.c_str() + at, nullptr, 10);
    }

private:
    std::string line;
};

long seat = 0;
long card = 0;
std::array<long, 3> bets{};

// A bid from min to max.
long bid(long min, long max) { return card < 7 ? min : std::min(max, min + 10); }

// Whether to pay up to the level.
bool pays(long level) { return level - bets[seat] <= 10 * std::max(0L, card - 4); }

}  // namespace

int main() {
    std::string line;
    while (std::getline(std::cin, line)) {
        const Message message(line);
        if (message.has("\"hello\":")) {
            seat = message.number("seat");
            // std::endl flushes: without it the answer would wait in a buffer, and come too late.
            std::cout << R"({"ready":1,"name":"c++"})" << std::endl;
        } else if (message.has("\"tell\":\"hand\"")) {
            card = message.number("card");
            bets = {};
        } else if (message.has("\"bets\":")) {
            for (int place = 0; place < 3; ++place) bets[place] = message.number("bets", place);
        } else if (message.has("\"ask\":\"bet")) {
            std::cout << "{\"id\":" << message.number("id")
                      << ",\"bet\":" << bid(message.number("min"), message.number("max")) << "}" << std::endl;
        } else if (message.has("\"ask\":\"call")) {
            std::cout << "{\"id\":" << message.number("id")
                      << ",\"call\":" << (pays(message.number("level")) ? "true" : "false") << "}" << std::endl;
        } else if (message.has("\"bye\":")) {
            break;
        }
    }
}
