/*
 * croupier_glue.c: turns the calls of a blackjack program in C or C++ into lines to the referee.
 *
 * The program defines startGame, playHand and reshuffle and calls placeBet, getDealerCard, getCard,
 * stand, getOutcome and cashIn. This unit is compiled as C or as C++ and linked with it. It speaks JSON
 * Lines with the referee over the pipes that were standard input and output, and gives the program its log
 * in their place. The shoe is never in this process: a card is told when it is due.
 *
 * A program with a main of its own and none of the three functions speaks with the referee itself: the glue
 * keeps out of its way.
 *
 * Forced answers travel with the one before, so most hands cost a bet, a move or two, and nothing
 * else:
 *
 *     placeBet       sends the bet, and reads the upcard and two cards
 *     getCard        after the second: sends "hit", and reads the card, or the end of the hand
 *     stand          sends "stand", unless 21 is passed, and reads the dealer's cards
 *     cashIn         reads what comes back
 *
 * A call out of order is reported in the place of an answer, and the process ends. The words are
 * those of the referee's own rules.
 *
 * No heap and no stdio on the wire. The referee's lines have a fixed shape: compact JSON whose first
 * key says what the line is; fields are found by name, and unknown fields are passed over.
 */
#define _POSIX_C_SOURCE 200809L

#include "croupier.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- The program's functions, under their C names or their C++ names. ---- */

#define TEXT_OF(tokens) #tokens
#define TEXT(macro) TEXT_OF(macro)
/* The name that the linker sees; some systems put an underscore before every name. */
#define LINKED_AS(name) __asm__(TEXT(__USER_LABEL_PREFIX__) name)
#define WEAK __attribute__((weak))

#pragma weak startGame
#pragma weak playHand
#pragma weak reshuffle
extern void cpp_startGame(int money, int nPacks) LINKED_AS("_Z9startGameii") WEAK;
extern void cpp_playHand(void) LINKED_AS("_Z8playHandv") WEAK;
extern void cpp_reshuffle(void) LINKED_AS("_Z9reshufflev") WEAK;

/* ---- The state. ---- */

enum call { PLACE_BET, GET_DEALER_CARD, GET_CARD, STAND, GET_OUTCOME, CASH_IN, CALLS };

static const char *const call_names[CALLS] = {
    "placeBet", "getDealerCard", "getCard", "stand", "getOutcome", "cashIn",
};

/* A hand has at most 22 cards, and the dealer draws at most 11 to his upcard. */
enum { CARDS_MAX = 22 };

struct cards {
    int at[CARDS_MAX];
    int count;
};

/* Where the program is; calls are allowed inside playHand only. */
enum place { PROGRAM, START_GAME, PLAY_HAND, RESHUFFLE, END };

/* What a report says of a place, in the order of the places. */
static const char *const outside[] = {
    " before startGame", " inside startGame", "", " inside reshuffle", " after the end",
};

static enum place place = PROGRAM;

/* 1 if the end of a hand may be left out or swapped. */
static int lenient = 0;

/* The question that waits for an answer; 0: none. */
static int question = 0;

/* The hand in play. */
static struct hand {
    int taken[CALLS];     /* how often each call was made */
    const char *closed;   /* the call that closed the hand to further cards, if any */
    int ended;            /* getOutcome has returned 0 */
    int settled;          /* the dealer's cards are known */
    int busted;           /* the hand has passed 21 */
    int money;            /* after the bet */
    int up;               /* the dealer's upcard */
    struct cards cards;   /* the hand; the first two lie there before they are taken */
    struct cards dealer;  /* the dealer's draws */
    int paid;             /* the payout is known */
    int payout;
} hand;

/* ---- The wire. ---- */

enum { LINE_MAX_BYTES = 1 << 16 };

static int from_referee = -1;
static int to_referee = -1;

/* Bytes read and not yet used are from `used` to `filled`. */
static char buffer[LINE_MAX_BYTES];
static size_t used = 0;
static size_t filled = 0;

/* Puts a file on a descriptor that the program uses, or leaves nothing there. */
static void put_null_on(int descriptor, int flags) {
    int null = open("/dev/null", flags);
    if (null < 0) {
        close(descriptor);
    } else if (null != descriptor) {
        dup2(null, descriptor);
        close(null);
    }
}

