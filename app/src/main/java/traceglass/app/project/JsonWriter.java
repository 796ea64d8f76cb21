package traceglass.app.project;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import traceglass.store.text.JsonString;

/// Writes values as JSON for people and for version control: a member a line, in the order given; what fits stays on
/// one line.
final class JsonWriter {

    private static final int LINE = 100;
    private static final String INDENT = "  ";

    private JsonWriter() {}

    /// @param value maps with text as keys, lists, text, numbers, truth values and null
    static String write(Object value) {
        StringBuilder out = new StringBuilder();
        write(value, "", out);
        return out.append('\n').toString();
    }

    private static void write(Object value, String indent, StringBuilder out) {
        int start = out.length();
        flat(value, out);
        boolean nested = value instanceof Map<?, ?> m && !m.isEmpty() || value instanceof List<?> l && !l.isEmpty();
        if (!nested || !indent.isEmpty() && out.length() - start + indent.length() <= LINE) {
            return;
        }
        out.setLength(start);
        String inner = indent + INDENT;
        if (value instanceof Map<?, ?> map) {
            String before = "{\n";
            for (Map.Entry<?, ?> member : map.entrySet()) {
                out.append(before).append(inner);
                JsonString.append(String.valueOf(member.getKey()), out);
                out.append(": ");
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

    private static void flat(Object value, StringBuilder out) {
        switch (value) {
            case null -> out.append("null");
            case Map<?, ?> map -> {
                out.append('{');
                for (Iterator<? extends Map.Entry<?, ?>> i = map.entrySet().iterator(); i.hasNext(); ) {
                    Map.Entry<?, ?> member = i.next();
                    JsonString.append(String.valueOf(member.getKey()), out);
                    out.append(": ");
                    flat(member.getValue(), out);
                    out.append(i.hasNext() ? ", " : "");
                }
                out.append('}');
            }
            case List<?> list -> {
                out.append('[');
                for (Iterator<?> i = list.iterator(); i.hasNext(); ) {
                    flat(i.next(), out);
                    out.append(i.hasNext() ? ", " : "");
                }
                out.append(']');
            }
            // JSON has no word for what is not finite.
            case Double d when !Double.isFinite(d) -> out.append("null");
            case Number n -> out.append(n);
            case Boolean b -> out.append(b);
            default -> JsonString.append(value.toString(), out);
        }
    }
}
