// Does not compile: a bracket is missing.
#include <iostream>

int main() {
    std::cout << (170 << '\n';
}
