package traceglass.analysis.rows;

import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.util.List;
import java.util.stream.IntStream;

/// Writes rows as CSV (RFC 4180: commas, quotes if necessary) for files and as tab-separated text for the clipboard.
/// Values are in plain notation for other programs: times in ns, no digit grouping; NULL is an empty field.
public final class DelimitedText {

    private DelimitedText() {}

    /// Writes header and rows as CSV with `\n` line ends.
    ///
    /// @param order row numbers, in output order
    /// @param columns column indexes
    public static void writeCsv(RowStore rows, int[] order, List<Integer> columns, Writer out) throws IOException {
        write(rows, order, columns, ',', true, out);
    }

    /// Writes rows in the form that spreadsheets accept from the clipboard.
    public static void writeTabs(RowStore rows, int[] order, List<Integer> columns, boolean hasHeader, Writer out)
            throws IOException {
        write(rows, order, columns, '\t', hasHeader, out);
    }

    /// Returns all rows and columns in the form that spreadsheets accept from the clipboard.
    public static String writeTabs(RowStore rows, boolean hasHeader) throws IOException {
        StringWriter out = new StringWriter();
        writeTabs(
                rows,
                IntStream.range(0, rows.size()).toArray(),
                IntStream.range(0, rows.columns()).boxed().toList(),
                hasHeader,
                out);
        return out.toString();
    }

    /// Writes rows unambiguously for a configured reader: text always in quotes, NULL as `\N` without quotes.
    public static void writeExact(RowStore rows, int[] order, List<Integer> columns, Writer out) throws IOException {
        for (int row : order) {
            for (int i = 0; i < columns.size(); i++) {
                String text = rows.getText(row, columns.get(i));
                out.write(i == 0 ? "" : ",");
                out.write(
                        text == null
                                ? "\\N"
                                : rows.type(columns.get(i)) == RowType.TEXT
                                        ? '"' + text.replace("\"", "\"\"") + '"'
                                        : text);
            }
            out.write('\n');
        }
    }

    private static void write(
            RowStore rows, int[] order, List<Integer> columns, char separator, boolean hasHeader, Writer out)
            throws IOException {
        if (hasHeader) {
            for (int i = 0; i < columns.size(); i++) {
                writeField(i, rows.names().get(columns.get(i)), separator, out);
            }
            out.write('\n');
        }
        for (int row : order) {
            for (int i = 0; i < columns.size(); i++) {
                String text = rows.getText(row, columns.get(i));
                writeField(i, text == null ? "" : text, separator, out);
            }
            out.write('\n');
        }
    }

    private static void writeField(int index, String text, char separator, Writer out) throws IOException {
        if (index > 0) {
            out.write(separator);
        }
        if (separator == '\t') {
            out.write(text.replace('\t', ' ').replace('\n', ' ').replace('\r', ' '));
        } else if (text.indexOf(separator) >= 0
                || text.indexOf('"') >= 0
                || text.indexOf('\n') >= 0
                || text.indexOf('\r') >= 0) {
            out.write('"' + text.replace("\"", "\"\"") + '"');
        } else {
            out.write(text);
        }
    }
}
