package traceglass.analysis.subject;

import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import traceglass.analysis.events.EventTable;
import traceglass.analysis.events.RowTable;
import traceglass.analysis.rows.RowStore;

/// Determines which table the column `id` of a result refers to, from the result and its query.
public final class IdTable {

    private IdTable() {}

    /// Returns the table, if the column names are unambiguous; otherwise the one in the query's own FROM.
    ///
    /// @param sql the query, or empty
    public static Optional<String> find(RowStore rows, String sql) {
        if (rows.column("id") < 0) {
            return Optional.empty();
        }
        record Marked(String table, RowTable.Mark mark) {}
        Optional<String> marked = Subjects.rows().stream()
                .flatMap(t -> t.marks().stream().map(m -> new Marked(t.name(), m)))
                .filter(m -> m.mark.columns().stream().allMatch(c -> rows.column(c) >= 0))
                .min(Comparator.comparingInt(m -> m.mark.rank()))
                .map(Marked::table);
        if (marked.isPresent()) {
            return marked;
        }
        return fromQuery(sql);
    }

    /// Returns the table that a column of a result holds ids of, or null.
    ///
    /// @param column name in lower case
    /// @param idTable table that a column `id` refers to, or null if unknown
    public static String reference(String column, String idTable) {
        return column.equals("id")
                ? idTable
                : Subjects.rows().stream()
                        .filter(t -> t.columns().contains(column)
                                || t.ownColumns().contains(column) && t.name().equals(idTable)
                                || t.references().stream().anyMatch(r -> endsWith(column, r)))
                        .map(RowTable::name)
                        .findFirst()
                        .orElse(null);
    }

    /// Returns whether the column has this name, or a longer one that ends with it: `client_utid`.
    private static boolean endsWith(String column, String name) {
        return column.equals(name) || column.endsWith("_" + name);
    }

    /// The last FROM outside parentheses names the rows; in queries with joins, `id` usually belongs to that
    /// table.
    private static Optional<String> fromQuery(String sql) {
        String text = sql.toLowerCase(Locale.ROOT);
        int depth = 0;
        String table = null;
        for (int i = 0; i + 5 < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\'' || c == '"') {
                int end = text.indexOf(c, i + 1);
                i = end < 0 ? text.length() : end;
            } else if (c == '-' && text.charAt(i + 1) == '-') {
                int end = text.indexOf('\n', i);
                i = end < 0 ? text.length() : end;
            } else if (c == '(') {
                depth++;
            } else if (c == ')') {
                depth--;
            } else if (depth == 0 && text.startsWith("from", i) && !isWord(text, i - 1) && !isWord(text, i + 4)) {
                table = word(text, i + 4);
            }
        }
        return Optional.ofNullable(table).flatMap(IdTable::shownBy);
    }

    private static boolean isWord(String text, int i) {
        return i >= 0 && i < text.length() && (Character.isLetterOrDigit(text.charAt(i)) || text.charAt(i) == '_');
    }

    private static String word(String text, int from) {
        int start = from;
        while (start < text.length() && Character.isWhitespace(text.charAt(start))) {
            start++;
        }
        int end = start;
        while (isWord(text, end)) {
            end++;
        }
        return text.substring(start, end);
    }

    private static Optional<String> shownBy(String view) {
        return Subjects.rows().stream()
                .filter(t -> t.isShownBy(view))
                .map(t -> t instanceof EventTable && t.isNamed(view) ? view : t.name())
                .findFirst();
    }
}
