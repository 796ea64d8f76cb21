package traceglass.convert.perfetto.output;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import traceglass.store.text.DisplayText;

/// Counts the rows that the format or this conversion can't represent.
public final class ConversionLosses {

    private final Map<String, Long> counts = new LinkedHashMap<>();

    /// @param description kind of rows with the reason, such as `flows that lead back in time`
    public void add(String description, long count) {
        if (count > 0) {
            counts.merge(description, count, Long::sum);
        }
    }

    /// Reports each kind of rows with its count.
    public void report(Consumer<String> notes) {
        counts.forEach((description, count) -> notes.accept(description + ": " + DisplayText.grouped(count)));
    }
}
