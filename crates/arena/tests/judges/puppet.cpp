// A bot for poker and blackjack whose answers follow from a seed: most are right, some are strange and right, some
// are garbled, illegal or cut off. What it reads goes to its standard error, so that two referees can be compared.
//
//     puppet SEED
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>
#include <vector>

using std::string;
using std::to_string;

static uint64_t state;

// SplitMix64.
static uint64_t next() {
    uint64_t mixed = state += 0x9e3779b97f4a7c15;
    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
    return mixed ^ mixed >> 31;
}

static uint64_t below(uint64_t bound) { return next() % bound; }

static string pick(const std::vector<string> &items) { return items[below(items.size())]; }

static void write_out(const string &bytes) {
    for (size_t sent = 0; sent < bytes.size();) {
        const ssize_t count = write(STDOUT_FILENO, bytes.data() + sent, bytes.size() - sent);
        if (count <= 0) {
            _exit(0);
        }
        sent += static_cast<size_t>(count);
    }
}

static bool read_line(string &line) {
    if (!std::getline(std::cin, line)) {
        return false;
    }
    if (line.compare(0, 8, "{\"hello\"") != 0) {
        std::cerr << line << "\n";
    }
    return true;
}

static int64_t number(const string &line, const string &name) {
    const size_t at = line.find("\"" + name + "\":");
    return at == string::npos ? 0 : std::strtoll(line.c_str() + at + name.size() + 3, nullptr, 10);
}

static bool is(const string &line, const char *part) { return line.find(part) != string::npos; }

static string nested(int depth) { return string(depth, '[') + string(depth, ']'); }

// A value that JSON has, or has not.
static string strange_value() {
    static const std::vector<string> values = {
        "null", "true", "-1", "0", "-0", "1.5", "1e3", "1E+2", "1e-3", "0.0", "1e308", "1e309", "-1e400", "0e999", "01",
        "-", "1.", ".5", "+1", "1e", "1e+", "NaN", "Infinity", "0x10", "18446744073709551615", "18446744073709551616",
        "-9223372036854775808", "-9223372036854775809", "9223372036854775807", "9223372036854775808", "\"\"", "\"a\"",
        "\"\\u0041\\n\\/\"", "\"\\ud83c\\udcbf\"", "\"\\ud83c\"", "\"\\udcbf\"", "\"\\ud83c\\u0041\"", "\"\\ud83cx\"",
        "\"\\x41\"", "\"\\u12g4\"", "\"\t\"", "\"\x7f\"", "\"\xc3\xa9\"", "\"\xf0\x9f\x82\xbf\"", "\"\xc0\xaf\"",
        "\"\xed\xa0\x80\"", "\"\xf4\x8f\xbf\xbf\"", "\"\xf4\x90\x80\x80\"", "\"\xe2\x82\"", "\"\xff\"", "\"\xe0\x80\x80\"",
        "[]", "[1,2]", "[1,]", "[,1]", "[1 2]", "{}", "{\"a\":1}", "{\"a\":1,}", "{a:1}", "{\"a\"}", "{\"a\":}", "[[[]]]",
        "tru", "truee", "nul", "\"open", "[", "{", "]", "'a'", "\"\\", "\"\\u00", " 1 ", "\t2\r",
        "123456789012345678901234567890", "1e00000000000000000002", "\"id\"", "\"\\u0000\"", "/**/1",
    };
    return below(12) == 0 ? nested(static_cast<int>(120 + below(12))) : pick(values);
}

// The right answer to a question.
static string move_of(const string &line) {
    if (is(line, "\"ask\":\"play\"")) {
        const bool hits = number(line, "total") < static_cast<int64_t>(9 + below(11));
        return hits ? "\"move\":\"hit\"" : "\"move\":\"stand\"";
    }
    if (is(line, "\"ask\":\"call")) {
        return below(2) == 0 ? "\"call\":true" : "\"call\":false";
    }
    const int64_t least = number(line, "min");
    const int64_t most = is(line, "\"max\":") ? number(line, "max") : number(line, "money");
    const int64_t part = below(6) == 0 ? most - least : (most - least) / 8;
    return "\"bet\":" + to_string(least + static_cast<int64_t>(below(static_cast<uint64_t>(part) + 1)));
}

