package traceglass.record.chrome;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import traceglass.store.text.JsonString;

/// The little of JSON that the DevTools protocol needs: values as maps, lists, strings, doubles, booleans and null.
final class Json {

    private static final int DEEPEST = 200;

    private final String text;
    private int at;
    private int depth;

    private Json(String text) {
        this.text = text;
    }

    /// Reads an object.
    static Map<String, Object> object(String text) throws IOException {
        if (parse(text) instanceof Map<?, ?> m) {
            return map(m);
        }
        throw new IOException("a JSON object was expected");
    }

    /// Reads any value.
    static Object parse(String text) throws IOException {
        return new Json(text).value();
    }

    /// The field as a map; empty if it is none.
    @SuppressWarnings("unchecked")
    static Map<String, Object> map(Object value) {
        return value instanceof Map<?, ?> m ? (Map<String, Object>) m : Map.of();
    }

    /// The field as a text; empty if it is none.
    static String text(Object value) {
        return value instanceof String s ? s : "";
    }

    static double number(Object value) {
        return value instanceof Double d ? d : 0;
    }

    /// The text as JSON writes it, with its quotes.
    static String quote(String s) {
        return JsonString.quoted(s);
    }

    private Object value() throws IOException {
        space();
        if (at >= text.length()) {
            throw new IOException("the JSON ends too early");
        }
        char c = text.charAt(at);
        if (c == '{' || c == '[') {
            if (++depth > DEEPEST) {
                throw new IOException("the JSON is nested too deep");
            }
            Object nested = c == '{' ? map() : list();
            depth--;
            return nested;
        }
        if (c == '"') {
            return string();
        }
        return word();
    }

    private Map<String, Object> map() throws IOException {
        Map<String, Object> map = new LinkedHashMap<>();
        expect('{');
        for (boolean first = true; !next('}'); first = false) {
            if (!first) {
                expect(',');
            }
            space();
            String name = string();
            expect(':');
            map.put(name, value());
        }
        return map;
    }

    private List<Object> list() throws IOException {
        List<Object> list = new ArrayList<>();
        expect('[');
        for (boolean first = true; !next(']'); first = false) {
            if (!first) {
                expect(',');
            }
            list.add(value());
        }
        return list;
    }

    private String string() throws IOException {
        expect('"');
        int start = at;
        // What has no escapes, such as megabytes of base64, is taken in one piece.
        int end = at;
        while (end < text.length() && text.charAt(end) != '"' && text.charAt(end) != '\\') {
            end++;
        }
        if (end < text.length() && text.charAt(end) == '"') {
            at = end + 1;
            return text.substring(start, end);
        }
        StringBuilder b = new StringBuilder(text.substring(start, end));
        at = end;
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == '"') {
                return b.toString();
            }
            b.append(c == '\\' ? escape() : c);
        }
        throw new IOException("the JSON ends within a string");
    }

    private char escape() throws IOException {
        char c = at < text.length() ? text.charAt(at++) : '"';
        return switch (c) {
            case 'n' -> '\n';
            case 't' -> '\t';
            case 'r' -> '\r';
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'u' -> {
                if (at + 4 > text.length()) {
                    throw new IOException("the JSON ends within an escape");
                }
                try {
                    yield (char) Integer.parseInt(text.substring(at, at += 4), 16);
                } catch (NumberFormatException e) {
                    throw new IOException("a wrong escape in the JSON", e);
                }
            }
            default -> c;
        };
    }

    private Object word() throws IOException {
        int start = at;
        while (at < text.length() && ",]} \t\r\n".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        String word = text.substring(start, at);
        return switch (word) {
            case "true" -> true;
            case "false" -> false;
            case "null" -> null;
            default -> {
                try {
                    yield Double.valueOf(word);
                } catch (NumberFormatException e) {
                    throw new IOException("\"" + word + "\" is no JSON", e);
                }
            }
        };
    }

    private void space() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private boolean next(char c) {
        space();
        if (at < text.length() && text.charAt(at) == c) {
            at++;
            return true;
        }
        return false;
    }

    private void expect(char c) throws IOException {
        if (!next(c)) {
            throw new IOException("'" + c + "' was expected in the JSON");
        }
    }
}
