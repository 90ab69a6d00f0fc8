// Checks an input of Rullete: one line, five different cards of a pack, one blank between two of them.
// Ends with 42 if it is one, else with 43 and a line that says what is wrong.
#include <iostream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>

static int refuse(const std::string& why) {
    std::cerr << "no input of Rullete: " << why << '\n';
    return 43;
}

int main() {
    const std::string text{std::istreambuf_iterator<char>(std::cin), {}};
    if (text.empty() || text.find('\n') != text.size() - 1) return refuse("expected one line, ended");
    const std::set<std::string> ranks{"2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"};
    std::istringstream line(text);
    std::set<std::string> cards;
    std::string card, as_it_should_be;
    while (line >> card) {
        const std::string rank = card.substr(0, card.size() - 1);
        if (!ranks.count(rank) || std::string("CDHS").find(card.back()) == std::string::npos)
            return refuse("`" + card + "` is no card");
        if (!cards.insert(card).second) return refuse(card + " is there twice");
        as_it_should_be += (as_it_should_be.empty() ? "" : " ") + card;
    }
    if (cards.size() != 5) return refuse("expected 5 cards, found " + std::to_string(cards.size()));
    if (text != as_it_should_be + "\n") return refuse("expected one blank between two cards, and none elsewhere");
    return 42;
}
