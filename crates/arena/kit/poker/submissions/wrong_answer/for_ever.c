/* Prints without end and never an answer. */
#include <stdio.h>

int main(void) {
    while (puts("{\"ready\":1}") != EOF) {
    }
    return 0;
}
