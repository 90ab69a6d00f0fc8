// Lines to and from the submission.
#pragma once

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdint>
#include <string>

#include "fault.h"
#include "json.h"
#include "line.h"

namespace judging {

using std::string;
using std::to_string;

// A submission's bytes for a person: cut, and in quotes, with all that is not plain written out.
inline string readable(const string &line) {
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

}  // namespace judging