/* The pipes become ours, and the program's output becomes its log. */
static void take_the_wire(void) {
    from_referee = fcntl(0, F_DUPFD_CLOEXEC, 3);
    to_referee = fcntl(1, F_DUPFD_CLOEXEC, 3);
    put_null_on(0, O_RDONLY);
    if (dup2(2, 1) < 0) {
        put_null_on(1, O_WRONLY);
    }
}

/* Before any constructor of the program; one without the functions may have a main of its own. */
__attribute__((constructor(101))) static void take_the_wire_of_functions(void) {
    if (startGame || cpp_startGame || playHand || cpp_playHand || reshuffle || cpp_reshuffle) {
        take_the_wire();
    }
}

static void send_bytes(const char *bytes, size_t count) {
    while (count > 0) {
        ssize_t sent = write(to_referee, bytes, count);
        if (sent > 0) {
            bytes += sent;
            count -= (size_t)sent;
        } else if (sent < 0 && errno != EINTR) {
            _exit(0); /* the referee is gone */
        }
    }
}

/* A line to the referee, put together and sent at once. */
struct message {
    char text[256];
    size_t length;
};

static void add(struct message *message, const char *text) {
    size_t length = strlen(text);
    size_t room = sizeof message->text - message->length;
    if (length > room) {
        length = room;
    }
    memcpy(message->text + message->length, text, length);
    message->length += length;
}

static void add_number(struct message *message, int number) {
    char digits[12];
    size_t first = sizeof digits;
    unsigned left = number < 0 ? 0u - (unsigned)number : (unsigned)number;
    digits[--first] = '\0';
    do {
        digits[--first] = (char)('0' + left % 10);
        left /= 10;
    } while (left > 0);
    if (number < 0) {
        digits[--first] = '-';
    }
    add(message, digits + first);
}

/* Begins an answer to the question that waits, or a report if none waits. */
static void open_answer(struct message *message) {
    message->length = 0;
    add(message, "{");
    if (question != 0) {
        add(message, "\"id\":");
        add_number(message, question);
        add(message, ",");
    }
}

static void send_message(struct message *message) {
    send_bytes(message->text, message->length);
    question = 0;
}

/* Reports a broken rule and ends the process. The log is written out first. */
__attribute__((noreturn)) static void illegal(const char *first, const char *second, const char *third) {
    struct message message;
    open_answer(&message);
    add(&message, "\"illegal\":\"");
    add(&message, first);
    add(&message, second);
    add(&message, third);
    add(&message, "\"}\n");
    send_message(&message);
    fflush(NULL);
    _exit(0);
}

/* The next line of the referee, ended by a zero. Without a referee there is no program. */
static char *read_line(void) {
    size_t scanned = used;
    for (;;) {
        char *end = (char *)memchr(buffer + scanned, '\n', filled - scanned);
        if (end != NULL) {
            char *line = buffer + used;
            *end = '\0';
            used = (size_t)(end - buffer) + 1;
            return line;
        }
        scanned = filled;
        if (used > 0) {
            memmove(buffer, buffer + used, filled - used);
            scanned -= used;
            filled -= used;
            used = 0;
        }
        if (filled == sizeof buffer) {
            _exit(1); /* longer than any line of the protocol */
        }
        ssize_t got = read(from_referee, buffer + filled, sizeof buffer - filled);
        if (got > 0) {
            filled += (size_t)got;
        } else if (got == 0 || errno != EINTR) {
            fflush(NULL);
            _exit(0); /* the referee is gone */
        }
    }
}

/* Whether the line is of this kind: its first key and, if it has one, its name. */
static int is(const char *line, const char *kind) {
    return strncmp(line, kind, strlen(kind)) == 0;
}

/* Where the value of a field begins; NULL if there is no such field. */
static const char *field(const char *line, const char *name) {
    const char *found = strstr(line, name);
    return found == NULL ? NULL : found + strlen(name);
}

/* A whole number, bounded to int. Moves the place behind it. */
static int number_at(const char **at) {
    int negative = **at == '-';
    long long number = 0;
    *at += negative;
    for (; **at >= '0' && **at <= '9'; ++*at) {
        number = number * 10 + (**at - '0');
        if (number > INT_MAX) {
            number = INT_MAX;
        }
    }
    return (int)(negative ? -number : number);
}

