// Prints what it thinks between its answers.
#include <iostream>
#include <string>

int main() {
    std::cout << "{\"ready\":1}" << std::endl;
    for (std::string line; std::getline(std::cin, line);) {
        std::cout << "what shall I do?" << std::endl;
    }
}
