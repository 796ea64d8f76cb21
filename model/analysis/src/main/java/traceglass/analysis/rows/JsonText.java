package traceglass.analysis.rows;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import traceglass.store.text.JsonString;

/// Writes rows as a JSON array of objects, one a line. Whole numbers are written in full; NULL, NaN and infinities are
/// `null`, as JSON has no word for the last two.
public final class JsonText {

    private JsonText() {}

    public static void write(RowStore rows, int[] order, List<Integer> columns, Writer out) throws IOException {
        out.write('[');
        for (int i = 0; i < order.length; i++) {
            out.write(i == 0 ? "\n{" : ",\n{");
            for (int c = 0; c < columns.size(); c++) {
                int column = columns.get(c);
                out.write(c == 0 ? "" : ", ");
                out.write(JsonString.quoted(rows.names().get(column)));
                out.write(": ");
                value(rows, order[i], column, out);
            }
            out.write('}');
        }
        out.write("\n]\n");
    }

    private static void value(RowStore rows, int row, int column, Writer out) throws IOException {
        String text = rows.getText(row, column);
        boolean number =
                rows.type(column) != RowType.DOUBLE || text != null && Double.isFinite(rows.getDouble(row, column));
        if (text == null || !number) {
            out.write("null");
        } else if (rows.type(column) == RowType.TEXT) {
            out.write(JsonString.quoted(text));
        } else {
            out.write(text);
        }
    }
}
