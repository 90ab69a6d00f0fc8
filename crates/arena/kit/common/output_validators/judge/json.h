// JSON that is read.
#pragma once

#include <cerrno>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>

#include "fault.h"

namespace judging {

using std::string;

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

}  // namespace judging
