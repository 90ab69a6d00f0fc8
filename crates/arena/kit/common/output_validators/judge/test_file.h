// The test, as its file says it.
#pragma once

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "chance.h"
#include "fault.h"

namespace judging {

using std::string;
using std::to_string;
using std::vector;

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

}  // namespace judging
