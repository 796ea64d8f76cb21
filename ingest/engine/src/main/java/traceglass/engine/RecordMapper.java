package traceglass.engine;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Converts rows to records: each component gets the column with its name; `startNs` also matches `start_ns`.
final class RecordMapper<R extends Record> implements Function<QueryRow, R> {

    private final Constructor<R> constructor;
    private final RecordComponent[] components;
    private final int[] positions;

    RecordMapper(Class<R> type, ResultShape shape) {
        components = type.getRecordComponents();
        positions = new int[components.length];
        Class<?>[] types = new Class<?>[components.length];
        for (int i = 0; i < components.length; i++) {
            types[i] = components[i].getType();
            positions[i] = findColumn(components[i].getName(), shape.columns(), type);
        }
        try {
            constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
        } catch (NoSuchMethodException e) {
            throw new IllegalArgumentException("The constructor of " + type.getName() + " can't be used", e);
        }
    }

    private static int findColumn(String component, List<QueryColumn> columns, Class<?> type) {
        String snake = component.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
        for (int i = 0; i < columns.size(); i++) {
            String name = columns.get(i).name();
            if (name.equalsIgnoreCase(component) || name.equalsIgnoreCase(snake)) {
                return i;
            }
        }
        throw new IllegalArgumentException("The result has no column for " + component + " of " + type.getSimpleName()
                + ", but "
                + String.join(", ", columns.stream().map(QueryColumn::name).toList()));
    }

    @Override
    public R apply(QueryRow row) {
        @Nullable Object[] arguments = new Object[components.length];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = convert(row, positions[i], components[i]);
        }
        try {
            return constructor.newInstance(arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static @Nullable Object convert(QueryRow row, int position, RecordComponent component) {
        Class<?> type = component.getType();
        Object value = row.get(position);
        if (value == null && !type.isPrimitive() && type != OptionalLong.class && type != OptionalDouble.class) {
            return null;
        }
        return switch (type.getName()) {
            case "long", "java.lang.Long" -> row.getLong(position);
            case "int", "java.lang.Integer" -> Math.toIntExact(row.getLong(position));
            case "double", "java.lang.Double" -> row.getDouble(position);
            case "boolean", "java.lang.Boolean" -> row.getLong(position) != 0;
            case "java.lang.String" -> row.getString(position);
            case "java.util.OptionalLong" ->
                value == null ? OptionalLong.empty() : OptionalLong.of(row.getLong(position));
            case "java.util.OptionalDouble" ->
                value == null ? OptionalDouble.empty() : OptionalDouble.of(row.getDouble(position));
            default -> {
                if (!type.isInstance(value)) {
                    throw new IllegalArgumentException("A " + type.getSimpleName()
                            + " can't be created from the values of " + component.getName());
                }
                yield value;
            }
        };
    }
}
