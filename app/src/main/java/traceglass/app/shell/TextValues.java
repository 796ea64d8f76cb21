package traceglass.app.shell;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.HexFormat;
import java.util.Locale;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.ResultColumn;
import traceglass.sql.result.ResultCursor;
import traceglass.store.text.Json;

/// Converts values of results to text.
public final class TextValues {

    private TextValues() {}

    /// Returns a value as text, or null for NULL. Bytes become hexadecimal digits.
    public static String text(ResultCursor cursor, int column) throws QueryException {
        return switch (cursor.columns().get(column).type()) {
            case LONG, BOOLEAN -> {
                long value = cursor.getLong(column);
                yield cursor.wasNull() ? null : Long.toString(value);
            }
            case DOUBLE -> {
                double value = cursor.getDouble(column);
                yield cursor.wasNull() ? null : text(value);
            }
            case BLOB -> {
                byte[] bytes = cursor.getBytes(column);
                yield bytes == null ? null : text(bytes);
            }
            default -> cursor.getString(column);
        };
    }

    /// Returns a number as text; whole ones have one decimal.
    public static String text(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? String.format(Locale.ROOT, "%.1f", value)
                : Double.toString(value);
    }

    /// Returns bytes as hexadecimal digits.
    public static String text(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    /// Returns a row as a JSON object.
    static String json(ResultCursor cursor) throws QueryException {
        String[] texts = new String[cursor.columns().size()];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = text(cursor, i);
        }
        return Json.compact(out -> {
            out.writeStartObject();
            for (int i = 0; i < texts.length; i++) {
                out.writeFieldName(cursor.columns().get(i).name());
                writeValue(cursor.columns().get(i).type(), texts[i], out);
            }
            out.writeEndObject();
        });
    }

    private static void writeValue(ResultColumn.Type type, String text, JsonGenerator out) throws IOException {
        boolean isNumber = switch (type) {
            case LONG, BOOLEAN, HUGE -> true;
            case DOUBLE -> text != null && !text.contains("N") && !text.contains("I");
            default -> false;
        };
        if (text != null && isNumber) {
            out.writeNumber(text);
        } else {
            out.writeString(text);
        }
    }

    /// Escapes a field for tab-separated output.
    static String tsv(String text) {
        return text.replace("\\", "\\\\")
                .replace("\t", "\\t")
                .replace("\n", "\\n")
                .replace("\r", "\\r");
    }

    /// Quotes a field for comma-separated output as in RFC 4180. An empty string is quoted, to distinguish it from
    /// NULL, which is an empty field.
    static String csv(String text) {
        boolean quotes = text.isEmpty()
                || text.indexOf(',') >= 0
                || text.indexOf('"') >= 0
                || text.indexOf('\n') >= 0
                || text.indexOf('\r') >= 0;
        return quotes ? '"' + text.replace("\"", "\"\"") + '"' : text;
    }
}
