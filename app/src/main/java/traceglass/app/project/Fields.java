package traceglass.app.project;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The fields of an object in a project file. Input is not trusted: a field of the wrong type is treated as missing.
public final class Fields {

    static final Fields NONE = new Fields(Map.of());

    private final Map<?, ?> values;

    private Fields(Map<?, ?> values) {
        this.values = values;
    }

    /// Returns the fields of a value that should be an object; empty if it is something else.
    public static Fields of(Object value) {
        return value instanceof Map<?, ?> map ? new Fields(map) : NONE;
    }

    public boolean contains(String name) {
        return values.get(name) != null;
    }

    public String text(String name, String fallback) {
        return values.get(name) instanceof String s ? s : fallback;
    }

    public long number(String name, long fallback) {
        return switch (values.get(name)) {
            case Long n -> n;
            case Double d when d == Math.rint(d) && Math.abs(d) < 0x1p53 -> d.longValue();
            case null, default -> fallback;
        };
    }

    public double decimal(String name, double fallback) {
        return values.get(name) instanceof Number n && Double.isFinite(n.doubleValue()) ? n.doubleValue() : fallback;
    }

    public boolean flag(String name, boolean fallback) {
        return values.get(name) instanceof Boolean b ? b : fallback;
    }

    /// Returns the enum constant with this name, ignoring case.
    public <E extends Enum<E>> E choice(String name, Class<E> type, E fallback) {
        for (E constant : type.getEnumConstants()) {
            if (constant.name().equalsIgnoreCase(text(name, ""))) {
                return constant;
            }
        }
        return fallback;
    }

    /// Returns the object in a field.
    public Fields object(String name) {
        return of(values.get(name));
    }

    /// Returns the objects in a list; other elements are skipped.
    public List<Fields> objects(String name) {
        List<Fields> found = new ArrayList<>();
        for (Object element : list(name)) {
            if (element instanceof Map<?, ?> map) {
                found.add(new Fields(map));
            }
        }
        return found;
    }

    /// Returns the strings in a list; other elements are skipped.
    public List<String> texts(String name) {
        List<String> texts = new ArrayList<>();
        for (Object element : list(name)) {
            if (element instanceof String s) {
                texts.add(s);
            }
        }
        return texts;
    }

    private List<?> list(String name) {
        return values.get(name) instanceof List<?> list ? list : List.of();
    }

    /// Returns the values of one type by name, in file order.
    public <T> Map<String, T> all(Class<T> type) {
        Map<String, T> found = new LinkedHashMap<>();
        values.forEach((key, value) -> {
            if (key instanceof String name && type.isInstance(value)) {
                found.put(name, type.cast(value));
            }
        });
        return found;
    }

    /// Returns the values that are objects, by name.
    public Map<String, Fields> objects() {
        Map<String, Fields> objects = new LinkedHashMap<>();
        all(Map.class).forEach((name, map) -> objects.put(name, new Fields(map)));
        return objects;
    }

    /// Returns the values that are lists of strings, by name.
    public Map<String, List<String>> textLists() {
        Map<String, List<String>> lists = new LinkedHashMap<>();
        all(List.class).keySet().forEach(name -> lists.put(name, texts(name)));
        return lists;
    }
}
