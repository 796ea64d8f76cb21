package traceglass.engine.agent;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A table of an answer.
///
/// @param title one line
/// @param columns names of the columns
/// @param rows values: Long, BigInteger, Double, Boolean, String or null
/// @param note information for the reader, for example that rows were omitted; may be empty
/// @param isTruncated whether there are more rows, or longer values, than the limits allow
public record AnswerTable(
        String title, List<String> columns, List<List<@Nullable Object>> rows, String note, boolean isTruncated) {

    public AnswerTable {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }

    /// Returns a table that has no rows, only a note.
    public static AnswerTable withNote(String title, String note) {
        return new AnswerTable(title, List.of(), List.of(), note, false);
    }

    /// Returns whether there are no rows.
    public boolean isEmpty() {
        return rows.isEmpty();
    }

    /// Returns the table with another note.
    public AnswerTable withNote(String newNote) {
        return new AnswerTable(title, columns, rows, newNote, isTruncated);
    }

    /// Returns the first value of a column as an integer, or the default if there is no row or no number.
    public long firstLong(String column, long fallback) {
        int index = columns.indexOf(column);
        Object value = rows.isEmpty() || index < 0 ? null : rows.getFirst().get(index);
        return value instanceof Number number ? number.longValue() : fallback;
    }

    /// Returns the first value of a column as a string, or an empty string if there is none.
    public String firstText(String column) {
        int index = columns.indexOf(column);
        Object value = rows.isEmpty() || index < 0 ? null : rows.getFirst().get(index);
        return value == null ? "" : value.toString();
    }
}
