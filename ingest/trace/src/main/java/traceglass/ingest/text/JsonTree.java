package traceglass.ingest.text;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reads a part of a JSON document, such as one span, into maps, lists, strings, longs, doubles and booleans.
public final class JsonTree {

    /// Maximum number of values in a part; further values are skipped.
    private static final int MAX_VALUES = 1 << 20;
    private static final long MAX_CHARS = 64L << 20;

    private JsonTree() {}

    /// Reads the value at the parser's position.
    public static Object read(JsonParser in) throws IOException {
        Deque<Object> open = new ArrayDeque<>();
        Deque<String> keys = new ArrayDeque<>();
        int values = 0;
        long chars = 0;
        JsonToken token = in.currentToken();
        while (token != null) {
            Object value = null;
            switch (token) {
                case START_OBJECT -> value = new LinkedHashMap<String, Object>();
                case START_ARRAY -> value = new ArrayList<>();
                case VALUE_STRING -> {
                    String text = in.getText();
                    chars += text.length();
                    value = chars > MAX_CHARS ? "" : text;
                }
                case VALUE_NUMBER_INT -> value = readNumber(in);
                case VALUE_NUMBER_FLOAT -> value = in.getDoubleValue();
                case VALUE_TRUE -> value = Boolean.TRUE;
                case VALUE_FALSE -> value = Boolean.FALSE;
                case FIELD_NAME -> keys.push(in.currentName());
                default -> {}
            }
            if (token == JsonToken.END_OBJECT || token == JsonToken.END_ARRAY) {
                Object closed = open.pop();
                if (open.isEmpty()) {
                    return closed;
                }
            } else if (token != JsonToken.FIELD_NAME) {
                if (open.isEmpty() && !token.isStructStart()) {
                    return value;
                }
                if (!open.isEmpty() && values++ < MAX_VALUES) {
                    add(open.peek(), keys, value);
                } else if (open.peek() instanceof Map) {
                    keys.pop();
                }
                if (token.isStructStart()) {
                    open.push(value);
                }
            }
            token = in.nextToken();
        }
        throw new IOException("unexpected end of JSON");
    }

    @SuppressWarnings("unchecked")
    private static void add(Object container, Deque<String> keys, Object value) {
        if (container instanceof Map<?, ?> map) {
            ((Map<String, Object>) map).put(keys.pop(), value);
        } else {
            ((List<Object>) container).add(value);
        }
    }

    private static Object readNumber(JsonParser in) throws IOException {
        return switch (in.getNumberType()) {
            case INT, LONG -> in.getLongValue();
            default -> in.getDoubleValue();
        };
    }

    /// Returns the first of these members that exists; null if there is none.
    public static Object get(Object object, String... keys) {
        if (object instanceof Map<?, ?> map) {
            for (String key : keys) {
                Object value = map.get(key);
                if (value != null) {
                    return value;
                }
            }
        }
        return null;
    }

    /// Returns a member as a string; "" if it does not exist.
    public static String text(Object object, String... keys) {
        Object value = get(object, keys);
        return value == null || value instanceof Map || value instanceof List ? "" : value.toString();
    }

    /// Returns a list member; an empty list if it does not exist or is not a list.
    public static List<?> list(Object object, String... keys) {
        return get(object, keys) instanceof List<?> list ? list : List.of();
    }

    /// Returns a member as a number, which may be written as a string; 0 if it does not exist or is not a number.
    public static long number(Object object, String... keys) {
        return toLong(get(object, keys));
    }

    /// Returns a value as an integer; 0 if it is not a number.
    public static long toLong(Object value) {
        return switch (value) {
            case Long n -> n;
            case Double d -> d.longValue();
            case String s -> {
                try {
                    yield Long.parseLong(s.strip());
                } catch (NumberFormatException e) {
                    yield 0;
                }
            }
            case null, default -> 0;
        };
    }
}
