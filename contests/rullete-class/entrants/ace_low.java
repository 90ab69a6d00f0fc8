import java.util.Arrays;
import java.util.Scanner;

/** Wrong in rule 10: takes A 2 3 4 5 for a straight. */
public class Rullete {
    static final String ORDER = "23456789TJQKA";

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        int[] ranks = new int[5];
        int[] suits = new int[128];
        int sum = 0, lowest = 10, jacks = 0;
        for (int i = 0; i < 5; i++) {
            String card = in.next().replace("10", "T");
            ranks[i] = ORDER.indexOf(card.charAt(0));
            suits[card.charAt(1)]++;
            sum += score(ranks[i]);
            lowest = Math.min(lowest, score(ranks[i]));
            jacks += ranks[i] == 9 ? 1 : 0;
        }
        int value = 2 * (sum + 1 + jacks * score(ranks[0]));
        if (suits['C'] * suits['D'] * suits['H'] * suits['S'] > 0) {
            value *= 2;
        }
        value += Math.abs(suits['C'] + suits['S'] - suits['D'] - suits['H']) + lowest;
        if (count(ranks, 5) == 4) {
            value -= 121;
        }
        boolean swaps = suits['D'] >= 3;
        if (swaps) {
            value++;
            swap(ranks);
        }
        int[] sorted = ranks.clone();
        Arrays.sort(sorted);
        boolean wheel = Arrays.equals(sorted, new int[] {0, 1, 2, 3, 12});
        boolean high = Arrays.equals(sorted, new int[] {8, 9, 10, 11, 12});
        int last = swaps ? 1 : lowest;
        if (wheel || high) {
            value += 5;
            last = 5;
        }
        if (count(ranks, 0) > 0) {
            value += last;
            if (last == 1) {
                swap(ranks);
            }
        }
        System.out.println(count(ranks, 0) > 0 ? 2 * value : value);
    }

    static int score(int rank) {
        return Math.min(rank + 2, 10);
    }

    static int count(int[] ranks, int wanted) {
        return (int) Arrays.stream(ranks).filter(rank -> rank == wanted).count();
    }

    static void swap(int[] ranks) {
        int[] other = {3, 1, 2, 0, 7, 5, 6, 4, 8, 9, 10, 11, 12};
        Arrays.setAll(ranks, i -> other[ranks[i]]);
    }
}
