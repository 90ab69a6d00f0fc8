/* Does not flush its output: both sides wait for each other. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char line[1 << 16];
static char output[1 << 16];

int main(void) {
    setvbuf(stdout, output, _IOFBF, sizeof output);
    puts("{\"ready\":1}");
    while (fgets(line, sizeof line, stdin) != NULL) {
        const char *id = strstr(line, "\"id\":"), *min = strstr(line, "\"min\":");
        if (id != NULL && min != NULL) {
            printf("{\"id\":%d,\"bet\":%d}\n", atoi(id + 5), atoi(min + 6));
        } else if (id != NULL) {
            printf("{\"id\":%d,\"call\":false}\n", atoi(id + 5));
        }
    }
    return 0;
}
