import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Scanner;
import java.util.Set;

/** Right: the states so far are kept as strings. */
public class Camicia {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        List<Deque<Integer>> decks = List.of(read(in.nextLine()), read(in.nextLine()));
        Set<String> seen = new HashSet<>();
        long cards = 0;
        long tricks = 0;
        int leader = 0;
        while (seen.add(leader + " " + decks)) {
            List<Integer> pile = new ArrayList<>();
            int turn = leader;
            int debt = 0;
            while (!decks.get(turn).isEmpty()) {
                int card = decks.get(turn).removeFirst();
                pile.add(card);
                cards++;
                if (card > 0) {
                    turn = 1 - turn;
                    debt = card;
                } else if (debt == 0) {
                    turn = 1 - turn;
                } else if (--debt == 0) {
                    break;
                }
            }
            leader = 1 - turn;
            decks.get(leader).addAll(pile);
            tricks++;
            if (decks.get(turn).isEmpty()) {
                System.out.println("finished " + cards + " " + tricks);
                return;
            }
        }
        System.out.println("loop " + cards + " " + tricks);
    }

    /** What the other player owes for each card: 0 for a number card. */
    private static Deque<Integer> read(String line) {
        Deque<Integer> deck = new ArrayDeque<>();
        for (String card : line.trim().split("\\s+")) {
            if (!card.isEmpty()) {
                deck.add("JQKA".indexOf(card) + 1);
            }
        }
        return deck;
    }
}
