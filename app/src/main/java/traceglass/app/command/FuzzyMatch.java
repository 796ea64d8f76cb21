package traceglass.app.command;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/// Fuzzy matching: the typed letters must occur in the text in the same order.
public final class FuzzyMatch {

    private static final int START_OF_WORD = 10;
    private static final int ADJACENT = 8;
    private static final int LETTER = 1;
    /// Score of a typed word that the text contains as a whole; higher than the score of the start of another word.
    private static final int WHOLE = 12;
    private static final int MIN_WHOLE = 3;

    private FuzzyMatch() {}

    /// Score of a match, higher is better; −1 if `text` does not contain the letters of `typed` in order. Ignores
    /// case and spaces in `typed`. The whole word, letters at the start of words and adjacent letters score
    /// highest; skipped letters before the first match reduce the score slightly.
    public static int score(String typed, String text) {
        int[] positions = positions(typed, text);
        if (positions == null) {
            return -1;
        }
        int score = 0;
        for (int i = 0; i < positions.length; i++) {
            score += LETTER;
            if (startsWord(text, positions[i])) {
                score += START_OF_WORD;
            } else if (i > 0 && positions[i] == positions[i - 1] + 1) {
                score += ADJACENT;
            }
        }
        if (positions.length >= MIN_WHOLE && positions[positions.length - 1] - positions[0] == positions.length - 1) {
            score += WHOLE;
        }
        return positions.length == 0 ? 0 : Math.max(0, score * 4 - Math.min(positions[0], 20));
    }

    /// Returns [#positions] as a list; empty if nothing was typed or the text does not match.
    public static List<Integer> marks(String typed, String text) {
        int[] positions = typed.isBlank() ? null : positions(typed, text);
        return positions == null ? List.of() : Arrays.stream(positions).boxed().toList();
    }

    /// Returns the indexes of the matching letters in `text`, or null. Prefers starts of words if the remaining
    /// letters still match after them.
    public static int[] positions(String typed, String text) {
        String letters = typed.toLowerCase(Locale.ROOT).replace(" ", "");
        String lower = text.toLowerCase(Locale.ROOT);
        int start = lower.indexOf(typed.strip().toLowerCase(Locale.ROOT));
        if (start >= 0 && !typed.isBlank() && !typed.strip().contains(" ")) {
            int from = start;
            return IntStream.range(0, letters.length()).map(i -> from + i).toArray();
        }
        int[] positions = new int[letters.length()];
        int from = 0;
        for (int i = 0; i < positions.length; i++) {
            int index = lower.indexOf(letters.charAt(i), from);
            if (index < 0) {
                return null;
            }
            int best = index;
            boolean follows = i > 0 && index == positions[i - 1] + 1;
            for (int p = index;
                    p >= 0 && !follows && !startsWord(text, best);
                    p = lower.indexOf(letters.charAt(i), p + 1)) {
                if (startsWord(text, p) && matchesRest(letters, i + 1, lower, p + 1)) {
                    best = p;
                }
            }
            positions[i] = best;
            from = best + 1;
        }
        return Arrays.copyOf(positions, positions.length);
    }

    private static boolean matchesRest(String letters, int i, String lower, int from) {
        int p = from;
        for (int k = i; k < letters.length(); k++) {
            p = lower.indexOf(letters.charAt(k), p) + 1;
            if (p == 0) {
                return false;
            }
        }
        return true;
    }

    private static boolean startsWord(String text, int i) {
        return i == 0 || !Character.isLetterOrDigit(text.charAt(i - 1));
    }
}
