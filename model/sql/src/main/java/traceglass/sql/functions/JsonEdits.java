package traceglass.sql.functions;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Implements SQLite's `json_set`, `json_insert`, `json_replace` and `json_remove`: changes a document at paths
/// (`$.a."b c"[0][#-1]`), one path after the other. Format: https://www.sqlite.org/json1.html
final class JsonEdits {
    /// Maximum nesting; SQLite does not accept deeper documents either.
    private static final int MAX_DEPTH = 1000;
    private static final Pattern SPACE = Pattern.compile("\\s*");
    private static final Pattern STRING = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*+\"", Pattern.DOTALL);
    private static final Pattern SCALAR =
            Pattern.compile("true|false|null|-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][-+]?\\d+)?");
    private static final Pattern STEP =
            Pattern.compile("\\.(?:\"([^\"]*)\"|([^.\\[]+))|\\[(?:#(?:-(\\d{1,9}))?|(\\d{1,9}))]");

    private final String text;
    private int position;

    private JsonEdits(String text) {
        this.text = text;
    }

    /// Returns the document after the edits.
    ///
    /// @param function name of the function without `json_`
    /// @param parts the document followed by paths, each except those of `remove` followed by a JSON value, as
    ///     written by `tg_part`
    /// @return null if the document is null
    /// @throws IllegalArgumentException for invalid JSON or an invalid path
    static String edit(String function, String parts) {
        List<Object> values = SqlitePrintf.read(parts);
        if (values.isEmpty() || values.getFirst() == null) {
            return null;
        }
        Object document = read(TextNumber.toText(values.getFirst()));
        boolean removes = function.equals("remove");
        for (int i = 1; i < values.size(); i += removes ? 1 : 2) {
            if (values.get(i) == null) {
                if (removes) {
                    return null;
                }
                continue;
            }
            Object value = removes || i + 1 >= values.size() ? null : read(TextNumber.toText(values.get(i + 1)));
            String path = values.get(i).toString();
            if (!path.startsWith("$")) {
                throw new IllegalArgumentException("bad JSON path: " + path);
            }
            document = change(document, function, path, 1, value);
        }
        return document == null ? null : write(document, new StringBuilder()).toString();
    }

    /// Returns the element at a path after the change; null if there is none.
    private static Object change(Object current, String function, String path, int from, Object value) {
        if (from == path.length()) {
            return switch (function) {
                case "remove" -> null;
                case "insert" -> current == null ? value : current;
                case "replace" -> current == null ? null : value;
                default -> value;
            };
        }
        Matcher step = STEP.matcher(path).region(from, path.length());
        if (!step.lookingAt()) {
            throw new IllegalArgumentException("bad JSON path: " + path);
        }
        boolean isMember = path.charAt(from) == '.';
        boolean adds = function.equals("set") || function.equals("insert");
        Object container =
                current != null || !adds ? current : isMember ? new LinkedHashMap<String, Object>() : new ArrayList<>();
        if (isMember && container instanceof Map<?, ?>) {
            @SuppressWarnings("unchecked")
            Map<String, Object> object = (Map<String, Object>) container;
            String key = step.group(1) != null ? step.group(1) : step.group(2);
            Object changed = change(object.get(key), function, path, step.end(), value);
            if (changed == null) {
                object.remove(key);
            } else {
                object.put(key, changed);
            }
            return current == null && object.isEmpty() ? null : object;
        }
        if (!isMember && container instanceof List<?>) {
            @SuppressWarnings("unchecked")
            List<Object> array = (List<Object>) container;
            int index = step.group(4) != null
                    ? Integer.parseInt(step.group(4))
                    : array.size() - (step.group(3) == null ? 0 : Integer.parseInt(step.group(3)));
            if (index < 0 || index > array.size()) {
                return current;
            }
            Object changed = change(index < array.size() ? array.get(index) : null, function, path, step.end(), value);
            if (index == array.size()) {
                if (changed != null) {
                    array.add(changed);
                }
            } else if (changed == null) {
                array.remove(index);
            } else {
                array.set(index, changed);
            }
            return current == null && array.isEmpty() ? null : array;
        }
        return current;
    }

    /// Parses JSON: objects are maps, arrays lists, and everything else is its source text.
    private static Object read(String text) {
        JsonEdits reader = new JsonEdits(text);
        Object value = reader.value(0);
        reader.skip(SPACE);
        if (reader.position < text.length()) {
            throw malformed();
        }
        return value;
    }

    private Object value(int depth) {
        skip(SPACE);
        if (depth > MAX_DEPTH || position >= text.length()) {
            throw malformed();
        }
        switch (text.charAt(position)) {
            case '{' -> {
                Map<String, Object> object = new LinkedHashMap<>();
                position++;
                while (hasMore('}', object.isEmpty())) {
                    String key = skip(STRING);
                    skip(SPACE);
                    expect(':');
                    object.put(key.substring(1, key.length() - 1), value(depth + 1));
                }
                return object;
            }
            case '[' -> {
                List<Object> array = new ArrayList<>();
                position++;
                while (hasMore(']', array.isEmpty())) {
                    array.add(value(depth + 1));
                }
                return array;
            }
            case '"' -> {
                return skip(STRING);
            }
            default -> {
                return skip(SCALAR);
            }
        }
    }

    private boolean hasMore(char close, boolean isFirst) {
        skip(SPACE);
        if (position < text.length() && text.charAt(position) == close) {
            position++;
            return false;
        }
        if (!isFirst) {
            expect(',');
            skip(SPACE);
        }
        return true;
    }

    private void expect(char c) {
        if (position >= text.length() || text.charAt(position) != c) {
            throw malformed();
        }
        position++;
    }

    private String skip(Pattern pattern) {
        Matcher m = pattern.matcher(text).region(position, text.length());
        if (!m.lookingAt()) {
            throw malformed();
        }
        position = m.end();
        return m.group();
    }

    private static IllegalArgumentException malformed() {
        return new IllegalArgumentException("malformed JSON");
    }

    private static StringBuilder write(Object value, StringBuilder out) {
        switch (value) {
            case Map<?, ?> object -> {
                String before = "{\"";
                for (Map.Entry<?, ?> member : object.entrySet()) {
                    write(
                            member.getValue(),
                            out.append(before).append(member.getKey()).append("\":"));
                    before = ",\"";
                }
                out.append(object.isEmpty() ? "{}" : "}");
            }
            case List<?> array -> {
                out.append('[');
                for (int i = 0; i < array.size(); i++) {
                    write(array.get(i), i == 0 ? out : out.append(','));
                }
                out.append(']');
            }
            default -> out.append(value);
        }
        return out;
    }
}
