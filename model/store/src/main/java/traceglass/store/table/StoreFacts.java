package traceglass.store.table;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/// Numbers about a trace that an import finds and that belong to no table: queries of users don't see them. They are
/// kept in the table of metadata about the file of a store.
public final class StoreFacts {

    /// Number of packets of Perfetto traces, with those of compressed bundles.
    public static final String PACKETS = "packets";

    private final Map<String, Long> numbers = new TreeMap<>();

    /// Adds to a number, which is 0 at first.
    public void add(String name, long count) {
        numbers.merge(name, count, Long::sum);
    }

    /// Returns the numbers by name.
    public Map<String, Long> numbers() {
        return Collections.unmodifiableMap(numbers);
    }
}
