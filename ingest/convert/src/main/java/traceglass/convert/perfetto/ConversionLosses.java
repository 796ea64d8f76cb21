package traceglass.convert.perfetto;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/// Counts the rows that the format or this conversion can't represent.
final class ConversionLosses {

    private final Map<String, Long> counts = new LinkedHashMap<>();

    /// @param description kind of rows with the reason, such as `flows that lead back in time`
    void add(String description, long count) {
        if (count > 0) {
            counts.merge(description, count, Long::sum);
        }
    }

    void report(Consumer<String> notes) {
        counts.forEach((description, count) -> notes.accept(description + ": " + count));
    }
}
