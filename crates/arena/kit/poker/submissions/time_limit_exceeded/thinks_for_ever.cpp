// Thinks for ever about its first bid.
#include <iostream>
#include <string>

int main() {
    volatile int thoughts = 0;
    std::cout << "{\"ready\":1}" << std::endl;
    for (std::string line; std::getline(std::cin, line);) {
        while (line.find("\"ask\"") != std::string::npos) {
            thoughts = thoughts ^ 1;
        }
    }
}
