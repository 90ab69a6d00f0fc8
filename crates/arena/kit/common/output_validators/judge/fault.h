// What can go wrong: at the submission, and at the test or the machine.
#pragma once

#include <string>

namespace judging {

using std::string;

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

}  // namespace judging
