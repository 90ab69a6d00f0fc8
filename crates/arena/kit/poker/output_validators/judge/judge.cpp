// The judge of algorithmic poker: an output validator of an interactive problem, in C++17.
//
//     judge INPUT ANSWER FEEDBACK_FOLDER < from_the_submission > to_the_submission
//
// It deals the cards, plays two house players, and speaks with the submission in lines of JSON. It ends with 42
// if all deals were played without a fault and the winnings are at least those of ANSWER, with 43 if not, and with 1
// if the test or the machine is at fault, whatever the submission does. Why stands in FEEDBACK_FOLDER: all of it in
// judgemessage.txt, and without the cards of others in teammessage.txt.
//
// INPUT has a word and its values on each line: `poker` (the version of this form), `seat` (the submission's, from
// 0), `deals`, `min`, `max` (bids), `left_ms` (told with each question, not held), `bot_seed` (told), `cards` (the
// key of the cards), and twice `house` with a seat, a name and the key of that player. ANSWER has `least`, in chips.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "chance.h"
#include "fault.h"
#include "json.h"
#include "line.h"
#include "test_file.h"
#include "verdict.h"
#include "wire.h"

namespace {

using namespace judging;
using std::string;
using std::to_string;
using std::vector;


constexpr int SEATS = 3;
constexpr uint32_t CARDS = 10;

using Seated = std::array<int, SEATS>;

// ---- The house players: the arena's own, written again. ----

// A question for one action: a bid from `least` to `most`, or, if `level` is above 0, a call.
struct Question {
    int round;
    int least;
    int most;
    int level;
};

class Player {
  public:
    virtual ~Player() = default;
    virtual void hand(int) {}
    virtual void bets(const Seated &) {}
    virtual void live(int) {}
    // A bid, or 1 to pay up to the level and 0 to fold.
    virtual int choose(const Question &question) = 0;
};

// Takes any permitted action, all alike.
class Random : public Player {
  public:
    explicit Random(const Stream &chance) : chance_(chance) {}

    int choose(const Question &question) override {
        if (question.level > 0) {
            return static_cast<int>(chance_.below(2));
        }
        const auto above_least = static_cast<uint32_t>(question.most - question.least);
        return question.least + static_cast<int>(chance_.below(above_least + 1));
    }

  private:
    Stream chance_;
};

// Plays by the chance that its card is the best of the table. It bids its fair share of the stack with a better
// chance than even, and pays when the chance times the pot covers the price.
class Odds : public Player {
  public:
    explicit Odds(size_t seat) : seat_(seat) {}

    void hand(int card) override {
        card_ = card;
        rivals_ = SEATS - 1;
    }

    void bets(const Seated &stakes) override { stakes_ = stakes; }

    void live(int count) override { rivals_ = std::max(count - 1, 0); }

    int choose(const Question &question) override {
        const double win = chance_to_win();
        if (question.level > 0) {
            const double pot = stakes_[0] + stakes_[1] + stakes_[2];
            const double price = question.level - stakes_[seat_];
            return win * (pot + price) >= price ? 1 : 0;
        }
        const double edge = std::max(2.0 * win - 1.0, 0.0);
        const double share = question.round == 1 ? edge * edge / 2.0 : edge * edge;
        return question.least + static_cast<int>(share * (question.most - question.least));
    }

  private:
    // A tie counts half.
    double chance_to_win() const {
        const double below = (card_ + 0.5) / CARDS;
        return rivals_ == 2 ? below * below : rivals_ == 1 ? below : 1.0;
    }

    size_t seat_;
    int card_ = 0;
    int rivals_ = 0;
    Seated stakes_{};
};

// Waits for the two highest cards.
class Rock : public Player {
  public:
    void hand(int card) override { card_ = card; }

    int choose(const Question &question) override {
        const bool is_highest = card_ == 9;
        if (question.level > 0) {
            return is_highest || (card_ == 8 && question.level <= stack_ / 2) ? 1 : 0;
        }
        stack_ = question.most;
        const bool presses = is_highest && question.round == 2;
        return presses ? question.least + (question.most - question.least) / 4 : question.least;
    }

  private:
    int card_ = 0;
    int stack_ = 0;
};

// Bids high whatever it holds.
class Maniac : public Player {
  public:
    explicit Maniac(const Stream &chance) : chance_(chance) {}

    void hand(int card) override { card_ = card; }

    int choose(const Question &question) override {
        if (question.level > 0) {
            return card_ >= 2 || chance_.below(2) == 0 ? 1 : 0;
        }
        if (chance_.below(4) == 0) {
            return question.least;
        }
        const int half = (question.most - question.least) / 2;
        const auto rest = static_cast<uint32_t>(question.most - question.least - half);
        return question.least + half + static_cast<int>(chance_.below(rest + 1));
    }

