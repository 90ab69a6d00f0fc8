// The judge of algorithmic poker: an output validator of an interactive problem, in one file and C++17.
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

#include <memory>

// ---- Common to the judges of all games: word by word the same in each. ----

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cmath>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace {

using std::string;
using std::to_string;
using std::vector;

// What the submission did wrong: the verdict is 43. The words are those of the protocol.
struct Fault {
    string verdict;  // illegal, protocol, output or crashed
    string asked;
    string came;
    string expected;
};

// What is wrong with the test or the machine: no verdict.
struct Trouble {
    string what;
};

// ---- Chance. ----

// The numbers of one deck: ChaCha with 8 rounds, a counter of 64 bits, and the number of the deck in the place of
// the nonce.
class Stream {
  public:
    using Key = std::array<uint32_t, 8>;

    Stream(const Key &key, uint64_t deck) : state_{0x61707865, 0x3320646e, 0x79622d32, 0x6b206574} {
        std::copy(key.begin(), key.end(), state_.begin() + 4);
        state_[14] = static_cast<uint32_t>(deck);
        state_[15] = static_cast<uint32_t>(deck >> 32);
    }

    // A number from 0 to bound - 1, all alike: Lemire's multiplication with rejection.
    uint32_t below(uint32_t bound) {
        for (;;) {
            const uint64_t product = uint64_t{next()} * bound;
            const auto low = static_cast<uint32_t>(product);
            if (low >= bound || low >= (0u - bound) % bound) {
                return static_cast<uint32_t>(product >> 32);
            }
        }
    }

  private:
    uint32_t next() {
        if (used_ == block_.size()) {
            refill();
        }
        return block_[used_++];
    }

    void refill() {
        block_ = state_;
        for (int round = 0; round < 8; round += 2) {
            for (size_t column = 0; column < 4; ++column) {
                quarter(column, 4 + column, 8 + column, 12 + column);
            }
            for (size_t column = 0; column < 4; ++column) {
                quarter(column, 4 + (column + 1) % 4, 8 + (column + 2) % 4, 12 + (column + 3) % 4);
            }
        }
        for (size_t word = 0; word < block_.size(); ++word) {
            block_[word] += state_[word];
        }
        used_ = 0;
        if (++state_[12] == 0) {
            ++state_[13];
        }
    }

    void quarter(size_t a, size_t b, size_t c, size_t d) {
        add_and_turn(a, b, d, 16);
        add_and_turn(c, d, b, 12);
        add_and_turn(a, b, d, 8);
        add_and_turn(c, d, b, 7);
    }

    void add_and_turn(size_t sum, size_t term, size_t turned, int bits) {
        block_[sum] += block_[term];
        const uint32_t mixed = block_[turned] ^ block_[sum];
        block_[turned] = mixed << bits | mixed >> (32 - bits);
    }

    std::array<uint32_t, 16> state_;
    std::array<uint32_t, 16> block_{};
    size_t used_ = 16;
};

// ---- The test. ----

// A file of lines, each a word and its values, in a fixed order.
class TestFile {
  public:
    explicit TestFile(const char *path) : path_(path), file_(path) {
        if (!file_) {
            throw Trouble{path_ + ": cannot be read"};
        }
    }

    // The values of the next line, which must be so many.
    vector<string> values(const string &word, size_t count) {
        string line;
        std::getline(file_, line);
        ++number_;
        std::istringstream words(line);
        vector<string> found;
        for (string each; words >> each;) {
            found.push_back(each);
        }
        if (found.size() != count + 1 || found[0] != word) {
            fail("`" + word + "` and " + to_string(count) + " values");
        }
        found.erase(found.begin());
        return found;
    }

    // The value of the next line: a whole number in this range.
    int64_t number(const string &word, int64_t least, int64_t most) {
        return as_number(values(word, 1)[0], least, most);
    }

    int64_t as_number(const string &text, int64_t least, int64_t most) const {
        char *end = nullptr;
        errno = 0;
        const long long number = std::strtoll(text.c_str(), &end, 10);
        if (errno != 0 || end == text.c_str() || *end != '\0' || number < least || number > most) {
            fail("a whole number from " + to_string(least) + " to " + to_string(most));
        }
        return number;
    }

    // A key: 32 bytes in hexadecimal.
    Stream::Key as_key(const string &text) const {
        Stream::Key key{};
        if (text.size() != 64 || text.find_first_not_of("0123456789abcdef") != string::npos) {
            fail("a key of 64 hexadecimal digits");
        }
        for (size_t byte = 0; byte < 32; ++byte) {
            const auto value = static_cast<uint32_t>(std::stoul(text.substr(2 * byte, 2), nullptr, 16));
            key[byte / 4] |= value << 8 * (byte % 4);
        }
        return key;
    }

    // Nothing follows.
    void end() {
        for (string line; std::getline(file_, line);) {
            ++number_;
            if (!line.empty()) {
                fail("the end of the file");
            }
        }
    }

    [[noreturn]] void fail(const string &expected) const {
        throw Trouble{path_ + ": line " + to_string(number_) + ": expected " + expected};
    }

  private:
    string path_;
    std::ifstream file_;
    int number_ = 0;
};

// ---- JSON. ----

// A value, as far as an answer needs it.
struct Value {
    enum Kind { NOTHING, TRUTH, WHOLE, FRACTION, TEXT, NESTED } kind = NOTHING;
    bool truth = false;
    bool negative = false;
    uint64_t size = 0;  // of a whole number, without its sign
    string text;

    bool is_text(const char *word) const { return kind == TEXT && text == word; }

    // Whether it is this whole number, above 0.
    bool is_number(int64_t number) const {
        return kind == WHOLE && !negative && size == static_cast<uint64_t>(number);
    }

    // Whether it is a whole number of 64 bits with its sign.
    bool is_whole() const {
        const auto most = static_cast<uint64_t>(INT64_MAX);
        return kind == WHOLE && size <= (negative ? most + 1 : most);
    }

    int64_t whole() const { return static_cast<int64_t>(negative ? 0 - size : size); }
};

// An object, with the last value of each name.
using Object = std::map<string, Value>;

// Reads one line. JSON is taken as RFC 8259 has it: UTF-8, no lone surrogates, numbers that a double can hold,
// and at most 127 objects and lists in each other.
class Json {
  public:
    explicit Json(const string &line) : at_(line.data()), end_(line.data() + line.size()) {}

    // Whether the line is an object; `fields` then holds it.
    bool object(Object &fields) {
        blanks();
        return object(&fields) && (blanks(), at_ == end_);
    }

    // Whether the line is any value at all.
    bool any() {
        Value value;
        return item(value) && (blanks(), at_ == end_);
    }

  private:
    bool take(char wanted) {
        if (at_ == end_ || *at_ != wanted) {
            return false;
        }
        ++at_;
        return true;
    }

    void blanks() {
        while (at_ != end_ && (*at_ == ' ' || *at_ == '\t' || *at_ == '\n' || *at_ == '\r')) {
            ++at_;
        }
    }

    bool word(const char *letters) {
        for (; *letters != '\0'; ++letters) {
            if (!take(*letters)) {
                return false;
            }
        }
        return true;
    }

    bool item(Value &value) {
        blanks();
        if (at_ == end_) {
            return false;
        }
        switch (*at_) {
            case '{': value.kind = Value::NESTED; return object(nullptr);
            case '[': value.kind = Value::NESTED; return list();
            case '"': value.kind = Value::TEXT; return text(value.text);
            case 'n': value.kind = Value::NOTHING; return word("null");
            case 't': value.kind = Value::TRUTH; value.truth = true; return word("true");
            case 'f': value.kind = Value::TRUTH; value.truth = false; return word("false");
            default: return number(value);
        }
    }

    bool object(Object *fields) {
        if (!take('{') || ++depth_ > DEPTH_MAX) {
            return false;
        }
        blanks();
        bool more = !take('}');
        while (more) {
            string name;
            Value value;
            blanks();
            if (!text(name) || (blanks(), !take(':')) || !item(value)) {
                return false;
            }
            if (fields != nullptr) {
                (*fields)[name] = value;
            }
            blanks();
            more = take(',');
            if (!more && !take('}')) {
                return false;
            }
        }
        --depth_;
        return true;
    }

    bool list() {
        if (!take('[') || ++depth_ > DEPTH_MAX) {
            return false;
        }
        blanks();
        bool more = !take(']');
        while (more) {
            Value value;
            if (!item(value)) {
                return false;
            }
            blanks();
            more = take(',');
            if (!more && !take(']')) {
                return false;
            }
        }
        --depth_;
        return true;
    }

    bool digits(string &number) {
        const size_t before = number.size();
        while (at_ != end_ && *at_ >= '0' && *at_ <= '9') {
            number += *at_++;
        }
        return number.size() > before;
    }

    bool number(Value &value) {
        string number;
        value.kind = Value::WHOLE;
        value.negative = take('-');
        const bool zero = at_ != end_ && *at_ == '0';
        if (!digits(number) || (zero && number.size() > 1)) {
            return false;
        }
        const string whole = number;
        if (take('.')) {
            value.kind = Value::FRACTION;
            number += '.';
            if (!digits(number)) {
                return false;
            }
        }
        if (take('e') || take('E')) {
            value.kind = Value::FRACTION;
            number += 'e';
            if (take('-')) {
                number += '-';
            } else {
                take('+');
            }
            if (!digits(number)) {
                return false;
            }
        }
        errno = 0;
        value.size = std::strtoull(whole.c_str(), nullptr, 10);
        // What passes 64 bits is a fraction, and so is a 0 below 0.
        if (errno != 0 || (value.negative && (value.size == 0 || value.size > uint64_t{1} << 63))) {
            value.kind = Value::FRACTION;
        }
        return value.kind == Value::WHOLE || std::isfinite(std::strtod(number.c_str(), nullptr));
    }

    bool text(string &text) {
        if (!take('"')) {
            return false;
        }
        while (at_ != end_ && *at_ != '"') {
            const auto byte = static_cast<unsigned char>(*at_);
            if (byte < 0x20 || !(byte == '\\' ? escape(text) : byte < 0x80 ? (text += *at_++, true) : wide(text))) {
                return false;
            }
        }
        return take('"');
    }

    // A character of more than one byte of UTF-8: no longer than need be, no surrogate, not beyond the last.
    bool wide(string &text) {
        const auto lead = static_cast<unsigned char>(*at_);
        const int more = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : 1;
        if (lead < 0xc2 || lead > 0xf4 || end_ - at_ <= more) {
            return false;
        }
        uint32_t point = lead & (0x3f >> more);
        for (int byte = 1; byte <= more; ++byte) {
            const auto next = static_cast<unsigned char>(at_[byte]);
            if (next >> 6 != 2) {
                return false;
            }
            point = point << 6 | (next & 0x3f);
        }
        const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
        if (point < least[more] || point > 0x10ffff || is_surrogate(point)) {
            return false;
        }
        text.append(at_, static_cast<size_t>(more) + 1);
        at_ += more + 1;
        return true;
    }

    bool escape(string &text) {
        static const string names = "\"\\/bfnrt";
        static const string meant = "\"\\/\b\f\n\r\t";
        ++at_;
        if (take('u')) {
            return escaped_point(text);
        }
        const size_t which = at_ == end_ ? string::npos : names.find(*at_);
        if (which == string::npos) {
            return false;
        }
        ++at_;
        text += meant[which];
        return true;
    }

    bool escaped_point(string &text) {
        uint32_t point = 0;
        uint32_t second = 0;
        if (!four_digits(point)) {
            return false;
        }
        if (is_surrogate(point)) {
            if (point >= 0xdc00 || !word("\\u") || !four_digits(second) || second < 0xdc00 || second > 0xdfff) {
                return false;
            }
            point = 0x10000 + ((point & 0x3ff) << 10 | (second & 0x3ff));
        }
        if (point < 0x80) {
            text += static_cast<char>(point);
            return true;
        }
        const int more = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
        text += static_cast<char>((0xf80 >> more & 0xff) | point >> 6 * more);
        for (int byte = more - 1; byte >= 0; --byte) {
            text += static_cast<char>(0x80 | (point >> 6 * byte & 0x3f));
        }
        return true;
    }

    bool four_digits(uint32_t &point) {
        for (int digit = 0; digit < 4; ++digit) {
            static const string names = "0123456789abcdef0123456789ABCDEF";
            const size_t value = at_ == end_ ? string::npos : names.find(*at_);
            if (value == string::npos) {
                return false;
            }
            ++at_;
            point = point << 4 | static_cast<uint32_t>(value % 16);
        }
        return true;
    }

    static bool is_surrogate(uint32_t point) { return point >> 11 == 0x1b; }

    static constexpr int DEPTH_MAX = 127;

    const char *at_;
    const char *end_;
    int depth_ = 0;
};

// A list in brackets.
template <typename Items, typename Text>
string list_of(const Items &items, const Text &text) {
    string list = "[";
    for (const auto &item : items) {
        list += list.size() > 1 ? "," : "";
        list += text(item);
    }
    return list + "]";
}

// An object to be sent, made of its fields in their order.
class Line {
  public:
    Line &number(const char *name, int64_t value) { return field(name, to_string(value)); }

    Line &truth(const char *name, bool value) { return field(name, value ? "true" : "false"); }

    // A word that needs no escapes.
    Line &word(const char *name, const string &value) { return field(name, "\"" + value + "\""); }

    // A value as it stands.
    Line &field(const char *name, const string &value) {
        fields_ += (fields_.empty() ? "\"" : ",\"") + string(name) + "\":" + value;
        return *this;
    }

    string text() const { return "{" + fields_ + "}\n"; }

  private:
    string fields_;
};

// ---- The wire. ----

// A submission's bytes for a person: cut, and in quotes, with all that is not plain written out.
string readable(const string &line) {
    constexpr size_t SHOWN_MAX = 200;
    string shown = "`";
    for (const char letter : line.substr(0, SHOWN_MAX)) {
        const auto byte = static_cast<unsigned char>(letter);
        if (byte >= 0x20 && byte < 0x7f) {
            shown += letter;
        } else {
            const char *digits = "0123456789abcdef";
            shown += {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
        }
    }
    return shown + (line.size() > SHOWN_MAX ? "…`" : "`");
}

// Lines to and from the submission. What is said waits, and goes out with the next question. No wait has an end of
// its own: the time of a submission is kept by whoever runs it.
class Wire {
  public:
    explicit Wire(int64_t left_ms) : left_ms_(left_ms) {}

    // Says something that needs no answer.
    void tell(const Line &line) { outgoing_ += line.text(); }

    // The answer to hello.
    void greet(const Line &hello) {
        const string asked = "hello";
        const string expected = "a line {\"ready\":1,\"name\":\"...\"}";
        tell(hello);
        const string came = line(asked, expected);
        Object ready;
        if (Json(came).object(ready)) {
            if (ready["ready"].is_number(1)) {
                says_bye_ = ready["bye"].kind == Value::TRUTH && ready["bye"].truth;
                return;
            }
            if (ready["illegal"].kind == Value::TEXT) {
                throw Fault{"illegal", asked, readable(ready["illegal"].text), "a program that is complete"};
            }
        }
        throw Fault{"protocol", asked, readable(came), expected};
    }

    // Asks a question and returns the answer; `asked` says it for a person.
    Object ask(Line question, const string &asked) {
        ++id_;
        tell(question.number("id", id_).number("left_ms", left_ms_));
        came_ = line(asked, asked);
        Object answer;
        if (!Json(came_).object(answer)) {
            const bool is_json = Json(came_).any();
            throw Fault{"protocol", asked, readable(came_), is_json ? "an object in braces" : "one line of JSON"};
        }
        if (answer["illegal"].kind == Value::TEXT) {
            throw Fault{"illegal", asked, readable(answer["illegal"].text), asked};
        }
        if (answer["id"].kind != Value::WHOLE || answer["id"].negative) {
            throw Fault{"protocol", asked, readable(came_), "a whole number as `id`"};
        }
        if (!answer["id"].is_number(id_)) {
            throw Fault{"protocol", asked, readable(came_), "an answer with id " + to_string(id_)};
        }
        return answer;
    }

    // The whole number in an answer.
    int64_t whole(const Object &answer, const string &name, const string &asked) const {
        const auto found = answer.find(name);
        if (found == answer.end()) {
            throw Fault{"protocol", asked, came(), "a field `" + name + "`"};
        }
        if (!found->second.is_whole()) {
            throw Fault{"illegal", asked, came(), "a whole number as `" + name + "`"};
        }
        return found->second.whole();
    }

    // The last answer, for a person.
    string came() const { return readable(came_); }

    // How many questions were asked.
    int64_t questions() const { return id_; }

    // Counts the submission's output from nothing again.
    void refill() { received_ = 0; }

    // The end. Only a program that has promised a farewell is waited for, until it says that, or what it did wrong:
    // whoever runs the two may hold their channels open, and another program would wait for the end of its input.
    void bye() {
        const string asked = "bye";
        tell(Line().field("bye", "{}"));
        send();
        close(STDOUT_FILENO);
        can_send_ = false;
        while (says_bye_) {
            Object answer;
            const string came = line(asked, "a line {\"bye\":true}, as it has promised");
            if (!Json(came).object(answer)) {
                continue;
            }
            if (answer["illegal"].kind == Value::TEXT) {
                throw Fault{"illegal", asked, readable(answer["illegal"].text), "nothing"};
            }
            says_bye_ = answer["bye"].kind != Value::TRUTH || !answer["bye"].truth;
        }
    }

  private:
    // Sends what waits and reads a line, without its end.
    string line(const string &asked, const string &expected) {
        asked_ = asked;
        send();
        for (;;) {
            const size_t end = incoming_.find('\n', searched_);
            if (end != string::npos) {
                string line = incoming_.substr(0, end);
                incoming_.erase(0, end + 1);
                searched_ = 0;
                if (!line.empty() && line.back() == '\r') {
                    line.pop_back();
                }
                check_length(line.size());
                return line;
            }
            searched_ = incoming_.size();
            check_length(incoming_.size());
            if (!can_receive_) {
                throw Fault{"crashed", asked, "the end of its output", expected};
            }
            receive();
        }
    }

    void check_length(size_t length) const {
        if (length > LINE_MAX_BYTES) {
            throw Fault{"output", asked_, "a line of more than 65536 bytes", "shorter lines"};
        }
    }

    // Sends what waits, and reads meanwhile: two sides that only write would wait for ever.
    void send() {
        size_t sent = 0;
        while (can_send_ && sent < outgoing_.size()) {
            pollfd ready[] = {{can_receive_ ? STDIN_FILENO : -1, POLLIN, 0}, {STDOUT_FILENO, POLLOUT, 0}};
            if (poll(ready, 2, -1) < 0) {
                check_interrupted("waiting for the submission");
                continue;
            }
            if (ready[1].revents != 0) {
                // A pipe that can be written to takes so many bytes at once.
                const size_t count = std::min<size_t>(outgoing_.size() - sent, PIPE_MIN_BYTES);
                const ssize_t written = write(STDOUT_FILENO, outgoing_.data() + sent, count);
                if (written > 0) {
                    sent += static_cast<size_t>(written);
                } else if (errno == EPIPE || errno == ECONNRESET) {
                    can_send_ = false;  // how it ended is found out by reading
                } else {
                    check_interrupted("writing to the submission");
                }
            } else if (ready[0].revents != 0) {
                receive();
            }
        }
        outgoing_.clear();
    }

    void receive() {
        char chunk[CHUNK];
        const ssize_t count = read(STDIN_FILENO, chunk, sizeof chunk);
        if (count < 0 && errno == ECONNRESET) {
            can_receive_ = false;
            return;
        }
        if (count < 0) {
            check_interrupted("reading from the submission");
            pollfd ready = {STDIN_FILENO, POLLIN, 0};
            poll(&ready, 1, -1);
            return;
        }
        can_receive_ = count > 0;
        incoming_.append(chunk, static_cast<size_t>(count));
        received_ += static_cast<uint64_t>(count);
        if (received_ > OUTPUT_MAX_BYTES || incoming_.size() > 2 * LINE_MAX_BYTES + CHUNK) {
            throw Fault{"output", asked_, "more output than allowed", "less output"};
        }
    }

    static void check_interrupted(const string &what) {
        if (errno != EINTR && errno != EAGAIN) {
            throw Trouble{what + " failed, error " + to_string(errno)};
        }
    }

    static constexpr size_t LINE_MAX_BYTES = 1 << 16;
    static constexpr uint64_t OUTPUT_MAX_BYTES = 16 << 20;
    static constexpr size_t CHUNK = 1 << 16;
#ifdef PIPE_BUF
    static constexpr size_t PIPE_MIN_BYTES = PIPE_BUF;
#else
    static constexpr size_t PIPE_MIN_BYTES = _POSIX_PIPE_BUF;
#endif

    int64_t left_ms_;
    int64_t id_ = 0;
    bool says_bye_ = false;
    bool can_send_ = true;
    bool can_receive_ = true;
    string outgoing_;
    string incoming_;
    size_t searched_ = 0;
    uint64_t received_ = 0;
    string asked_;
    string came_;
};

// ---- The verdict. ----

enum Verdict { RIGHT = 42, WRONG = 43, NO_VERDICT = 1 };

// The files that tell the jury and the team about it.
class Feedback {
  public:
    explicit Feedback(const string &folder) : jury_(folder + "/judgemessage.txt"), team_(folder + "/teammessage.txt") {
        check(folder);
    }

    // To both.
    void say(const string &line) {
        jury_ << line << "\n";
        team_ << line << "\n";
    }

    // To the jury only.
    void say_to_jury(const string &line) { jury_ << line << "\n"; }

    void close(const string &folder) {
        jury_.close();
        team_.close();
        check(folder);
    }

  private:
    void check(const string &folder) const {
        if (!jury_ || !team_) {
            throw Trouble{folder + ": the feedback cannot be written"};
        }
    }

    std::ofstream jury_;
    std::ofstream team_;
};

// Judges one run: `play` says whether the submission is right, and tells why.
template <typename Play>
int judge(int argc, char **argv, const Play &play) {
    try {
        if (argc < 4) {
            throw Trouble{"usage: judge INPUT ANSWER FEEDBACK_FOLDER"};
        }
        if (fcntl(STDIN_FILENO, F_GETFD) < 0 || fcntl(STDOUT_FILENO, F_GETFD) < 0) {
            throw Trouble{"standard input or output is closed"};
        }
        std::signal(SIGPIPE, SIG_IGN);
        Feedback feedback(argv[3]);
        const bool is_right = play(argv[1], argv[2], feedback);
        feedback.close(argv[3]);
        return is_right ? RIGHT : WRONG;
    } catch (const Trouble &trouble) {
        std::cerr << "judge: " << trouble.what << "\n";
    } catch (const std::exception &trouble) {
        std::cerr << "judge: " << trouble.what() << "\n";
    }
    return NO_VERDICT;
}

void say(Feedback &feedback, const string &where, const Fault &fault) {
    feedback.say(fault.verdict + ": " + where);
    feedback.say("asked:    " + fault.asked);
    feedback.say("came:     " + fault.came);
    feedback.say("expected: " + fault.expected);
}

}  // namespace

// ---- End of the common part. ----

namespace {

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
