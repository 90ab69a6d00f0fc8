// The verdict, and the files that tell it.
#pragma once

#include <fcntl.h>

#include <csignal>
#include <exception>
#include <fstream>
#include <iostream>
#include <string>

#include "fault.h"

namespace judging {

using std::string;

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

inline void say(Feedback &feedback, const string &where, const Fault &fault) {
    feedback.say(fault.verdict + ": " + where);
    feedback.say("asked:    " + fault.asked);
    feedback.say("came:     " + fault.came);
    feedback.say("expected: " + fault.expected);
}

}  // namespace judging
