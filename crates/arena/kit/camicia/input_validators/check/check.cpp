// Checks an input of Camicia: two lines, a deck each, one blank between two cards, 1 to 52 cards in all.
// Ends with 42 if it is one, else with 43 and a line that says what is wrong.
#include <algorithm>
#include <iostream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>

static int refuse(const std::string& why) {
    std::cerr << "no input of Camicia: " << why << '\n';
    return 43;
}

int main() {
    const std::string text{std::istreambuf_iterator<char>(std::cin), {}};
    if (text.empty() || text.back() != '\n' || std::count(text.begin(), text.end(), '\n') != 2)
        return refuse("expected two lines, ended");
    const std::set<std::string> ranks{"2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"};
    std::istringstream lines(text);
    std::string line, card, as_it_should_be;
    int count = 0;
    while (std::getline(lines, line)) {
        std::istringstream cards(line);
        for (bool is_first = true; cards >> card; is_first = false) {
            if (!ranks.count(card)) return refuse("`" + card + "` is no card");
            as_it_should_be += (is_first ? "" : " ") + card;
            count++;
        }
        as_it_should_be += '\n';
    }
    if (count < 1 || count > 52) return refuse("expected 1 to 52 cards, found " + std::to_string(count));
    if (text != as_it_should_be) return refuse("expected one blank between two cards, and none elsewhere");
    return 42;
}