  private:
    int card_ = 0;
    Stream chance_;
};

// ---- The test. ----

struct Test {
    int seat = 0;
    int deals = 0;
    int min = 0;
    int max = 0;
    int64_t left_ms = 0;
    int64_t bot_seed = 0;
    Stream::Key cards{};
    std::array<std::unique_ptr<Player>, SEATS> house;
    int64_t least_halves = 0;  // the least winnings that are accepted, in half-chips
};

std::unique_ptr<Player> house_player(const TestFile &file, const string &name, size_t seat, const Stream &chance) {
    if (name == "odds") {
        return std::make_unique<Odds>(seat);
    }
    if (name == "random") {
        return std::make_unique<Random>(chance);
    }
    if (name == "rock") {
        return std::make_unique<Rock>();
    }
    if (name == "maniac") {
        return std::make_unique<Maniac>(chance);
    }
    file.fail("odds, random, rock or maniac");
}

Test read_test(const char *input, const char *answer) {
    Test test;
    TestFile in(input);
    in.number("poker", 1, 1);
    test.seat = static_cast<int>(in.number("seat", 0, SEATS - 1));
    test.deals = static_cast<int>(in.number("deals", 1, 1000000));
    test.min = static_cast<int>(in.number("min", 1, 65535));
    test.max = static_cast<int>(in.number("max", test.min, 65535));
    test.left_ms = in.number("left_ms", 1, INT_MAX);
    test.bot_seed = in.number("bot_seed", 0, INT64_MAX);
    test.cards = in.as_key(in.values("cards", 1)[0]);
    for (int seat = 0; seat < SEATS; ++seat) {
        if (seat != test.seat) {
            const vector<string> values = in.values("house", 3);
            const auto place = static_cast<size_t>(in.as_number(values[0], seat, seat));
            test.house[place] = house_player(in, values[1], place, Stream(in.as_key(values[2]), 0));
        }
    }
    in.end();
    TestFile ans(answer);
    test.least_halves = 2 * ans.number("least", -1000000000, 1000000000);
    ans.end();
    return test;
}

// ---- The game. ----

// Half-chips as a JSON number.
string chips(int64_t halves) {
    const string whole = to_string(std::abs(halves) / 2);
    return (halves < 0 ? "-" : "") + whole + (halves % 2 != 0 ? ".5" : "");
}

class Table {
  public:
    Table(Test &test, Wire &wire) : test_(test), wire_(wire) {}

    // Plays one deal, counted from 0.
    void play(int deal) {
        start(deal);
        for (int round = 1; round <= 2; ++round) {
            // A deal with one seat left is over; its stages are told all the same.
            const bool goes_on = live_count() >= 2;
            if (goes_on) {
                bid(round);
            }
            tell_bets(round);
            if (goes_on) {
                check(round);
            }
            tell_live(round);
        }
        settle();
    }

    // What the submission has won, in half-chips.
    int64_t won() const { return won_; }

    // The cards of the deal in play.
    string cards() const {
        return to_string(cards_[0]) + " " + to_string(cards_[1]) + " " + to_string(cards_[2]);
    }

  private:
    void start(int deal) {
        Stream deck(test_.cards, static_cast<uint64_t>(deal) << 32);
        level_ = test_.min;
        for (size_t seat = 0; seat < SEATS; ++seat) {
            cards_[seat] = static_cast<int>(deck.below(CARDS));
            stakes_[seat] = 0;
            live_[seat] = true;
            if (is_ours(seat)) {
                wire_.tell(Line().word("tell", "hand").number("card", cards_[seat]));
            } else {
                test_.house[seat]->hand(cards_[seat]);
            }
        }
    }

    // All live seats bid at once: none learns of another's bid before its own.
    void bid(int round) {
        const Question question{round, level_, test_.max, 0};
        for (size_t seat = 0; seat < SEATS; ++seat) {
            if (live_[seat]) {
                stakes_[seat] = is_ours(seat) ? ask_bid(question) : test_.house[seat]->choose(question);
                level_ = std::max(level_, stakes_[seat]);
            }
        }
    }

    // The live seats below the level pay up to it or fold, at once.
    void check(int round) {
        const Question question{round, 0, 0, level_};
        for (size_t seat = 0; seat < SEATS; ++seat) {
            if (live_[seat] && stakes_[seat] < level_) {
                live_[seat] = is_ours(seat) ? ask_call(question) : test_.house[seat]->choose(question) == 1;
                stakes_[seat] = live_[seat] ? level_ : stakes_[seat];
            }
        }
    }

