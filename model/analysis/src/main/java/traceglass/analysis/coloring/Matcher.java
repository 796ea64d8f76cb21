package traceglass.analysis.coloring;

import java.util.BitSet;
import java.util.function.Predicate;

/// Evaluated condition: by name on any track, or by the ids of rows of `slice`.
///
/// @param names accepts names; null for a condition by ids
/// @param ids ids in `slice`; null for a condition by name
record Matcher(Predicate<String> names, BitSet ids) {

    /// Returns for each name whether it meets the condition; null for a condition by ids.
    boolean[] matches(String[] values) {
        if (names == null) {
            return null;
        }
        boolean[] matches = new boolean[values.length];
        for (int i = 0; i < matches.length; i++) {
            matches[i] = values[i] != null && names.test(values[i]);
        }
        return matches;
    }
}
