package traceglass.app.project;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The fields of an object in a project file, read without trusting it: a field that is not there and one of another
/// type are the same.
public final class Fields {

    static final Fields NONE = new Fields(Map.of());

    private final Map<?, ?> values;

    private Fields(Map<?, ?> values) {
        this.values = values;
    }

    /// The fields of a value that should be an object; none when it is something else.
    public static Fields of(Object value) {
        return value instanceof Map<?, ?> map ? new Fields(map) : NONE;
    }

    public boolean has(String name) {
        return values.get(name) != null;
    }

    public String text(String name, String otherwise) {
        return values.get(name) instanceof String s ? s : otherwise;
    }

    public long number(String name, long otherwise) {
        return switch (values.get(name)) {
            case Long n -> n;
            case Double d when d == Math.rint(d) && Math.abs(d) < 0x1p53 -> d.longValue();
            case null, default -> otherwise;
        };
    }

    public double decimal(String name, double otherwise) {
        return values.get(name) instanceof Number n && Double.isFinite(n.doubleValue()) ? n.doubleValue() : otherwise;
    }

    public boolean flag(String name, boolean otherwise) {
        return values.get(name) instanceof Boolean b ? b : otherwise;
    }

    /// The constant of this name, in any case.
    public <E extends Enum<E>> E choice(String name, Class<E> type, E otherwise) {
        for (E constant : type.getEnumConstants()) {
            if (constant.name().equalsIgnoreCase(text(name, ""))) {
                return constant;
            }
        }
        return otherwise;
    }

    /// The object in a field.
    public Fields object(String name) {
        return of(values.get(name));
    }

    /// The objects in a list; what else is in it is left out.
    public List<Fields> objects(String name) {
        List<Fields> found = new ArrayList<>();
        for (Object element : list(name)) {
            if (element instanceof Map<?, ?> map) {
                found.add(new Fields(map));
            }
        }
        return found;
    }

    /// The texts in a list; what else is in it is left out.
    public List<String> texts(String name) {
        List<String> found = new ArrayList<>();
        for (Object element : list(name)) {
            if (element instanceof String s) {
                found.add(s);
            }
        }
        return found;
    }

    private List<?> list(String name) {
        return values.get(name) instanceof List<?> list ? list : List.of();
    }

    /// Values that are of a type, by their names, in the order of the file.
    public <T> Map<String, T> all(Class<T> type) {
        Map<String, T> found = new LinkedHashMap<>();
        values.forEach((key, value) -> {
            if (key instanceof String name && type.isInstance(value)) {
                found.put(name, type.cast(value));
            }
        });
        return found;
    }

    /// Values that are objects, by their names.
    public Map<String, Fields> objects() {
        Map<String, Fields> found = new LinkedHashMap<>();
        all(Map.class).forEach((name, map) -> found.put(name, new Fields(map)));
        return found;
    }

    /// Values that are lists of texts, by their names.
    public Map<String, List<String>> textLists() {
        Map<String, List<String>> found = new LinkedHashMap<>();
        all(List.class).keySet().forEach(name -> found.put(name, texts(name)));
        return found;
    }
}
