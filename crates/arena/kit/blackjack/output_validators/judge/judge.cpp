// The judge of the betting contest of blackjack: an output validator of an interactive problem, in one file and C++17.
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
