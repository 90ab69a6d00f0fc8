import java.util.Scanner;

/** Right: the rules that five different cards can meet. */
public class Rullete {
    public static void main(String[] args) {
        System.out.println(value(new Hand(new Scanner(System.in).nextLine())));
    }

    static int value(Hand hand) {
        int value = 1 + hand.countRank(9) * Hand.score(hand.ranks[0]);
        int lowest = 10;
        for (int rank : hand.ranks) {
            value += Hand.score(rank);
            lowest = Math.min(lowest, Hand.score(rank));
        }
        int clubs = hand.countSuit('C'), diamonds = hand.countSuit('D');
        int hearts = hand.countSuit('H'), spades = hand.countSuit('S');
        value *= clubs * diamonds * hearts * spades > 0 ? 4 : 2;
        value += Math.abs(clubs + spades - diamonds - hearts);
        if (hand.countRank(5) == 4) {
            value -= 121;
        }
        value += lowest;
        int lastChange = lowest;
        boolean swaps = diamonds >= 3;
        if (swaps) {
            value += 1;
            hand.swap();
            lastChange = 1;
        }
        if (hand.isStraight()) {
            value += 5 * hand.countRank(12);
        }
        if (hand.countRank(0) > 0) {
            value += lastChange;
            if (swaps) {
                hand.swap();
            }
        }
        return hand.countRank(0) > 0 ? 2 * value : value;
    }
}
