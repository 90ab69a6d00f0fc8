// An input read to the letter.
#pragma once

#include <cctype>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <utility>

// The input, read to the letter: one blank between words, one line feed after each line, nothing else.
class Input {
  public:
    explicit Input(std::string text) : text_(std::move(text)) {}

    void word(const std::string &word) {
        if (text_.compare(at_, word.size(), word) != 0) {
            fail("`" + word + "`");
        }
        at_ += word.size();
    }

    // One of some words.
    template <typename Words>
    void one_of(const Words &words) {
        std::string expected;
        for (const char *each : words) {
            const std::string found = each;
            if (text_.compare(at_, found.size(), found) == 0) {
                at_ += found.size();
                return;
            }
            expected += (expected.empty() ? "" : ", ") + found;
        }
        fail("one of " + expected);
    }

    // A whole number without a leading 0.
    int64_t number(int64_t least, int64_t most) {
        const size_t start = at_;
        while (at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_])) != 0) {
            ++at_;
        }
        const std::string digits = text_.substr(start, at_ - start);
        const bool is_plain = !digits.empty() && digits.size() <= 19 && (digits[0] != '0' || digits.size() == 1);
        errno = 0;
        const int64_t number = is_plain ? std::strtoll(digits.c_str(), nullptr, 10) : -1;
        if (!is_plain || errno != 0 || number < least || number > most) {
            at_ = start;
            fail("a whole number from " + std::to_string(least) + " to " + std::to_string(most));
        }
        return number;
    }

    // 32 bytes in hexadecimal.
    void key() {
        for (int digit = 0; digit < 64; ++digit, ++at_) {
            if (at_ >= text_.size() || std::string("0123456789abcdef").find(text_[at_]) == std::string::npos) {
                fail("a key of 64 hexadecimal digits");
            }
        }
    }

    void line_end() {
        word("\n");
        ++line_;
    }

    void end() {
        if (at_ != text_.size()) {
            fail("the end");
        }
    }

  private:
    [[noreturn]] void fail(const std::string &expected) const {
        const std::string what = expected == "`\n`" ? "the end of the line" : expected;
        std::cerr << "line " << line_ << ": expected " << what << "\n";
        std::exit(43);
    }

    std::string text_;
    size_t at_ = 0;
    int line_ = 1;
};