static int number_field(const char *line, const char *name) {
    const char *at = field(line, name);
    return at == NULL ? 0 : number_at(&at);
}

/* A list of cards such as [11,10]. */
static struct cards cards_field(const char *line, const char *name) {
    struct cards cards = {{0}, 0};
    const char *at = field(line, name);
    while (at != NULL && (*at == '[' || *at == ',') && cards.count < CARDS_MAX) {
        ++at;
        if (*at >= '0' && *at <= '9') {
            cards.at[cards.count++] = number_at(&at);
        }
    }
    return cards;
}

/* ---- What the referee says in a hand. ---- */

/* The end of the session: constructors' counterparts run, and the log is written out. */
static void obey_bye(const char *line) {
    /* A program that ends by itself in its last hand says no farewell, and is found out by that. */
    static const char farewell[] = "{\"bye\":true}\n";
    if (is(line, "{\"bye\"")) {
        send_bytes(farewell, sizeof farewell - 1);
        place = END;
        exit(0);
    }
}

/* Reads until the line that the hand needs next: a question, or the end of the hand. */
static void read_turn(void) {
    for (;;) {
        const char *line = read_line();
        obey_bye(line);
        if (is(line, "{\"ask\":\"play\"")) {
            hand.up = number_field(line, "\"up\":");
            hand.cards = cards_field(line, "\"cards\":");
            hand.money = number_field(line, "\"money\":");
            question = number_field(line, "\"id\":");
            return;
        }
        if (is(line, "{\"tell\":\"dealer\"")) {
            hand.dealer = cards_field(line, "\"cards\":");
            hand.cards = cards_field(line, "\"hand\":");
            hand.settled = 1;
            return;
        }
    }
}

static void read_payout(void) {
    while (!hand.paid) {
        const char *line = read_line();
        obey_bye(line);
        if (is(line, "{\"tell\":\"pay\"")) {
            hand.payout = number_field(line, "\"payout\":");
            hand.paid = 1;
        }
    }
}

static void send_move(const char *move) {
    struct message message;
    open_answer(&message);
    add(&message, "\"move\":\"");
    add(&message, move);
    add(&message, "\"}\n");
    send_message(&message);
}

/* No more cards: the dealer draws. A hand that has passed 21 stands by itself. */
static void close_hand(void) {
    if (!hand.settled) {
        send_move("stand");
        read_turn();
    }
}

/* ---- The order of the calls. ---- */

/* What had to come before the call and did not; NULL if nothing is missing. */
static const char *missing_before(enum call call) {
    if (call > PLACE_BET && hand.taken[PLACE_BET] == 0) {
        return call_names[PLACE_BET];
    }
    if (call > GET_DEALER_CARD && hand.taken[GET_DEALER_CARD] == 0) {
        return call_names[GET_DEALER_CARD];
    }
    if (call > GET_CARD && hand.taken[GET_CARD] < 2) {
        return "the second getCard";
    }
    if (!lenient && call > STAND && hand.taken[STAND] == 0) {
        return call_names[STAND];
    }
    if (!lenient && call == CASH_IN && !hand.ended) {
        return "getOutcome returned 0";
    }
    return NULL;
}

/* Takes a call that is in order; any other is reported, and the process ends. */
static void take(enum call call) {
    const char *name = call_names[call];
    if (place != PLAY_HAND) {
        illegal(name, outside[place], "");
    }
    const char *missing = missing_before(call);
    if (missing != NULL) {
        illegal(name, " before ", missing);
    }
    if (call == GET_CARD && hand.closed != NULL) {
        illegal(name, " after ", hand.closed);
    }
    if (call == GET_CARD && hand.busted) {
        illegal(name, " after 21 was passed", "");
    }
    if (call == GET_OUTCOME && hand.ended) {
        illegal(name, " after it returned 0", "");
    }
    if (call != GET_CARD && call != GET_OUTCOME && hand.taken[call] > 0) {
        illegal(name, " twice", "");
    }
    ++hand.taken[call];
    if (call >= STAND && hand.closed == NULL) {
        hand.closed = name;
    }
}

/* ---- The six calls. ---- */

