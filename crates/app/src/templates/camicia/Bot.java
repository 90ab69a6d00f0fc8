// Camicia. In: two lines with the hands from the top, such as 2 A 7 8 Q 10. Out: how the game ends,
// cards played and tricks, such as finished 13 1.

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

public class CLASS {
    // Reads a line: the penalty of each card, 0 for a number card.
    static Deque<Integer> readHand() throws IOException {
        Deque<Integer> hand = new ArrayDeque<>();
        for (int c = System.in.read(); c >= 0 && c != '\n'; c = System.in.read()) {
            if ("JQKA".indexOf(c) >= 0) {
                hand.add("JQKA".indexOf(c) + 1);
            } else if (c >= '1' && c <= '9') {
                hand.add(0);
            }
        }
        return hand;
    }

    public static void main(String[] args) throws IOException {
        List<Deque<Integer>> hands = List.of(readHand(), readHand());
        if (hands.get(0).isEmpty() || hands.get(1).isEmpty()) {
            System.out.println("finished 0 1");
            return;
        }
        int turn = 0;
        int played = 0;
        int tricks = 0;
        // Number cards are all alike, and who leads is part of the state.
        Set<String> seen = new HashSet<>();
        while (seen.add(turn + " " + hands)) {
            Deque<Integer> pile = new ArrayDeque<>();
            int owed = 0;
            while (!hands.get(turn).isEmpty()) {
                int penalty = hands.get(turn).remove();
                pile.add(penalty);
                played++;
                if (penalty > 0) {
                    owed = penalty;
                    turn = 1 - turn;
                } else if (owed == 0) {
                    turn = 1 - turn;
                } else if (--owed == 0) {
                    break;
                }
            }
            // The other takes the pile: the penalty is paid, or there is no card to play.
            turn = 1 - turn;
            hands.get(turn).addAll(pile);
            tricks++;
            if (hands.get(1 - turn).isEmpty()) {
                System.out.println("finished " + played + " " + tricks);
                return;
            }
        }
        System.out.println("loop " + played + " " + tricks);
    }
}
