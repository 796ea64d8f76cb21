package traceglass.app.command;

import java.util.Arrays;
import java.util.List;

/// Says how well a few typed letters fit a text that has them in the same order.
public final class FuzzyMatch {

    private static final int START_OF_WORD = 10;
    private static final int NEXT_TO_LAST = 8;
    private static final int LETTER = 1;

    private FuzzyMatch() {}

    /// Higher is better; −1 when the letters of `typed` do not occur in `text` in their order. Case and spaces in
    /// `typed` do not count. Letters at the start of words and letters side by side count most, letters skipped
    /// before the first a little less.
    public static int score(String typed, String text) {
        int[] at = places(typed, text);
        if (at == null) {
            return -1;
        }
        int score = 0;
        for (int i = 0; i < at.length; i++) {
            score += LETTER;
            if (startsWord(text, at[i])) {
                score += START_OF_WORD;
            } else if (i > 0 && at[i] == at[i - 1] + 1) {
                score += NEXT_TO_LAST;
            }
        }
        return at.length == 0 ? 0 : Math.max(0, score * 4 - Math.min(at[0], 20));
    }

    /// The same as [#places] as a list, empty when nothing was typed or it does not fit.
    public static List<Integer> marks(String typed, String text) {
        int[] at = typed.isBlank() ? null : places(typed, text);
        return at == null ? List.of() : Arrays.stream(at).boxed().toList();
    }

    /// Where in `text` the letters of `typed` are found, or null. Prefers starts of words where the rest still fits
    /// after them.
    public static int[] places(String typed, String text) {
        String wanted = typed.toLowerCase(java.util.Locale.ROOT).replace(" ", "");
        String in = text.toLowerCase(java.util.Locale.ROOT);
        int whole = in.indexOf(typed.strip().toLowerCase(java.util.Locale.ROOT));
        if (whole >= 0 && !typed.isBlank() && !typed.strip().contains(" ")) {
            int from = whole;
            return java.util.stream.IntStream.range(0, wanted.length())
                    .map(i -> from + i)
                    .toArray();
        }
        int[] at = new int[wanted.length()];
        int from = 0;
        for (int i = 0; i < at.length; i++) {
            int plain = in.indexOf(wanted.charAt(i), from);
            if (plain < 0) {
                return null;
            }
            int best = plain;
            boolean follows = i > 0 && plain == at[i - 1] + 1;
            for (int p = plain;
                    p >= 0 && !follows && !startsWord(text, best);
                    p = in.indexOf(wanted.charAt(i), p + 1)) {
                if (startsWord(text, p) && restFits(wanted, i + 1, in, p + 1)) {
                    best = p;
                }
            }
            at[i] = best;
            from = best + 1;
        }
        return Arrays.copyOf(at, at.length);
    }

    private static boolean restFits(String wanted, int i, String in, int from) {
        int p = from;
        for (int k = i; k < wanted.length(); k++) {
            p = in.indexOf(wanted.charAt(k), p) + 1;
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
