/*
 * A bot of algorithmic poker in C. It speaks JSON Lines: docs/protocol.md.
 *
 * One message a line on standard input, one answer a line on standard output. What you print to
 * standard error is your log.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char line[1 << 16];
static long seat, card, bets[3];

/* Whether the message has this text in it. */
static int has(const char *text) { return strstr(line, text) != NULL; }

/* The number behind a key of the message, or of a list the one at that place; 0 if there is none. */
static long number(const char *key, int place) {
    char pattern[32];
    snprintf(pattern, sizeof pattern, "\"%s\":", key);
    const char *at = strstr(line, pattern);
    if (at == NULL) return 0;
    at += strlen(pattern);
    if (*at == '[') at++;
    while (place-- > 0 && (at = strchr(at, ',')) != NULL) at++;
    return at == NULL ? 0 : strtol(at, NULL, 10);
}

/* A bid from min to max. */
static long bid(long min, long max) {
    long high = min + 10 < max ? min + 10 : max;
    return card < 7 ? min : high;
}

/* Whether to pay up to the level. */
static int pays(long level) {
    long most = card > 4 ? 10 * (card - 4) : 0;
    return level - bets[seat] <= most;
}

int main(void) {
    while (fgets(line, sizeof line, stdin) != NULL) {
        if (has("\"hello\":")) {
            seat = number("seat", 0);
            printf("{\"ready\":1,\"name\":\"c\"}\n");
        } else if (has("\"tell\":\"hand\"")) {
            card = number("card", 0);
            bets[0] = bets[1] = bets[2] = 0;
        } else if (has("\"bets\":")) {
            for (int place = 0; place < 3; place++) bets[place] = number("bets", place);
        } else if (has("\"ask\":\"bet")) {
            printf("{\"id\":%ld,\"bet\":%ld}\n", number("id", 0), bid(number("min", 0), number("max", 0)));
        } else if (has("\"ask\":\"call")) {
            printf("{\"id\":%ld,\"call\":%s}\n", number("id", 0), pays(number("level", 0)) ? "true" : "false");
        } else if (has("\"bye\":")) {
            break;
        }
        /* Without the flush the answer would wait in a buffer, and come too late. */
        fflush(stdout);
    }
    return 0;
}
