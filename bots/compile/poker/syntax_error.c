/* A semicolon is missing. */
#include <stdio.h>

int main(void) {
    puts("{\"ready\":1,\"name\":\"syntax_error\"}")
    return 0;
}
