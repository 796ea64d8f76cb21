package traceglass.sql.types;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import traceglass.sql.functions.SqlFunctions;

/// The types of the functions of [SqlFunctions]: the kinds of arguments each takes and the type of its result.
public final class FunctionTypes {

    /// Kinds of values that a function takes, as in SQLite: other values are converted.
    public enum Argument {
        /// Any value, unchanged.
        ANY,
        /// Numbers; text counts as its leading number, booleans as 0 and 1.
        NUMBER,
        /// Integers; reals are truncated.
        INTEGER,
        /// Text; numbers count as their text.
        TEXT
    }

    /// Signature of a function.
    ///
    /// @param arguments kinds of arguments; the last applies to all further arguments
    /// @param result a type of DuckDB, or how the type follows from the arguments: see [#resultOf]
    /// @param isAggregate whether it has one value for a group of rows
    public record Signature(List<Argument> arguments, String result, boolean isAggregate) {

        /// Returns the kind of the argument with an index.
        public Argument argument(int i) {
            return arguments.get(Math.min(i, arguments.size() - 1));
        }

        /// Returns the type of the result for arguments of these types; unknown if it is not certain.
        public DuckType resultOf(List<DuckType> types) {
            if (result.equals("?")) {
                return DuckType.UNKNOWN;
            }
            if (isAggregate || Character.isUpperCase(result.charAt(0))) {
                return aggregate(types);
            }
            return switch (result) {
                case "[=]" -> DuckType.list(orUnknown(OperatorTypes.common(types)));
                case "abs" ->
                    OperatorTypes.number(first(types)).isNumber()
                            ? OperatorTypes.number(first(types)).columnType()
                            : DuckType.UNKNOWN;
                case "text" -> types.size() == 2 ? DuckType.VARCHAR : DuckType.UNKNOWN;
                case "part" -> first(types).kind() == TypeKind.BLOB ? DuckType.BLOB : DuckType.VARCHAR;
                case "split" -> types.size() == 2 ? DuckType.list(DuckType.VARCHAR) : DuckType.VARCHAR;
                default -> aggregate(types);
            };
        }

        private static DuckType first(List<DuckType> types) {
            return types.isEmpty() ? DuckType.UNKNOWN : types.getFirst();
        }

        private DuckType aggregate(List<DuckType> types) {
            DuckType first = first(types).columnType();
            return switch (result) {
                case "1" -> first;
                case "[1]" -> DuckType.list(first);
                case "avg" -> first.kind().isTime() ? first : DuckType.DOUBLE;
                case "sum" ->
                    switch (first.kind()) {
                        case DOUBLE, FLOAT, VARCHAR, JSON -> DuckType.DOUBLE;
                        case DECIMAL -> DuckType.decimal(38, first.scale());
                        default -> first.isInteger() || first.isBoolean() ? DuckType.HUGEINT : DuckType.UNKNOWN;
                    };
                default -> DuckType.ofDuckDbName(result);
            };
        }
    }

    private static final Map<String, Signature> FUNCTIONS = new ConcurrentHashMap<>();

    /// Functions whose type depends on the key that they look up; the translation makes them queries.
    private static final Set<String> BY_KEY = Set.of(
            "extract_arg",
            "extract_metadata",
            "extract_metadata_for_machine",
            "extract_metadata_for_trace",
            "extract_exact_metadata");

    private FunctionTypes() {}

    /// Returns a function; null if its types are not registered.
    public static @Nullable Signature of(String name) {
        String key = name.toLowerCase(Locale.ROOT);
        Signature known = FUNCTIONS.get(key);
        Signature signature = known == null ? read(key) : known;
        if (known == null && signature != null) {
            FUNCTIONS.put(key, signature);
        }
        return signature;
    }

    /// Returns whether the type of a function depends on the key that it looks up.
    public static boolean isByKey(String name) {
        return BY_KEY.contains(name.toLowerCase(Locale.ROOT));
    }

    private static @Nullable Signature read(String name) {
        SqlFunctions.Row row = SqlFunctions.of(name);
        return row == null || !row.hasTypes()
                ? null
                : new Signature(
                        row.arguments()
                                .chars()
                                .mapToObj(FunctionTypes::argument)
                                .toList(),
                        row.result(),
                        row.isAggregate());
    }

    private static DuckType orUnknown(@Nullable DuckType type) {
        return type == null ? DuckType.UNKNOWN : type;
    }

    private static Argument argument(int letter) {
        return switch (letter) {
            case 'n' -> Argument.NUMBER;
            case 'w' -> Argument.INTEGER;
            case 't' -> Argument.TEXT;
            default -> Argument.ANY;
        };
    }
}
