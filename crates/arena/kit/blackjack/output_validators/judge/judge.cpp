// The judge of the betting contest of blackjack: an output validator of an interactive problem, in C++17.
//
//     judge INPUT ANSWER FEEDBACK_FOLDER < from_the_submission > to_the_submission
//
// It deals ten evenings and speaks with the submission in lines of JSON. It ends with 42 if all was legal and the mark
// against the committee's ten sums of money is at least that of ANSWER, with 43 if not, and with 1 if the test or the
// machine is at fault, whatever the submission does. Why stands in FEEDBACK_FOLDER: in judgemessage.txt for the jury,
// and in teammessage.txt for the team.
//
// INPUT has a word and its values on each line: `blackjack` (the version of this form), `order` (strict or lenient:
// told), `money`, `packs`, `shuffles` (ten numbers), `max_money`, `left_ms` (told with each question, not held),
// `bot_seed` (told), `cards` (the key of the cards). ANSWER has `committee` with its ten sums, and `least`, a mark.
#include <algorithm>
#include <array>
#include <cstdint>
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


constexpr size_t EVENINGS = 10;

// Fewer cards than this after a hand, and all are shuffled again.
constexpr uint32_t CUT = 45;

using Money = std::array<int64_t, EVENINGS>;

// ---- Cards. ----

// A hand of cards as they are told: 11 for an ace, 10 for a ten, jack, queen or king.
class Hand {
  public:
    void take(int card) {
        cards_.push_back(card);
        least_ += card == 11 ? 1 : card;
        ace_ = ace_ || card == 11;
    }

    const vector<int> &cards() const { return cards_; }

    // Whether an ace counts 11.
    bool is_soft() const { return ace_ && least_ + 10 <= 21; }

    // The greatest sum not over 21, else the least sum.
    int total() const { return is_soft() ? least_ + 10 : least_; }

    bool is_bust() const { return total() > 21; }

  private:
    vector<int> cards_;
    int least_ = 0;
    bool ace_ = false;
};

// The cards left of some packs, drawn from a stream of chance.
class Shoe {
  public:
    Shoe(uint32_t packs, const Stream &chance) : chance_(chance), cards_(52 * packs), full_(52 * packs) {
        left_.fill(4 * packs);
        left_.back() = 16 * packs;
    }

    uint32_t cards() const { return cards_; }

    bool is_full() const { return cards_ == full_; }

    // The next card, as it is told.
    int draw() {
        uint32_t drawn = chance_.below(cards_);
        size_t value = 0;  // an ace is the first
        while (drawn >= left_[value]) {
            drawn -= left_[value++];
        }
        --left_[value];
        --cards_;
        return value == 0 ? 11 : static_cast<int>(value) + 1;
    }

  private:
    Stream chance_;
    std::array<uint32_t, 10> left_{};
    uint32_t cards_;
    uint32_t full_;
};

string cards_of(const vector<int> &cards) {
    return list_of(cards, [](int card) { return to_string(card); });
}

// ---- The test. ----

struct Test {
    string order;
    int64_t money = 0;
    uint32_t packs = 0;
    std::array<uint32_t, EVENINGS> shuffles{};
    int64_t max_money = 0;
    int64_t left_ms = 0;
    int64_t bot_seed = 0;
    Stream::Key cards{};
    Money committee{};
    int least = 0;
};

Test read_test(const char *input, const char *answer) {
    Test test;
    TestFile in(input);
    in.number("blackjack", 1, 1);
    test.order = in.values("order", 1)[0];
    if (test.order != "strict" && test.order != "lenient") {
        in.fail("strict or lenient");
    }
    test.money = in.number("money", 0, 1000000000);
    test.packs = static_cast<uint32_t>(in.number("packs", 1, 100));
    const vector<string> shuffles = in.values("shuffles", EVENINGS);
    for (size_t evening = 0; evening < EVENINGS; ++evening) {
        test.shuffles[evening] = static_cast<uint32_t>(in.as_number(shuffles[evening], 2, 100000));
    }
    test.max_money = in.number("max_money", 1, 1000000000);
    test.left_ms = in.number("left_ms", 1, INT_MAX);
    test.bot_seed = in.number("bot_seed", 0, INT64_MAX);
    test.cards = in.as_key(in.values("cards", 1)[0]);
    in.end();
    TestFile ans(answer);
    const vector<string> committee = ans.values("committee", EVENINGS);
    for (size_t evening = 0; evening < EVENINGS; ++evening) {
        test.committee[evening] = ans.as_number(committee[evening], 0, INT64_C(2000000000));
    }
    test.least = static_cast<int>(ans.number("least", 0, 10));
    ans.end();
    return test;
}

