package traceglass.store.text;

import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Similarity of names, for "did you mean" suggestions.
public final class Spelling {

    private Spelling() {}

    /// Returns the number of letters to insert, delete, replace or swap with the next one.
    public static int distance(String a, String b) {
        int[] before = new int[b.length() + 1];
        int[] above = new int[b.length() + 1];
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] unused = before;
            before = above;
            above = row;
            row = unused;
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                boolean isSame = a.charAt(i - 1) == b.charAt(j - 1);
                row[j] = Math.min(Math.min(above[j], row[j - 1]) + 1, above[j - 1] + (isSame ? 0 : 1));
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    row[j] = Math.min(row[j], before[j - 2] + 1);
                }
            }
        }
        return row[b.length()];
    }

    /// Returns whether one may be a misspelling of the other.
    public static boolean isNear(String a, String b) {
        return distance(a.toLowerCase(Locale.ROOT), b.toLowerCase(Locale.ROOT))
                <= Math.max(1, Math.min(a.length(), b.length()) / 3);
    }

    /// Returns the name that is most similar to another, ignoring case; null if none may be a misspelling of it.
    public static @Nullable String nearest(String name, Collection<String> names) {
        String best = null;
        int min = Integer.MAX_VALUE;
        String lower = name.toLowerCase(Locale.ROOT);
        for (String candidate : names) {
            int distance = distance(lower, candidate.toLowerCase(Locale.ROOT));
            boolean isCloser = distance < min || distance == min && best != null && candidate.compareTo(best) < 0;
            if (isCloser && isNear(name, candidate)) {
                min = distance;
                best = candidate;
            }
        }
        return best;
    }
}
