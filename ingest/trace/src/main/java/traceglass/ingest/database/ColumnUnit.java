package traceglass.ingest.database;

import java.util.Set;

/// Unit of a column with times or durations.
public enum ColumnUnit {
    NS(1, "ns", "nano", "nanos", "nanosecond", "nanoseconds", "nsec"),
    US(1_000, "us", "µs", "micro", "micros", "microsecond", "microseconds", "usec"),
    MS(1_000_000, "ms", "milli", "millis", "millisecond", "milliseconds", "msec"),
    S(1_000_000_000, "s", "sec", "secs", "second", "seconds"),
    /// Text with a date or a time of day.
    DATE(1, "date");

    private final long ns;
    private final String text;
    private final Set<String> synonyms;

    ColumnUnit(long ns, String text, String... synonyms) {
        this.ns = ns;
        this.text = text;
        this.synonyms = Set.of(synonyms);
    }

    /// Returns the length of one unit in ns.
    long ns() {
        return ns;
    }

    /// Returns the keyword used in `--columns`, e.g. `ms`.
    public String text() {
        return text;
    }

    /// Returns the unit with this keyword or a synonym of it, or null.
    static ColumnUnit of(String word) {
        for (ColumnUnit unit : values()) {
            if (unit.text.equals(word) || unit.synonyms.contains(word)) {
                return unit;
            }
        }
        return null;
    }
}
