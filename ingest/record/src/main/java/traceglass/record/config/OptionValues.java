package traceglass.record.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Values of a probe's options; options without an entry have their default value. Immutable.
public record OptionValues(Map<String, Object> values) {

    /// Default values for all options.
    public static final OptionValues DEFAULTS = new OptionValues(Map.of());

    public OptionValues {
        values = Map.copyOf(values);
    }

    public OptionValues with(String id, Object value) {
        Map<String, Object> changed = new LinkedHashMap<>(values);
        changed.put(id, value instanceof Number n ? (Object) n.longValue() : value);
        return new OptionValues(changed);
    }

    public Object get(Option option) {
        return values.getOrDefault(option.id(), option.defaultValue());
    }

    long number(Option option) {
        return get(option) instanceof Number n ? n.longValue() : 0;
    }

    boolean isOn(Option option) {
        return Boolean.TRUE.equals(get(option));
    }

    /// Returns the lines or chosen values, without empty ones.
    List<String> list(Option option) {
        return get(option) instanceof List<?> l
                ? l.stream()
                        .map(x -> String.valueOf(x).strip())
                        .filter(x -> !x.isEmpty())
                        .toList()
                : List.of();
    }
}
