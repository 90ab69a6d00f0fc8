// Uses a name that nothing declares.
#include <iostream>

int main() { std::cout << redy << std::endl; }
