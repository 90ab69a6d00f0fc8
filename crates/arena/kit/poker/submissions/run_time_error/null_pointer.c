/* Writes through a null pointer at the end of its third deal. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char line[1 << 16];

int main(void) {
    volatile int *volatile nowhere = NULL;
    int deals = 0;
    puts("{\"ready\":1}");
    fflush(stdout);
    while (fgets(line, sizeof line, stdin) != NULL) {
        const char *id = strstr(line, "\"id\":"), *min = strstr(line, "\"min\":");
        if (strstr(line, "\"result\"") != NULL && ++deals == 3) {
            *nowhere = 7;
        }
        if (id != NULL && min != NULL) {
            printf("{\"id\":%d,\"bet\":%d}\n", atoi(id + 5), atoi(min + 6));
        } else if (id != NULL) {
            printf("{\"id\":%d,\"call\":false}\n", atoi(id + 5));
        }
        fflush(stdout);
    }
    return 0;
}