// ---- The mark. ----

// A whole number of any size, its least digit of 32 bits first.
class Big {
  public:
    explicit Big(uint32_t number) : digits_{number} {}

    // The number times another of less than 2^63.
    Big &operator*=(int64_t factor) {
        const auto low = static_cast<uint32_t>(factor);
        const auto high = static_cast<uint32_t>(factor >> 32);
        Big upper = *this;
        upper.times(high);
        upper.digits_.insert(upper.digits_.begin(), 0);
        times(low);
        digits_.resize(upper.digits_.size() + 1);
        upper.digits_.resize(digits_.size());
        uint64_t carry = 0;
        for (size_t digit = 0; digit < digits_.size(); ++digit) {
            carry += uint64_t{digits_[digit]} + upper.digits_[digit];
            digits_[digit] = static_cast<uint32_t>(carry);
            carry >>= 32;
        }
        while (digits_.size() > 1 && digits_.back() == 0) {
            digits_.pop_back();
        }
        return *this;
    }

    bool operator>=(const Big &other) const {
        if (digits_.size() != other.digits_.size()) {
            return digits_.size() > other.digits_.size();
        }
        const auto &others = other.digits_;
        return !std::lexicographical_compare(digits_.rbegin(), digits_.rend(), others.rbegin(), others.rend());
    }

  private:
    void times(uint32_t factor) {
        uint64_t carry = 0;
        for (uint32_t &digit : digits_) {
            carry += uint64_t{digit} * factor;
            digit = static_cast<uint32_t>(carry);
            carry >>= 32;
        }
        digits_.push_back(static_cast<uint32_t>(carry));
    }

    vector<uint32_t> digits_;
};

Big fifth_power_times(int64_t base, uint32_t factor) {
    Big power(factor);
    for (int times = 0; times < 5; ++times) {
        power *= base;
    }
    return power;
}

// The sum of the six middle sums: two best and two worst are dropped.
int64_t trimmed_sum(Money money) {
    std::sort(money.begin(), money.end());
    int64_t sum = 0;
    for (size_t evening = 2; evening < EVENINGS - 2; ++evening) {
        sum += money[evening];
    }
    return sum;
}

// min(10, round(ratio^5 * 10)) in whole numbers: the greatest m with 20 ours^5 >= (2m - 1) theirs^5.
int mark(int64_t ours, int64_t theirs) {
    if (theirs == 0) {
        return ours > 0 ? 10 : 0;
    }
    const Big reached = fifth_power_times(ours, 20);
    for (uint32_t mark = 10; mark > 0; --mark) {
        if (reached >= fifth_power_times(theirs, 2 * mark - 1)) {
            return static_cast<int>(mark);
        }
    }
    return 0;
}

// ---- The game. ----

class Table {
  public:
    Table(const Test &test, Wire &wire) : test_(test), wire_(wire) {}

    // Plays an evening, counted from 0. Returns whether its money ends the test.
    bool play(size_t evening) {
        evening_ = evening;
        hand_ = 0;
        money_ = test_.money;
        wire_.refill();
        wire_.tell(Line().word("tell", "start").number("money", money_).number("packs", test_.packs));
        // The opening shuffle is the first of all, so there is one shoe less. Nobody is told of the last shuffle.
        for (uint32_t shoe = 0; shoe + 1 < test_.shuffles[evening]; ++shoe) {
            if (shoe > 0) {
                wire_.tell(Line().word("tell", "shuffle"));
            }
            Shoe cards(test_.packs, Stream(test_.cards, uint64_t{evening} << 32 | shoe));
            do {
                play_hand(cards);
                if (money_ >= test_.max_money) {
                    return true;
                }
            } while (cards.cards() >= CUT);
        }
        return false;
    }

    int64_t money() const { return money_; }

    // Where the game is, for a person.
    string place() const {
        return "evening " + to_string(evening_ + 1) + " of 10, hand " + to_string(hand_);
    }

