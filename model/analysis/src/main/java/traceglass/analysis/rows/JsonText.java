package traceglass.analysis.rows;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import traceglass.store.text.Json;

/// Writes rows as a JSON array of objects, one on each line. Integers are written in full; NULL, NaN and infinities
/// are `null`, because JSON cannot express the last two.
public final class JsonText {

    private JsonText() {}

    public static void write(RowStore rows, int[] order, List<Integer> columns, Writer out) throws IOException {
        out.write('[');
        for (int i = 0; i < order.length; i++) {
            int row = order[i];
            out.write(i == 0 ? "\n" : ",\n");
            out.write(Json.spaced(json -> writeRow(rows, row, columns, json)));
        }
        out.write("\n]\n");
    }

    private static void writeRow(RowStore rows, int row, List<Integer> columns, JsonGenerator out) throws IOException {
        out.writeStartObject();
        for (int column : columns) {
            out.writeFieldName(rows.names().get(column));
            writeValue(rows, row, column, out);
        }
        out.writeEndObject();
    }

    private static void writeValue(RowStore rows, int row, int column, JsonGenerator out) throws IOException {
        String text = rows.getText(row, column);
        boolean isNumber =
                rows.type(column) != RowType.DOUBLE || text != null && Double.isFinite(rows.getDouble(row, column));
        if (text == null || !isNumber) {
            out.writeNull();
        } else if (rows.type(column) == RowType.TEXT) {
            out.writeString(text);
        } else {
            out.writeNumber(text);
        }
    }
}
