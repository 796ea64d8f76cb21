package traceglass.app.project;

import java.util.List;
import java.util.Map;
import traceglass.store.text.Json;

/// Writes values as readable JSON that works well with version control: one member per line, in the given order;
/// short values stay on one line.
final class JsonWriter {

    private static final int MAX_LINE_CHARS = 100;
    private static final String INDENT = "  ";

    private JsonWriter() {}

    /// @param value maps with string keys, lists, strings, numbers, booleans and null
    static String write(Object value) {
        StringBuilder out = new StringBuilder();
        write(value, "", out);
        return out.append('\n').toString();
    }

    private static void write(Object value, String indent, StringBuilder out) {
        String line = Json.spaced(json -> Json.write(value, json));
        boolean isNested = value instanceof Map<?, ?> m && !m.isEmpty() || value instanceof List<?> l && !l.isEmpty();
        if (!isNested || !indent.isEmpty() && line.length() + indent.length() <= MAX_LINE_CHARS) {
            out.append(line);
            return;
        }
        String inner = indent + INDENT;
        if (value instanceof Map<?, ?> map) {
            String before = "{\n";
            for (Map.Entry<?, ?> member : map.entrySet()) {
                out.append(before)
                        .append(inner)
                        .append(Json.quoted(String.valueOf(member.getKey())))
                        .append(": ");
                write(member.getValue(), inner, out);
                before = ",\n";
            }
            out.append('\n').append(indent).append('}');
        } else if (value instanceof List<?> list) {
            String before = "[\n";
            for (Object element : list) {
                out.append(before).append(inner);
                write(element, inner, out);
                before = ",\n";
            }
            out.append('\n').append(indent).append(']');
        }
    }
}
