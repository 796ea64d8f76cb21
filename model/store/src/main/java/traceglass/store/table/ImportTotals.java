package traceglass.store.table;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/// Totals of an import that belong to no table, so that users' queries don't see them. They are stored in the metadata
/// of the store's file.
public final class ImportTotals {

    /// Number of packets of Perfetto traces, including those in compressed bundles.
    public static final String PACKETS = "packets";

    private final Map<String, Long> numbers = new TreeMap<>();

    /// Adds to a total, which starts at 0.
    public void add(String name, long count) {
        numbers.merge(name, count, Long::sum);
    }

    /// Returns the totals by name.
    public Map<String, Long> numbers() {
        return Collections.unmodifiableMap(numbers);
    }
}
