package traceglass.convert.perfetto;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/// Counts the rows that the format, or this conversion, cannot carry.
final class Losses {

    private final Map<String, Long> counts = new LinkedHashMap<>();

    /// @param description rows with the reason, such as `flows back in time`
    void add(String description, long count) {
        if (count > 0) {
            counts.merge(description, count, Long::sum);
        }
    }

    void report(Consumer<String> notes) {
        counts.forEach((description, count) -> notes.accept(description + ": " + count));
    }
}
