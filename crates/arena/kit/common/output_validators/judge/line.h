// Lines of JSON that are sent.
#pragma once

#include <cstdint>
#include <string>

#include "fault.h"

namespace judging {

using std::string;
using std::to_string;

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

}  // namespace judging
