package traceglass.app.grid;

import java.io.IOException;
import java.io.Writer;
import java.util.List;

/// Writes rows as a JSON array of objects, one a line. Whole numbers are written in full; NULL, NaN and infinities are `null`, as JSON has
/// no word for the last two.
final class JsonText {

    private JsonText() {}

    static void write(RowStore rows, int[] order, List<Integer> columns, Writer out) throws IOException {
        out.write('[');
        for (int i = 0; i < order.length; i++) {
            out.write(i == 0 ? "\n{" : ",\n{");
            for (int c = 0; c < columns.size(); c++) {
                int column = columns.get(c);
                out.write(c == 0 ? "" : ", ");
                string(rows.names().get(column), out);
                out.write(": ");
                value(rows, order[i], column, out);
            }
            out.write('}');
        }
        out.write("\n]\n");
    }

    private static void value(RowStore rows, int row, int column, Writer out) throws IOException {
        String text = rows.getText(row, column);
        boolean number = rows.type(column) != RowType.DOUBLE || text != null && Double.isFinite(rows.getDouble(row, column));
        if (text == null || !number) {
            out.write("null");
        } else if (rows.type(column) == RowType.TEXT) {
            string(text, out);
        } else {
            out.write(text);
        }
    }

    private static void string(String text, Writer out) throws IOException {
        out.write('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.write("\\\"");
                case '\\' -> out.write("\\\\");
                case '\n' -> out.write("\\n");
                case '\r' -> out.write("\\r");
                case '\t' -> out.write("\\t");
                default -> {
                    if (c < ' ') {
                        out.write(String.format("\\u%04x", (int) c));
                    } else {
                        out.write(c);
                    }
                }
            }
        }
        out.write('"');
    }
}
