/* Plays by the chance that its card is the best: bids a share of the stack, and pays by pot odds. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char line[1 << 16];

/* Where the value of a field begins, its name given with quotes and colon; empty if there is none. */
static const char *field(const char *name) {
    const char *found = strstr(line, name);
    return found == NULL ? "" : found + strlen(name);
}

static int is(const char *value, const char *wanted) { return strncmp(value, wanted, strlen(wanted)) == 0; }

int main(void) {
    int seat = 0, card = 0, rivals = 0;
    int stakes[3] = {0, 0, 0};
    puts("{\"ready\":1,\"name\":\"odds in C\"}");
    fflush(stdout);
    while (fgets(line, sizeof line, stdin) != NULL && !is(line, "{\"bye\"")) {
        const char *told = field("\"tell\":"), *asked = field("\"ask\":");
        /* Each rival's card is as likely as any other; a tie counts half. */
        const double below = (card + 0.5) / 10;
        const double win = rivals == 2 ? below * below : rivals == 1 ? below : 1.0;
        if (is(line, "{\"hello\"")) {
            seat = atoi(field("\"seat\":"));
        } else if (is(told, "\"hand\"")) {
            card = atoi(field("\"card\":"));
            rivals = 2;
        } else if (is(told, "\"bet")) {
            sscanf(field("\"bets\":"), "[%d,%d,%d]", &stakes[0], &stakes[1], &stakes[2]);
        } else if (is(told, "\"call")) {
            const char *live = field("\"live\":");
            for (rivals = -1; (live = strstr(live, "true")) != NULL; ++live) {
                ++rivals;
            }
            rivals = rivals < 0 ? 0 : rivals;
        } else if (is(asked, "\"bet")) {
            const int least = atoi(field("\"min\":")), most = atoi(field("\"max\":"));
            const double edge = win > 0.5 ? 2 * win - 1 : 0;
            const double share = is(asked, "\"bet1") ? edge * edge / 2 : edge * edge;
            printf("{\"id\":%d,\"bet\":%d}\n", atoi(field("\"id\":")), least + (int)(share * (most - least)));
        } else if (is(asked, "\"call")) {
            const double price = atoi(field("\"level\":")) - stakes[seat];
            const int pays = win * (stakes[0] + stakes[1] + stakes[2] + price) >= price;
            printf("{\"id\":%d,\"call\":%s}\n", atoi(field("\"id\":")), pays ? "true" : "false");
        }
        fflush(stdout);
    }
    return 0;
}
