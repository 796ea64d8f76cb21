package traceglass.ingest.database;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Meanings of the columns of a table. Columns without a meaning become arguments.
///
/// The text form is that of the option `--columns`: `time=ts:us,duration=dur:ms,name=event`.
///
/// @param columns columns with a meaning, in any order
public record ColumnMeanings(List<Column> columns) {

    /// No column has a meaning.
    public static final ColumnMeanings NONE = new ColumnMeanings(List.of());

    /// Meaning of a column.
    public enum Meaning {
        TIME,
        DURATION,
        END,
        NAME,
        PROCESS,
        THREAD,
        CATEGORY,
        VALUE;

        /// Returns the keyword used in `--columns`.
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }

        /// Returns whether the values have a time unit.
        public boolean hasUnit() {
            return this == TIME || this == DURATION || this == END;
        }
    }

    private static final Pattern ENTRY = Pattern.compile("(time|duration|dur|end|name|process|thread|category|value)=");

    /// A column with a meaning.
    ///
    /// @param unit unit of times and durations; null if it is unknown or not applicable
    public record Column(Meaning meaning, String name, ColumnUnit unit) {}

    public ColumnMeanings {
        columns = List.copyOf(columns);
    }

    /// Parses the text form.
    ///
    /// @throws IllegalArgumentException with a message for users if it is invalid
    public static ColumnMeanings parse(String text) {
        List<Column> columns = new ArrayList<>();
        Matcher m = ENTRY.matcher(text);
        int index = 0;
        while (index < text.length()) {
            if (!m.find(index) || m.start() != index) {
                throw new IllegalArgumentException("can't read “" + text.substring(index)
                        + "” as the meaning of a column. Example: time=ts:us,duration=dur:us,name=event");
            }
            int from = m.end();
            int end = nextSeparator(text, from);
            String word = m.group(1);
            Meaning meaning = word.equals("dur") ? Meaning.DURATION : Meaning.valueOf(word.toUpperCase(Locale.ROOT));
            columns.add(column(meaning, text.substring(from, end)));
            index = end + 1;
        }
        return new ColumnMeanings(columns);
    }

    /// Returns the position of the comma before the next entry, because column names may contain commas.
    private static int nextSeparator(String text, int from) {
        for (int comma = text.indexOf(',', from); comma >= 0; comma = text.indexOf(',', comma + 1)) {
            if (ENTRY.matcher(text).region(comma + 1, text.length()).lookingAt()) {
                return comma;
            }
        }
        return text.length();
    }

    private static Column column(Meaning meaning, String text) {
        int colon = text.lastIndexOf(':');
        ColumnUnit unit = meaning.hasUnit() && colon > 0 ? ColumnUnit.of(text.substring(colon + 1)) : null;
        return new Column(meaning, unit == null ? text : text.substring(0, colon), unit);
    }

    /// Returns the text form.
    public String text() {
        StringBuilder text = new StringBuilder();
        for (Column c : columns) {
            text.append(text.isEmpty() ? "" : ",")
                    .append(c.meaning.text())
                    .append('=')
                    .append(c.name);
            text.append(c.unit == null ? "" : ":" + c.unit.text());
        }
        return text.toString();
    }

    /// Returns the first column with this meaning, or null.
    public Column of(Meaning meaning) {
        return columns.stream().filter(c -> c.meaning == meaning).findFirst().orElse(null);
    }

    List<Column> all(Meaning meaning) {
        return columns.stream().filter(c -> c.meaning == meaning).toList();
    }

    Set<String> names() {
        Set<String> names = new LinkedHashSet<>();
        columns.forEach(c -> names.add(c.name));
        return names;
    }
}
