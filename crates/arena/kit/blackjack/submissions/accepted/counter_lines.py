"""Counts cards, bets one Kelly, and plays by the table: in lines of JSON."""
import json
import sys

# What removing one card, ace to ten, adds to the edge from ten packs, and the edge of a full shoe, in 1e-7.
EFFECTS = [None, None, -331, -866, -1227, 1560, 227, 674, 6, 106, 320, -1430]
FRESH = 67880
# The chance that a hand is won or lost, in 1e-7.
DECIDED = 8180000


def draws(total, soft, up):
    if soft:
        return total <= 17 or total == 18 and up >= 9
    return total <= 15 or total == 16 and not 4 <= up <= 6 or total == 17 and up >= 8


print('{"ready":1,"name":"counter in lines"}', flush=True)
packs = left = removed = up = 0
for line in sys.stdin:
    message = json.loads(line)
    if "bye" in message:
        break
    if message.get("ask") == "bet":
        edge = FRESH + int(removed * 520 / left)
        answer = '"bet":%d' % (max(edge, 0) * message["money"] // DECIDED)
    elif message.get("ask") == "play":
        up = message["up"]
        answer = '"move":"%s"' % ("hit" if draws(message["total"], message["soft"], up) else "stand")
    else:
        if message.get("tell") == "start":
            packs = message["packs"]
        if message.get("tell") in ("start", "shuffle"):
            left, removed, up = 52 * packs, 0, 0
        if message.get("tell") == "dealer":
            # Every hand is asked for at least once, since two cards are 21 at most: the upcard is known.
            cards = message["cards"] + message["hand"] + [up]
            left -= len(cards)
            removed += sum(EFFECTS[card] for card in cards)
        continue
    sys.stdout.write('{"id":%d,%s}\n' % (message["id"], answer))
    sys.stdout.flush()