    int ask_bid(const Question &question) {
        const string name = "bet" + to_string(question.round);
        const string range = to_string(question.least) + " to " + to_string(question.most);
        const string asked = name + ": a whole number from " + range;
        const Line line = Line().word("ask", name).number("min", question.least).number("max", question.most);
        const Object answer = wire_.ask(line, asked);
        const int64_t bid = wire_.whole(answer, "bet", asked);
        if (bid < question.least || bid > question.most) {
            throw Fault{"illegal", asked, wire_.came(), "a bid of " + range};
        }
        return static_cast<int>(bid);
    }

    bool ask_call(const Question &question) {
        const string name = "call" + to_string(question.round);
        const string asked = name + ": true to pay up to " + to_string(question.level) + ", or false";
        const Object answer = wire_.ask(Line().word("ask", name).number("level", question.level), asked);
        const auto call = answer.find("call");
        if (call == answer.end()) {
            throw Fault{"protocol", asked, wire_.came(), "a field `call`"};
        }
        if (call->second.kind != Value::TRUTH) {
            throw Fault{"illegal", asked, wire_.came(), "true or false as `call`"};
        }
        return call->second.truth;
    }

    void tell_bets(int round) {
        for (const auto &player : test_.house) {
            if (player) {
                player->bets(stakes_);
            }
        }
        const string bets = list_of(stakes_, [](int stake) { return to_string(stake); });
        wire_.tell(Line().word("tell", "bet" + to_string(round) + "_info").field("bets", bets));
    }

    void tell_live(int round) {
        for (const auto &player : test_.house) {
            if (player) {
                player->live(live_count());
            }
        }
        const string live = list_of(live_, [](bool is_live) { return is_live ? "true" : "false"; });
        wire_.tell(Line().word("tell", "call" + to_string(round) + "_info").field("live", live));
    }

    // The highest card of the live seats takes the stakes, equal cards share them; one live seat takes them unseen.
    void settle() {
        const bool shows = live_count() >= 2;
        int best = -1;
        int winners = 0;
        std::array<string, SEATS> shown{"null", "null", "null"};
        for (size_t seat = 0; seat < SEATS; ++seat) {
            if (live_[seat]) {
                winners = cards_[seat] > best ? 1 : winners + (cards_[seat] == best ? 1 : 0);
                best = std::max(best, cards_[seat]);
                shown[seat] = shows ? to_string(cards_[seat]) : shown[seat];
            }
        }
        std::array<int64_t, SEATS> net{};
        const int64_t part = 2 * int64_t{stakes_[0] + stakes_[1] + stakes_[2]} / winners;
        for (size_t seat = 0; seat < SEATS; ++seat) {
            net[seat] = (live_[seat] && cards_[seat] == best ? part : 0) - 2 * stakes_[seat];
        }
        won_ += net[static_cast<size_t>(test_.seat)];
        const string shown_cards = list_of(shown, [](const string &card) { return card; });
        wire_.tell(Line().word("tell", "showdown").field("cards", shown_cards));
        wire_.tell(Line().word("tell", "result").field("winnings", list_of(net, chips)));
    }

    bool is_ours(size_t seat) const { return static_cast<int>(seat) == test_.seat; }

    int live_count() const { return static_cast<int>(std::count(live_.begin(), live_.end(), true)); }

    Test &test_;
    Wire &wire_;
    Seated cards_{};
    Seated stakes_{};
    std::array<bool, SEATS> live_{};
    int level_ = 0;
    int64_t won_ = 0;
};

Line hello(const Test &test) {
    Line hello;
    hello.number("hello", 1).word("game", "poker").number("seat", test.seat).number("seats", SEATS);
    hello.number("games", test.deals).number("min", test.min).number("max", test.max).number("cards", CARDS);
    return hello.number("bot_seed", test.bot_seed);
}

bool play(const char *input, const char *answer, Feedback &feedback) {
    Test test = read_test(input, answer);
    Wire wire(test.left_ms);
    Table table(test, wire);
    int deal = -1;
    try {
        wire.greet(hello(test));
        for (deal = 0; deal < test.deals; ++deal) {
            table.play(deal);
        }
        wire.bye();
    } catch (const Fault &fault) {
        const bool in_deal = deal >= 0 && deal < test.deals;
        const string where = in_deal ? "deal " + to_string(deal + 1) + " of " + to_string(test.deals)
                                     : deal < 0 ? "before the first deal" : "after the last deal";
        say(feedback, where + ", question " + to_string(wire.questions()), fault);
        if (in_deal) {
            feedback.say_to_jury("cards:    " + table.cards());
        }
        return false;
    }
    const bool is_right = table.won() >= test.least_halves;
    feedback.say(string(is_right ? "accepted" : "too little") + ": " + chips(table.won()) + " chips in " +
                 to_string(test.deals) + " deals; expected at least " + chips(test.least_halves));
    return is_right;
}

}  // namespace

int main(int argc, char **argv) { return judge(argc, argv, play); }