int placeBet(int bet) {
    struct message message;
    take(PLACE_BET);
    open_answer(&message);
    add(&message, "\"bet\":");
    add_number(&message, bet);
    add(&message, "}\n");
    send_message(&message);
    read_turn();
    return hand.money;
}

int getDealerCard(void) {
    take(GET_DEALER_CARD);
    return hand.up;
}

int getCard(void) {
    take(GET_CARD);
    if (hand.taken[GET_CARD] > 2) {
        send_move("hit");
        read_turn();
        hand.busted = hand.settled;
    }
    return hand.cards.at[hand.taken[GET_CARD] - 1];
}

void stand(void) {
    take(STAND);
    close_hand();
}

int getOutcome(void) {
    take(GET_OUTCOME);
    close_hand();
    if (hand.taken[GET_OUTCOME] <= hand.dealer.count) {
        return hand.dealer.at[hand.taken[GET_OUTCOME] - 1];
    }
    hand.ended = 1;
    return 0;
}

int cashIn(void) {
    take(CASH_IN);
    close_hand();
    read_payout();
    return hand.payout;
}

/* The same under the names that C++ gives them. */
int cpp_placeBet(int bet) LINKED_AS("_Z8placeBeti");
int cpp_getDealerCard(void) LINKED_AS("_Z13getDealerCardv");
int cpp_getCard(void) LINKED_AS("_Z7getCardv");
void cpp_stand(void) LINKED_AS("_Z5standv");
int cpp_getOutcome(void) LINKED_AS("_Z10getOutcomev");
int cpp_cashIn(void) LINKED_AS("_Z6cashInv");

int cpp_placeBet(int bet) { return placeBet(bet); }
int cpp_getDealerCard(void) { return getDealerCard(); }
int cpp_getCard(void) { return getCard(); }
void cpp_stand(void) { stand(); }
int cpp_getOutcome(void) { return getOutcome(); }
int cpp_cashIn(void) { return cashIn(); }

/* ---- The session. ---- */

static void start_game(const char *line) {
    int money = number_field(line, "\"money\":");
    int packs = number_field(line, "\"packs\":");
    place = START_GAME;
    if (startGame) {
        startGame(money, packs);
    } else {
        cpp_startGame(money, packs);
    }
    place = PROGRAM;
}

static void shuffle(void) {
    place = RESHUFFLE;
    if (reshuffle) {
        reshuffle();
    } else {
        cpp_reshuffle();
    }
    place = PROGRAM;
}

/* One hand. The question for the bet waits until placeBet answers it. */
static void play_hand(const char *line) {
    memset(&hand, 0, sizeof hand);
    question = number_field(line, "\"id\":");
    place = PLAY_HAND;
    if (playHand) {
        playHand();
    } else {
        cpp_playHand();
    }
    place = PROGRAM;
    if (!lenient && hand.taken[CASH_IN] == 0) {
        illegal("playHand returned before cashIn", "", "");
    }
    if (hand.taken[GET_CARD] < 2) {
        illegal("playHand returned before the second getCard", "", "");
    }
    close_hand();
    read_payout();
}

static void check_is_complete(void) {
    static const char no_function[] = "the source does not define ";
    if (!startGame && !cpp_startGame) {
        illegal(no_function, "startGame(int, int)", "");
    }
    if (!playHand && !cpp_playHand) {
        illegal(no_function, "playHand()", "");
    }
    if (!reshuffle && !cpp_reshuffle) {
        illegal(no_function, "reshuffle()", "");
    }
}

/* Weak: a main of the program's own is taken instead. */
WEAK int main(void) {
    static const char ready[] = "{\"ready\":1,\"name\":\"startGame, playHand, reshuffle\",\"bye\":true}\n";
    const char *hello;
    if (from_referee < 0) {
        take_the_wire();
    }
    hello = read_line();
    lenient = field(hello, "\"order\":\"lenient\"") != NULL;
    check_is_complete();
    send_bytes(ready, sizeof ready - 1);
    for (;;) {
        const char *line = read_line();
        obey_bye(line);
        if (is(line, "{\"tell\":\"start\"")) {
            start_game(line);
        } else if (is(line, "{\"tell\":\"shuffle\"")) {
            shuffle();
        } else if (is(line, "{\"ask\":\"bet\"")) {
            play_hand(line);
        }
    }
}
