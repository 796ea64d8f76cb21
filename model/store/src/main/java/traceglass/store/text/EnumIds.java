package traceglass.store.text;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// Ids of enum constants in saved files, such as `thread-state` for `THREAD_STATE`. They do not depend on the language
/// of the labels.
public final class EnumIds {

    private EnumIds() {}

    /// Returns the id of a constant.
    public static String id(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// Returns the constant of an id. Also accepts the labels that earlier versions saved, such as `Thread, state`;
    /// they differ from the ids only in case, spaces and commas.
    public static <E extends Enum<E>> Optional<E> find(Class<E> type, String saved) {
        String id = saved.strip().toLowerCase(Locale.ROOT).replaceAll("[ ,]+", "-");
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> id(constant).equals(id))
                .findFirst();
    }
}
