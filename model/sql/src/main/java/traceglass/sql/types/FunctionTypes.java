package traceglass.sql.types;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Registry of functions: the kinds of arguments each takes and the type of its result, one row each.
public final class FunctionTypes {

    /// Kinds of values that a function takes, as in SQLite: other values are converted.
    public enum Argument {
        /// Any value, unchanged.
        ANY,
        /// Numbers; text counts as its leading number, booleans as 0 and 1.
        NUMBER,
        /// Whole numbers; fractions are cut off.
        WHOLE,
        /// Text; numbers count as their text.
        TEXT
    }

    /// A function.
    ///
    /// @param arguments kinds of arguments; the last applies to all further arguments
    /// @param result a type of DuckDB, or how the type follows from the arguments: see [#resultOf]
    /// @param isAggregate whether it has one value for a group of rows
    public record Row(List<Argument> arguments, String result, boolean isAggregate) {

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

    /// Name, arguments (a any, n number, w whole number, t text), result; `*` marks aggregates. Results: `1`, `2`, …
    /// the type of that argument, `avg`, `sum`, `[1]` a list of the first argument, `[=]` a list of all arguments,
    /// `text` text within an expression, `part` a blob or text like the argument, `split` a list or text, `?`
    /// unknown.
    private static final String ROWS = """
        abs n abs
        any_value* a 1
        array_to_string a VARCHAR
        arbitrary* a 1
        arg_max* a 1
        arg_max_null* a 1
        arg_min* a 1
        arg_min_null* a 1
        array_agg* a [1]
        avg* n avg
        base64_decode t BLOB
        base64_encode a VARCHAR
        bool_and* a BOOLEAN
        bool_or* a BOOLEAN
        chr w VARCHAR
        concat a VARCHAR
        concat_ws a VARCHAR
        contains t BOOLEAN
        count* a BIGINT
        count_if* a HUGEINT
        countif* a HUGEINT
        cume_dist a DOUBLE
        dense_rank a BIGINT
        ends_with t BOOLEAN
        file_write a BIGINT
        first* a 1
        first_value a 1
        generate_series a ?
        glob a BOOLEAN
        group_concat* t VARCHAR
        hex a VARCHAR
        instr t BIGINT
        json_array a JSON
        json_extract a text
        json_object a JSON
        json_group_array* a JSON
        json_group_object* a JSON
        lag a 1
        last* a 1
        last_non_null a 1
        last_value a 1
        lead a 1
        length t BIGINT
        list* a [1]
        list_value a [=]
        lower t VARCHAR
        lpad tat VARCHAR
        ltrim t VARCHAR
        max* a 1
        max_by* a 1
        md5 t VARCHAR
        min* a 1
        min_by* a 1
        nth_value a 1
        ntile a BIGINT
        nullif a 1
        octet_length a BIGINT
        percent_rank a DOUBLE
        printf a VARCHAR
        quote a VARCHAR
        randomblob a BLOB
        rank a BIGINT
        regexp a BOOLEAN
        regexp_extract tta VARCHAR
        regexp_full_match t BOOLEAN
        regexp_matches t BOOLEAN
        regexp_replace t VARCHAR
        repeat a ?
        replace t VARCHAR
        reverse t VARCHAR
        round nw DOUBLE
        row_number a BIGINT
        rpad tat VARCHAR
        rtrim t VARCHAR
        sign a BIGINT
        split_part tta VARCHAR
        sqrt a DOUBLE
        starts_with t BOOLEAN
        stddev* n DOUBLE
        stddev_pop* n DOUBLE
        stddev_samp* n DOUBLE
        str_split a split
        string_agg* t VARCHAR
        string_split t VARCHAR[]
        string_split_regex t VARCHAR[]
        regexp_split_to_array t VARCHAR[]
        strip_hex a VARCHAR
        strlen t BIGINT
        substr tw part
        substring tw part
        sum* n sum
        total* n DOUBLE
        trim t VARCHAR
        tg_gfp_flags a VARCHAR
        tg_slice_layout t VARCHAR
        typeof a VARCHAR
        unhex a BLOB
        unicode a INTEGER
        unnest a ?
        upper t VARCHAR
        var_pop* n DOUBLE
        var_samp* n DOUBLE
        variance* n DOUBLE
        exp a DOUBLE
        ln a DOUBLE
        log a DOUBLE
        log10 a DOUBLE
        log2 a DOUBLE
        pow a DOUBLE
        power a DOUBLE
        sin a DOUBLE
        cos a DOUBLE
        tan a DOUBLE
        pi a DOUBLE
        random a DOUBLE
        zeroblob a BLOB
        zstd_compress a BLOB
        """;

    private static final Map<String, Row> FUNCTIONS = read();

    /// Functions whose type depends on the key that they look up; the translation makes them queries.
    private static final Set<String> BY_KEY = Set.of(
            "extract_arg",
            "extract_metadata",
            "extract_metadata_for_machine",
            "extract_metadata_for_trace",
            "extract_exact_metadata");

    private FunctionTypes() {}

    /// Returns a function; null if it is not in the registry.
    public static @Nullable Row of(String name) {
        return FUNCTIONS.get(name.toLowerCase(Locale.ROOT));
    }

    /// Returns whether the type of a function depends on the key that it looks up.
    public static boolean isByKey(String name) {
        return BY_KEY.contains(name.toLowerCase(Locale.ROOT));
    }

    private static Map<String, Row> read() {
        Map<String, Row> rows = new HashMap<>();
        ROWS.lines().forEach(line -> {
            String[] cells = line.split(" ");
            boolean isAggregate = cells[0].endsWith("*");
            rows.put(
                    isAggregate ? cells[0].substring(0, cells[0].length() - 1) : cells[0],
                    new Row(cells[1].chars().mapToObj(FunctionTypes::argument).toList(), cells[2], isAggregate));
        });
        return rows;
    }

    private static DuckType orUnknown(@Nullable DuckType type) {
        return type == null ? DuckType.UNKNOWN : type;
    }

    private static Argument argument(int letter) {
        return switch (letter) {
            case 'n' -> Argument.NUMBER;
            case 'w' -> Argument.WHOLE;
            case 't' -> Argument.TEXT;
            default -> Argument.ANY;
        };
    }
}