  private:
    void play_hand(Shoe &shoe) {
        ++hand_;
        const int64_t bet = ask_bet(shoe.is_full());
        money_ -= bet;
        Hand dealer;
        Hand hand;
        dealer.take(shoe.draw());
        hand.take(shoe.draw());
        hand.take(shoe.draw());
        while (!hand.is_bust() && ask_hit(dealer.cards()[0], hand)) {
            hand.take(shoe.draw());
        }
        while (dealer.total() <= 16) {
            dealer.take(shoe.draw());
        }
        const int64_t payout = bet * parts(hand, dealer);
        money_ += payout;
        const vector<int> drawn(dealer.cards().begin() + 1, dealer.cards().end());
        Line end;
        end.word("tell", "dealer").field("cards", cards_of(drawn)).field("hand", cards_of(hand.cards()));
        wire_.tell(end.number("total", dealer.total()).number("yours", hand.total()));
        wire_.tell(Line().word("tell", "pay").number("payout", payout).number("money", money_));
    }

    // How many times the bet comes back.
    static int parts(const Hand &hand, const Hand &dealer) {
        if (hand.is_bust() || dealer.is_bust()) {
            return hand.is_bust() ? (dealer.is_bust() ? 1 : 0) : 2;
        }
        return hand.total() > dealer.total() ? 2 : hand.total() == dealer.total() ? 1 : 0;
    }

    int64_t ask_bet(bool reshuffled) {
        const string asked = "bet: a whole number from 0 to " + to_string(money_);
        const Line question = Line().word("ask", "bet").number("money", money_).truth("reshuffled", reshuffled);
        const Object answer = wire_.ask(question, asked);
        const int64_t bet = wire_.whole(answer, "bet", asked);
        if (bet < 0 || bet > money_) {
            throw Fault{"illegal", asked, wire_.came(), asked};
        }
        return bet;
    }

    bool ask_hit(int up, const Hand &hand) {
        const string total = string(hand.is_soft() ? "soft " : "") + to_string(hand.total());
        const string cards = cards_of(hand.cards());
        const string asked = "play: hit or stand with " + cards + " (" + total + ") against " + to_string(up);
        Line question;
        question.word("ask", "play").number("up", up).field("cards", cards).number("total", hand.total());
        question.truth("soft", hand.is_soft()).number("money", money_);
        const Object answer = wire_.ask(question, asked);
        const auto move = answer.find("move");
        if (move == answer.end()) {
            throw Fault{"protocol", asked, wire_.came(), "a field `move`"};
        }
        if (!move->second.is_text("hit") && !move->second.is_text("stand")) {
            throw Fault{"illegal", asked, wire_.came(), "\"hit\" or \"stand\" as `move`"};
        }
        return move->second.is_text("hit");
    }

    const Test &test_;
    Wire &wire_;
    size_t evening_ = 0;
    int hand_ = 0;
    int64_t money_ = 0;
};

Line hello(const Test &test) {
    Line hello;
    hello.number("hello", 1).word("game", "blackjack").number("seat", 0).number("seats", 1).number("games", EVENINGS);
    hello.number("packs", test.packs).number("max_money", test.max_money).number("bot_seed", test.bot_seed);
    return hello.word("order", test.order).word("committee", "table").truth("common_shuffles", true);
}

bool play(const char *input, const char *answer, Feedback &feedback) {
    const Test test = read_test(input, answer);
    Wire wire(test.left_ms);
    Table table(test, wire);
    Money money{};
    bool is_full = false;
    string place = "before the first evening";
    try {
        wire.greet(hello(test));
        for (size_t evening = 0; evening < EVENINGS && !is_full; ++evening) {
            place.clear();
            is_full = table.play(evening);
            money[evening] = table.money();
        }
        place = "after the last hand";
        wire.bye();
    } catch (const Fault &fault) {
        say(feedback, (place.empty() ? table.place() : place) + ", question " + to_string(wire.questions()), fault);
        return false;
    }
    const int64_t ours = trimmed_sum(money);
    const int64_t theirs = trimmed_sum(test.committee);
    const int reached = is_full ? 10 : mark(ours, theirs);
    const bool is_right = reached >= test.least;
    const auto sums = [](const Money &evenings, int64_t middle) {
        return list_of(evenings, [](int64_t sum) { return to_string(sum); }) + ", middle six " + to_string(middle);
    };
    feedback.say(string(is_right ? "accepted" : "too little") + ": mark " + to_string(reached) +
                 " of 10; expected at least " + to_string(test.least));
    feedback.say("money:     " + sums(money, ours));
    feedback.say("committee: " + sums(test.committee, theirs));
    return is_right;
}

}  // namespace

int main(int argc, char **argv) { return judge(argc, argv, play); }
