package traceglass.record.config.check;

import org.jspecify.annotations.Nullable;
import traceglass.store.text.Spelling;

/// Finds what somebody may have meant by a name that is not there.
final class Nearest {

    private Nearest() {}

    /// The name with the fewest letters to change, or null where none is near: more than a third of the letters,
    /// and more than two, are another word.
    static @Nullable String of(String name, Iterable<String> names) {
        String best = null;
        int least = Math.max(2, name.length() / 3) + 1;
        for (String n : names) {
            int d = Spelling.distance(name, n);
            if (d < least) {
                least = d;
                best = n;
            }
        }
        return best;
    }
}
