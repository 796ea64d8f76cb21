package traceglass.ingest.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reads a whole JSON text into maps, lists, strings, longs, doubles, booleans and null: for small files that say how
/// to read others.
public final class JsonTree {

    /// Deeper values are refused: nobody writes them, and a hostile file could.
    private static final int MAX_DEPTH = 256;

    private JsonTree() {}

    /// Reads the text.
    ///
    /// @return the value; members of an object keep their order
    /// @throws IllegalArgumentException when it is no JSON; the message says what is wrong
    public static Object parse(byte[] text) {
        JsonCursor cursor = new JsonCursor();
        cursor.reset(text, 0, text.length);
        try {
            Object value = value(cursor, 0);
            cursor.skipSpace();
            if (cursor.position() < text.length) {
                throw new IllegalArgumentException("something follows the value at byte " + cursor.position());
            }
            return value;
        } catch (JsonSyntax e) {
            throw new IllegalArgumentException(
                    e == JsonSyntax.INCOMPLETE ? "it ends before its last bracket" : e.getMessage(), e);
        }
    }

    private static Object value(JsonCursor c, int depth) {
        if (depth > MAX_DEPTH) {
            throw new IllegalArgumentException("it is nested more than " + MAX_DEPTH + " deep");
        }
        switch (c.peek()) {
            case '{' -> {
                c.expect('{');
                Map<String, Object> members = new LinkedHashMap<>();
                while (c.nextKey()) {
                    String key = c.key();
                    members.put(key, value(c, depth + 1));
                }
                return members;
            }
            case '[' -> {
                c.expect('[');
                List<Object> elements = new ArrayList<>();
                while (c.nextElement()) {
                    elements.add(value(c, depth + 1));
                }
                return elements;
            }
            default -> {
                c.readValue();
                return switch (c.kind()) {
                    case STRING -> c.textString();
                    case LONG -> c.longValue();
                    case DOUBLE -> c.number();
                    case TRUE -> true;
                    case FALSE -> false;
                    default -> null;
                };
            }
        }
    }
}
