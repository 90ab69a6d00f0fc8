// Prints digits without end and never a line.
#include <cstdio>

int main() {
    while (std::puts("{\"ready\":1}") != EOF && std::printf("%070000d", 7) > 0) {
    }
}
