// The value of a hand at Rullete. In: five cards on a line, such as 2D 5D JD KC AC. Out: the value.
//
// This much is done: the sum of the scores, and rule 2. The other rules are yours, in their order.

import java.util.HashSet;
import java.util.Scanner;
import java.util.Set;

public class CLASS {
    static long score(String card) {
        return Character.isDigit(card.charAt(0)) ? Long.parseLong(card.substring(0, card.length() - 1)) : 10;
    }

    static long value(String[] hand) {
        long total = 0;
        Set<Character> suits = new HashSet<>();
        for (String card : hand) {
            total += score(card);
            suits.add(card.charAt(card.length() - 1));
        }
        // Rule 1 comes here.
        if (suits.size() < hand.length) {
            total *= 2; // Rule 2.
        }
        // Rules 3 to 14 come here.
        return total;
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        while (in.hasNextLine()) {
            String line = in.nextLine().trim();
            if (!line.isEmpty()) {
                System.out.println(value(line.split("\\s+")));
            }
        }
    }
}