// The same in other words.
static string dressed(const string &id, const string &move) {
    static const std::vector<string> ends = {"\n", "\r\n", " \n", "\t\r\n"};
    const string end = pick(ends);
    switch (below(9)) {
        case 0: return "{" + move + "," + id + "}" + end;
        case 1: return " { " + id + " , " + move + " }" + end;
        case 2: return "{" + id + "," + move + ",\"note\":" + strange_value() + "}" + end;
        case 3: return "{\"note\":" + strange_value() + "," + id + "," + move + "}" + end;
        case 4: return "{" + move.substr(0, move.find(':') + 1) + "1," + id + "," + move + "}" + end;
        case 5: return "{\"id\":77," + move + "," + id + "}" + end;
        case 6: return "{\"\\u0069d\":" + id.substr(5) + "," + move + "}" + end;
        case 7: {
            const string start = "{" + id + "," + move + ",\"note\":\"";
            const size_t length = 65534 + below(4);
            return start + string(length - start.size() - 2, 'x') + "\"}" + pick({"\n", "\r\n"});
        }
        default: return "{" + id + "," + move + ",\"illegal\":" + pick({"7", "null", "\"out of order\"", "[\"a\"]"}) + "}" + end;
    }
}

// What is no answer, mostly.
static string wrong(const string &line, const string &id, const string &move) {
    const string name = move.substr(0, move.find(':') + 1);
    const int64_t number_of_id = number(line, "id");
    switch (below(10)) {
        case 0: return "{" + id + "," + name + strange_value() + "}\n";
        case 1: return "{" + id + "}\n";
        case 2: return "{" + move + "}\n";
        case 3: return "{\"id\":" + to_string(number_of_id + (below(2) == 0 ? 1 : -1)) + "," + move + "}\n";
        case 4: return "{\"id\":" + strange_value() + "," + move + "}\n";
        case 5: return pick({"", " ", "thinking...", "[]", "7", "null", "\"a\"", "{}", "\xef\xbb\xbf{}", "{", "}"}) + "\n";
        case 6: return string(1 + below(9), '\0') + "\n";
        case 7: {
            static const std::vector<string> bets = {"-1", "9", "301", "20001", "65536", "1000000000", "-300", "10.0"};
            const string other = is(line, "\"ask\":\"play\"") ? pick({"\"Hit\"", "\"double\"", "true"}) : pick(bets);
            return "{" + id + "," + name + other + "}\n";
        }
        case 8: return "{" + id + "," + move + "}{" + id + "," + move + "}\n";
        default: return pick({"{" + id + ",\"illegal\":\"cashIn twice\"}\n", "{\"illegal\":\"cashIn twice\"}\n"});
    }
}

// Ends in one of many ways, or says something without end.
[[noreturn]] static void leave() {
    switch (below(5)) {
        case 0: _exit(0);
        case 1: _exit(3);
        case 2: abort();
        case 3: write_out("{\"id\":"); _exit(0);
        default:
            write_out(string(70000, 'x'));
            _exit(0);
    }
}

int main(int argc, char **argv) {
    // Two sides that wait for each other end all the same.
    alarm(60);
    state = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 0;
    next();
    // A third of the bots makes no mistake but the strange ones.
    const uint64_t mistakes = below(3);
    const bool promises = below(4) == 0;
    string line;
    read_line(line);
    if (below(20) == 0) {
        write_out(pick({"{\"ready\":2}\n", "ready\n", "{\"ready\":1.0}\n", "{\"illegal\":\"no functions\"}\n", "[]\n", "\n"}));
    } else {
        const string ready = pick({"{\"ready\":1,\"name\":\"puppet\"", "{\"name\":\"\",\"ready\":1", " { \"ready\" : 1 "});
        write_out(ready + (promises ? ",\"bye\":true}\n" : "}\n"));
    }
    while (read_line(line)) {
        if (is(line, "{\"bye\"")) {
            // Others are not waited for.
            if (promises) {
                write_out(pick({"", "", "", "garbage\n", "{\"illegal\":\"stand after the end\"}\n", "{\"id\":1}\n"}));
                if (below(8) != 0) {
                    write_out(pick({"{\"bye\":true}\n", "{\"bye\": true , \"note\":1}\r\n"}));
                }
            }
            return below(8) == 0 ? 3 : 0;
        }
        if (!is(line, "\"ask\":")) {
            continue;
        }
        const string id = "\"id\":" + to_string(number(line, "id"));
        const string move = move_of(line);
        const uint64_t mood = below(200);
        string answer = "{" + id + "," + move + "}\n";
        if (mistakes != 0 && mood < 4) {
            answer = wrong(line, id, move);
        } else if (mistakes != 0 && mood == 4) {
            leave();
        } else if (mood < 8) {
            answer = dressed(id, move);
        } else if (mood < 12) {
            write_out(answer.substr(0, 3));
            answer.erase(0, 3);
        } else if (mistakes != 0 && mood == 12) {
            answer += answer;
        }
        write_out(answer);
    }
    return 0;
}
