package traceglass.record.config.check;

import org.jspecify.annotations.Nullable;
import traceglass.store.text.Spelling;

/// Finds the most similar known name.
final class NameSuggestion {

    private NameSuggestion() {}

    /// Returns the name with the smallest edit distance, or null if none is close: at most two letters, or a
    /// third of the letters if that is more, can differ.
    static @Nullable String of(String name, Iterable<String> names) {
        String best = null;
        int min = Math.max(2, name.length() / 3) + 1;
        for (String n : names) {
            // The length difference is a lower bound. Checking it first is faster: kernels have thousands of names.
            int d = Math.abs(n.length() - name.length()) < min ? Spelling.distance(name, n) : min;
            if (d < min) {
                min = d;
                best = n;
            }
        }
        return best;
    }
}
