// Throws an exception that nobody catches when it is first asked.
#include <iostream>
#include <stdexcept>
#include <string>

int main() {
    std::cout << "{\"ready\":1}" << std::endl;
    for (std::string line; std::getline(std::cin, line);) {
        if (line.find("\"ask\"") != std::string::npos) {
            throw std::runtime_error("no idea");
        }
    }
}
