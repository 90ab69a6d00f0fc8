import java.util.ArrayList;
import java.util.List;

/** Five cards: the place of each rank, from 0 for a 2 to 12 for an ace, and the suits. */
class Hand {
    private static final List<String> RANKS =
            List.of("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A");

    final int[] ranks = new int[5];
    final char[] suits = new char[5];

    Hand(String line) {
        String[] cards = line.trim().split("\\s+");
        for (int i = 0; i < 5; i++) {
            int end = cards[i].length() - 1;
            ranks[i] = RANKS.indexOf(cards[i].substring(0, end));
            suits[i] = cards[i].charAt(end);
        }
    }

    static int score(int rank) {
        return Math.min(rank + 2, 10);
    }

    int countRank(int rank) {
        int count = 0;
        for (int other : ranks) {
            count += other == rank ? 1 : 0;
        }
        return count;
    }

    int countSuit(char suit) {
        int count = 0;
        for (char other : suits) {
            count += other == suit ? 1 : 0;
        }
        return count;
    }

    /** Sixes and nines trade ranks, and twos and fives do. */
    void swap() {
        for (int i = 0; i < 5; i++) {
            switch (ranks[i]) {
                case 0 -> ranks[i] = 3;
                case 3 -> ranks[i] = 0;
                case 4 -> ranks[i] = 7;
                case 7 -> ranks[i] = 4;
                default -> { }
            }
        }
    }

    boolean isStraight() {
        List<Integer> sorted = new ArrayList<>();
        for (int rank : ranks) {
            sorted.add(rank);
        }
        sorted.sort(null);
        for (int i = 1; i < 5; i++) {
            if (sorted.get(i) != sorted.get(i - 1) + 1) {
                return false;
            }
        }
        return true;
    }
}
