package traceglass.sql.functions;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import traceglass.sql.demangle.Demangler;
import traceglass.sql.syntax.Token;

/// SQL macros that implement functions of SQLite and PerfettoSQL; each is created in the session when a query first
/// calls it.
///
/// Macros with several signatures return NULL for text, as SQLite's mathematical functions do, and keep integers.
public final class Builtins {
    /// The macro that calls [PprofFunction].
    static final String PROFILE = "tg_profile";

    /// Converts seconds named s to a timestamp with milliseconds; NULL far outside SQLite's range of years.
    private static final String UNIX_TIME =
            "make_timestamp(1000 * CAST(TRY_CAST(TRY_CAST(s AS DOUBLE) * 1000 AS DECIMAL(15, 0)) AS BIGINT))";

    private static final Map<String, String> MACROS = Map.ofEntries(
            // The kind of a value is queried from DuckDB instead of using overloads, because DuckDB cannot
            // resolve these for aggregates.
            Map.entry(
                    "tg_part",
                    "(x) AS CASE WHEN x IS NULL THEN 'n;' WHEN typeof(x) IN ('DOUBLE', 'FLOAT') OR typeof(x) LIKE"
                            + " 'DECIMAL%' THEN 'd' || printf('%.17g', TRY_CAST(x AS DOUBLE)) || ';' WHEN typeof(x) ="
                            + " 'BOOLEAN' THEN 'i' || TRY_CAST(x AS INTEGER) || ';' WHEN typeof(x) LIKE '%INT%' THEN 'i'"
                            + " || CAST(x AS VARCHAR) || ';' ELSE 's' || strlen(CAST(x AS VARCHAR)) || ':' || CAST(x AS"
                            + " VARCHAR) END"),
            Map.entry(
                    "tg_text",
                    "(x) AS CASE typeof(x) WHEN 'DOUBLE' THEN " + realText()
                            + " WHEN 'BOOLEAN' THEN CAST(TRY_CAST(x AS INTEGER) AS VARCHAR) "
                            + "ELSE CAST(x AS VARCHAR) END"),
            Map.entry(
                    "tg_round",
                    "(x) AS round(TRY_CAST(x AS DOUBLE)), (x, n) AS round(TRY_CAST(x AS DOUBLE), CAST(greatest(n, 0)"
                            + " AS INTEGER))"),
            Map.entry(
                    "tg_real",
                    "(x) AS coalesce(TRY_CAST(x AS DOUBLE), CASE WHEN x IS NOT NULL THEN tg_text_number(x) END)"),
            Map.entry(
                    "tg_like",
                    "(p, s) AS CAST(s AS VARCHAR) ILIKE CAST(p AS VARCHAR), (p, s, e) AS CAST(s AS VARCHAR) ILIKE"
                            + " CAST(p AS VARCHAR) ESCAPE e"),
            Map.entry("tg_unicode", "(x) AS nullif(unicode(CAST(x AS VARCHAR)), -1)"),
            Map.entry(
                    "tg_log",
                    "(x) AS CASE WHEN x > 0 THEN log10(x) END, (b, x) AS CASE WHEN b > 0 AND b <> 1 AND x > 0 THEN"
                            + " ln(x) / ln(b) END"),
            Map.entry("tg_log10", "(x) AS CASE WHEN x > 0 THEN log10(x) END"),
            Map.entry("tg_log2", "(x) AS CASE WHEN x > 0 THEN log2(x) END"),
            Map.entry("tg_json_type", "(x) AS " + jsonType("x") + ", (x, p) AS " + jsonType("json_extract(x, p)")),
            Map.entry("tg_json_quote", "(x) AS CAST(to_json(x) AS VARCHAR)"),
            Map.entry(
                    "tg_hex",
                    "(x) AS coalesce(CASE typeof(x) WHEN 'BLOB' THEN hex(TRY_CAST(x AS BLOB)) WHEN 'DOUBLE' THEN hex("
                            + realText() + ") " + "ELSE hex(CAST(x AS VARCHAR)) END, '')"),
            Map.entry("tg_iif", conditions()),
            Map.entry("tg_glob", "(p, s) AS CAST(s AS VARCHAR) GLOB CAST(p AS VARCHAR)"),
            Map.entry("tg_ln", "(x DOUBLE) AS CASE WHEN x > 0 THEN ln(x) END, (x VARCHAR) AS CAST(NULL AS DOUBLE)"),
            Map.entry("tg_exp", "(x DOUBLE) AS exp(x), (x VARCHAR) AS CAST(NULL AS DOUBLE)"),
            Map.entry(
                    "tg_sqrt", "(x DOUBLE) AS CASE WHEN x >= 0 THEN sqrt(x) END, (x VARCHAR) AS CAST(NULL AS DOUBLE)"),
            Map.entry("tg_ceil", "(x BIGINT) AS x, (x DOUBLE) AS ceil(x), (x VARCHAR) AS ceil(TRY_CAST(x AS DOUBLE))"),
            Map.entry(
                    "tg_floor", "(x BIGINT) AS x, (x DOUBLE) AS floor(x), (x VARCHAR) AS floor(TRY_CAST(x AS DOUBLE))"),
            Map.entry(
                    "tg_text_int",
                    "(x) AS CASE WHEN x IS NOT NULL THEN CAST(least(greatest(coalesce(TRY_CAST(regexp_extract(CAST(x AS"
                            + " VARCHAR), '^\\s*([-+]?[0-9]{1,38})', 1) AS HUGEINT), 0), -9223372036854775808),"
                            + " 9223372036854775807) AS BIGINT) END"),
            Map.entry(
                    "tg_whole",
                    "(x) AS CASE WHEN isnan(x) THEN NULL WHEN x >= 9223372036854775807 THEN 9223372036854775807 WHEN x"
                            + " <= -9223372036854775808 THEN -9223372036854775808 ELSE TRY_CAST(trunc(x) AS BIGINT) END"),
            Map.entry("tg_sqlite_version", "() AS '3.50.3'"),
            Map.entry(
                    "tg_hash_part",
                    "(x) AS CASE WHEN typeof(x) IN ('VARCHAR', 'JSON') OR typeof(x) = 'VARIANT' AND"
                            + " variant_typeof(CAST(x AS VARIANT)) = 'VARCHAR' THEN 's' || CAST(strlen(CAST(x AS VARCHAR)) AS"
                            + " VARCHAR) || ':' || CAST(x AS VARCHAR) ELSE 'i' || CAST(TRY_CAST(x AS BIGINT) AS VARCHAR)"
                            + " || ';' END"),
            Map.entry(
                    "tg_typeof",
                    "(x) AS CASE WHEN x IS NULL THEN 'null' WHEN typeof(x) IN ('VARCHAR', 'JSON') THEN 'text' WHEN"
                            + " typeof(x) IN ('DOUBLE', 'FLOAT') THEN 'real' WHEN typeof(x) LIKE '%INT%' OR typeof(x) ="
                            + " 'BOOLEAN' THEN 'integer' WHEN typeof(x) = 'VARIANT' THEN "
                            + variantType("CAST(x AS VARIANT)") + " ELSE lower(typeof(x)) END"),
            Map.entry("tg_variant_type", "(x) AS CASE WHEN x IS NULL THEN 'null' ELSE " + variantType("x") + " END"),
            Map.entry(
                    "tg_substr",
                    "(s, a, n) AS CASE WHEN n > 0 AND -(a) > length(s) THEN substr(s, 1, greatest(n + a + length(s),"
                            + " 0)) ELSE substr(s, a, n) END"),
            Map.entry(
                    "tg_quote",
                    "(x) AS CASE WHEN x IS NULL THEN 'NULL' WHEN typeof(x) = 'BLOB' THEN 'X''' || hex(TRY_CAST(x AS BLOB))"
                            + " || '''' WHEN typeof(x) IN ('DOUBLE', 'FLOAT') THEN "
                            + realText()
                            + " WHEN typeof(x) = 'BOOLEAN' THEN CAST(TRY_CAST(x AS INTEGER) AS VARCHAR) WHEN typeof(x)"
                            + " LIKE '%INT%' THEN CAST(x AS VARCHAR) ELSE '''' || replace(CAST(x AS VARCHAR), '''',"
                            + " '''''') || '''' END"),
            Map.entry(
                    "tg_blob_substr",
                    "(x, a) AS unhex(substr(hex(x), 2 * a - 1)), (x, a, n) AS unhex(substr(hex(x), 2 * a - 1, 2 * n))"),
            Map.entry("tg_datetime", "(s) AS strftime(" + UNIX_TIME + ", '%Y-%m-%d %H:%M:%S')"),
            Map.entry("tg_date", "(s) AS strftime(" + UNIX_TIME + ", '%Y-%m-%d')"),
            Map.entry("tg_time", "(s) AS strftime(" + UNIX_TIME + ", '%H:%M:%S')"),
            Map.entry("tg_strftime", "(f, s) AS strftime(" + UNIX_TIME + ", f)"),
            Map.entry(
                    "tg_json_value",
                    "(x) AS CASE CAST(to_json(x) AS VARCHAR) WHEN 'true' THEN CAST('1' AS JSON) WHEN 'false' THEN"
                            + " CAST('0' AS JSON) ELSE to_json(x) END"),
            Map.entry(
                    "tg_text_number",
                    "(x) AS CASE WHEN x IS NOT NULL THEN coalesce(TRY_CAST(x AS DOUBLE),"
                            + " TRY_CAST(nullif(regexp_extract(CAST(x AS VARCHAR),"
                            + " '^\\s*([-+]?([0-9]+([.][0-9]*)?|[.][0-9]+)([eE][-+]?[0-9]+)?)', 1), '') AS DOUBLE), 0)"
                            + " END"),
            Map.entry(
                    "tg_comparable",
                    "(x) AS coalesce(TRY_CAST(x AS DOUBLE), CASE WHEN x IS NOT NULL THEN CAST('nan' AS DOUBLE) END)"),
            Map.entry(
                    "tg_concat_distinct",
                    "(x) AS array_to_string(list_transform(list_sort(list_transform(list(DISTINCT x) FILTER (WHERE x"
                            + " IS NOT NULL), lambda v: {'p': list_position(list(x), v), 'v': v})), lambda e: e.v), ',')"),
            Map.entry(
                    "tg_json_get",
                    "(j, p) AS CASE WHEN json_type(json_extract(j, p)) IN ('OBJECT', 'ARRAY') THEN"
                            + " CAST(CAST(json_extract(j, p) AS VARCHAR) AS VARIANT) WHEN json_type(json_extract(j, p)) ="
                            + " 'BOOLEAN' THEN CAST(CAST(CAST(json_extract(j, p) AS BOOLEAN) AS INTEGER) AS VARIANT) ELSE"
                            + " CAST(json_extract(j, p) AS VARIANT) END"),
            Map.entry(
                    "tg_json_key",
                    "(k, p) AS CASE WHEN ends_with(p, '[' || k || ']') THEN CAST(TRY_CAST(k AS BIGINT) AS VARIANT) ELSE"
                            + " CAST(k AS VARIANT) END"),
            // A text is larger than all numbers.
            Map.entry(
                    "tg_json_rank",
                    "(k, p) AS CASE WHEN ends_with(p, '[' || k || ']') THEN TRY_CAST(k AS DOUBLE) WHEN k IS NOT NULL"
                            + " THEN CAST('inf' AS DOUBLE) END"),
            Map.entry(
                    "tg_json_text",
                    "(j, p) AS CASE WHEN json_type(json_extract(j, p)) = 'BOOLEAN' THEN CAST(CAST(CAST(json_extract(j,"
                            + " p) AS BOOLEAN) AS INTEGER) AS VARCHAR) ELSE json_extract_string(j, p) END"),
            Map.entry(
                    "tg_real_mod",
                    "(x, y) AS CAST(TRY_CAST(trunc(TRY_CAST(x AS DOUBLE)) AS BIGINT) % TRY_CAST(trunc(TRY_CAST(y AS"
                            + " DOUBLE)) AS BIGINT) AS DOUBLE)"),
            Map.entry(FileWrite.MACRO, FileWrite.macro()),
            Map.entry("tg_zeroblob", "(n) AS unhex(repeat('00', CAST(n AS INTEGER)))"),
            Map.entry("tg_octets", "(x) AS length(hex(x)) // 2"),
            Map.entry("tg_percentile", "(x, p) AS quantile_cont(x, p / 100.0)"),
            Map.entry("tg_null_if_empty", "(x) AS CASE WHEN CAST(x AS VARCHAR) <> '' THEN x END"),
            Map.entry("tg_same", "(x) AS (x), (x, p) AS (x)"),
            Map.entry(
                    "tg_zstd_compress",
                    "(x BLOB) AS unhex(tg_zstd(hex(x))), (x VARCHAR) AS unhex(tg_zstd(hex(encode(x))))"),
            Map.entry("tg_total", "(x) AS coalesce(sum(TRY_CAST(x AS DOUBLE)), 0.0::DOUBLE)"),
            Map.entry(
                    "tg_regexp",
                    "(p, s) AS regexp_matches(CAST(s AS VARCHAR), CAST(p AS VARCHAR)), (p, s, f) AS"
                            + " regexp_matches(CAST(s AS VARCHAR), CASE WHEN regexp_extract(f, '[ic]*$') LIKE '%i' THEN"
                            + " '(?i)' ELSE '' END || p)"),
            Map.entry(
                    "tg_regexp_extract",
                    "(s, p) AS CASE WHEN regexp_matches(s, p) THEN coalesce(nullif(regexp_extract(s, p, 1), ''),"
                            + " regexp_extract(s, p, 0)) END"),
            Map.entry(
                    "tg_str_split",
                    "(s, d) AS str_split(CAST(s AS VARCHAR), CAST(d AS VARCHAR)), (s, d, n) AS CASE WHEN TRY_CAST(n AS"
                            + " BIGINT) >= 0 THEN str_split(CAST(s AS VARCHAR), CAST(d AS VARCHAR))[TRY_CAST(n AS BIGINT)"
                            + " + 1] END"),
            Map.entry(
                    "tg_unhex",
                    "(s) AS CAST('0x' || regexp_replace(CAST(s AS VARCHAR),"
                            + " '^[\\s\\x0B]*(0[xX])?|[\\s\\x0B]+$', '', 'g') AS BIGINT), "
                            + unhexIgnoring()),
            Map.entry(
                    "tg_randomblob",
                    "(n) AS unhex(array_to_string(list_transform(range(greatest(CAST(n AS BIGINT),"
                            + " 1)), lambda k: printf('%02x', CAST(floor(random() * 256) AS INTEGER))), ''))"),
            Map.entry(
                    "tg_json_valid", "(x) AS json_valid(CAST(x AS VARCHAR)), (x, f) AS json_valid(CAST(x AS VARCHAR))"),
            Map.entry("tg_strip_hex", stripHex()),
            Map.entry("tg_stack_entry", "(x) AS " + stackEntry()),
            Map.entry("tg_cat_stacks", catStacks()),
            Map.entry(PROFILE, profile()),
            Map.entry("tg_value_at_max_ts", "(t, v) AS arg_max(v, t)"),
            Map.entry("tg_least", extreme("least")),
            Map.entry("tg_greatest", extreme("greatest")));

    /// Functions from strings to strings that are implemented in Java.
    private static final Map<String, UnaryOperator<String>> TEXT_FUNCTIONS = Map.of("tg_demangle", Demangler::demangle);

    /// Prefix of the sequence that numbers the rows of a table created with INTEGER PRIMARY KEY.
    public static final String ROW_NUMBERS = "tg_row_numbers_";

    private final Connection connection;
    private final JavaScalars scalars;
    private final Set<String> defined = new HashSet<>();

    public Builtins(Connection connection) {
        this.connection = connection;
        scalars = new JavaScalars(connection);
    }

    /// Creates the macros and functions with these names, unless they exist already. Other names are ignored.
    public void define(Set<String> names) throws SQLException {
        for (String name : names) {
            if (name.startsWith(ROW_NUMBERS)) {
                try (Statement s = connection.createStatement()) {
                    s.execute("CREATE TEMP SEQUENCE IF NOT EXISTS " + Token.quoteName(name));
                }
                continue;
            }
            if (JavaScalars.isDefined(name)) {
                scalars.register(name);
                continue;
            }
            String definition = definition(name);
            if (TEXT_FUNCTIONS.containsKey(name) && defined.add(name)) {
                String function = TextFunction.register(connection, TEXT_FUNCTIONS.get(name));
                try (Statement s = connection.createStatement()) {
                    s.execute("CREATE OR REPLACE TEMP MACRO " + name + "(s) AS " + function + "(CAST(s AS VARCHAR))");
                }
            } else if (definition != null && defined.add(name)) {
                switch (name) {
                    case FileWrite.MACRO -> scalars.register(FileWrite.SCALAR);
                    case "tg_cat_stacks" -> define(Set.of("tg_stack_entry"));
                    case "tg_real" -> define(Set.of("tg_text_number"));
                    default -> {}
                }
                String body = name.equals(PROFILE)
                        ? definition.replace("tg_pprof", PprofFunction.register(connection))
                        : definition;
                try (Statement s = connection.createStatement()) {
                    s.execute("CREATE OR REPLACE TEMP MACRO " + name + body);
                }
            }
        }
    }

    /// Returns the parameters and text of a macro; null if there is none with this name.
    static String definition(String name) {
        return MACROS.getOrDefault(name, MathMacros.definition(name));
    }

    /// Implements `iif(condition, value, …, other)` with up to five conditions.
    private static String conditions() {
        StringBuilder out = new StringBuilder();
        for (int n = 2; n <= 11; n++) {
            StringBuilder names = new StringBuilder();
            StringBuilder body = new StringBuilder("CASE");
            for (int i = 0; i < n; i++) {
                names.append(i == 0 ? "" : ", ").append("a").append(i);
                body.append(i % 2 == 1 ? " THEN " : i == n - 1 ? " ELSE " : " WHEN ")
                        .append("a")
                        .append(i);
            }
            out.append(n == 2 ? "(" : ", (")
                    .append(names)
                    .append(") AS ")
                    .append(body)
                    .append(" END");
        }
        return out.toString();
    }

    /// Implements SQLite's `unhex(digits, ignored)`: bytes; NULL if there are other characters than digits.
    private static String unhexIgnoring() {
        String digits = "translate(CAST(s AS VARCHAR), CAST(t AS VARCHAR), '')";
        return "(s, t) AS CASE WHEN regexp_full_match(" + digits + ", '([0-9a-fA-F]{2})*') THEN unhex(" + digits
                + ") END";
    }

    /// Returns SQLite's name for the type of a variant.
    private static String variantType(String value) {
        return "CASE variant_typeof(" + value + ") WHEN 'VARCHAR' THEN 'text' WHEN 'DOUBLE' THEN 'real' WHEN 'FLOAT'"
                + " THEN 'real' WHEN 'BLOB' THEN 'blob' WHEN 'VARIANT_NULL' THEN 'null' ELSE 'integer' END";
    }

    /// Returns SQLite's name for the type of a JSON value.
    private static String jsonType(String json) {
        String type = "json_type(" + json + ")";
        return "CASE WHEN " + type + " IN ('BIGINT', 'UBIGINT', 'HUGEINT', 'UHUGEINT') THEN 'integer' WHEN " + type
                + " = 'DOUBLE' THEN 'real' WHEN " + type + " = 'VARCHAR' THEN 'text' WHEN " + type
                + " = 'BOOLEAN' THEN CAST(" + json + " AS VARCHAR) ELSE lower(" + type + ") END";
    }

    /// Formats a double named x like SQLite: with 15 digits, and always with a point.
    private static String realText() {
        String text = "printf('%.15g', TRY_CAST(x AS DOUBLE))";
        return "CASE WHEN TRY_CAST(x AS DOUBLE) IS NULL OR isnan(TRY_CAST(x AS DOUBLE)) THEN NULL WHEN"
                + " isinf(TRY_CAST(x AS DOUBLE)) THEN CASE WHEN TRY_CAST(x AS DOUBLE) > 0 THEN 'Inf' ELSE '-Inf' END WHEN"
                + " contains(" + text
                + ", '.') THEN "
                + text + " WHEN contains(" + text + ", 'e') THEN replace(" + text + ", 'e', '.0e') ELSE " + text
                + " || '.0' END";
    }

    /// Returns a stack unchanged, or a stack with a single frame named x: a message whose field 1 is a message
    /// whose field 1 is the name (see `PprofFunction`).
    private static String stackEntry() {
        String name = "encode(CAST(v AS VARCHAR))";
        String length = "octet_length(" + name + ")";
        // DuckDB copies the argument to each place that names it, so the list holds its value for all of them.
        return "list_transform([x], lambda v: CASE WHEN v IS NULL THEN ''::BLOB WHEN typeof(v) = 'BLOB'"
                + " THEN TRY_CAST(v AS BLOB) ELSE '\\x0A'::BLOB || "
                + varint(length + " + 1 + CASE WHEN " + length + " < 128 THEN 1 ELSE 2 END") + " || '\\x0A'::BLOB || "
                + varint(length) + " || " + name + " END)[1]";
    }

    /// Encodes a number up to 16383 as a protobuf varint.
    private static String varint(String n) {
        return "unhex(CASE WHEN " + n + " < 128 THEN printf('%02x', " + n + ") ELSE printf('%02x%02x', (" + n
                + ") % 128 + 128, (" + n + ") // 128) END)";
    }

    /// Implements `cat_stacks(root, …, leaf)`, each a stack or the name of a frame; stacks store the leaf first.
    private static String catStacks() {
        StringBuilder out = new StringBuilder();
        for (int n = 1; n <= 8; n++) {
            StringBuilder names = new StringBuilder();
            StringBuilder body = new StringBuilder();
            for (int i = 0; i < n; i++) {
                names.append(i == 0 ? "" : ", ").append("a").append(i);
                body.insert(0, "tg_stack_entry(a" + i + ")" + (i == 0 ? "" : " || "));
            }
            out.append(n == 1 ? "" : ", ")
                    .append("(")
                    .append(names)
                    .append(") AS ")
                    .append(body);
        }
        return out.toString();
    }

    /// Implements `experimental_profile(stack[, type, unit, value]…)`: a profile of a group's stacks; without
    /// values it counts them.
    private static String profile() {
        StringBuilder out = new StringBuilder(
                "(s) AS unhex(tg_pprof('samples' || chr(9) || 'count', string_agg(hex(s) || ' 1', ',')))");
        StringBuilder names = new StringBuilder("(s");
        StringBuilder kinds = new StringBuilder();
        StringBuilder values = new StringBuilder();
        for (int i = 0; i < 3; i++) {
            names.append(", t").append(i).append(", u").append(i).append(", v").append(i);
            kinds.append(i == 0 ? "" : " || chr(9) || ")
                    .append("t")
                    .append(i)
                    .append(" || chr(9) || u")
                    .append(i);
            values.append(" || ' ' || CAST(CAST(v").append(i).append(" AS BIGINT) AS VARCHAR)");
            out.append(", ")
                    .append(names)
                    .append(") AS unhex(tg_pprof(any_value(")
                    .append(kinds)
                    .append("), string_agg(hex(s)")
                    .append(values)
                    .append(", ',')))");
        }
        return out.toString();
    }

    /// Implements `__intrinsic_strip_hex(text, n)`: hexadecimal numbers of at least n digits become `<num>`. After
    /// `0x` any hexadecimal digits are a number; at the start and after a character that is not a letter or digit,
    /// those with a decimal digit are; elsewhere they must begin with a decimal digit.
    private static String stripHex() {
        String afterPrefix = "regexp_replace(s, '0([xX])[0-9a-fA-F]{' || n || ',}', '0\\1<num>', 'g')";
        // A number that begins with k letters needs n - k - 1 digits after its first decimal one.
        String letters = "array_to_string(list_transform(range(1, greatest(n, 2)), lambda k: '[a-fA-F]{' || k ||"
                + " '}[0-9][0-9a-fA-F]{' || greatest(n - k - 1, 0) || ',}'), '|') || '|[a-fA-F]{' || greatest(n,"
                + " 2) || ',}[0-9][0-9a-fA-F]*'";
        String atStart =
                "regexp_replace(" + afterPrefix + ", '(^|[^0-9A-Za-z])(?:' || " + letters + " || ')', '\\1<num>', 'g')";
        return "(s, n) AS regexp_replace(" + atStart
                + ", '[0-9][0-9a-fA-F]{' || greatest(n - 1, 0) || ',}', '<num>', 'g')";
    }

    /// SQLite's min and max of several values are NULL if one of them is.
    private static String extreme(String function) {
        StringBuilder out = new StringBuilder();
        for (int n = 2; n <= 8; n++) {
            StringBuilder names = new StringBuilder();
            StringBuilder nulls = new StringBuilder();
            for (int i = 0; i < n; i++) {
                names.append(i == 0 ? "" : ", ").append("a").append(i);
                nulls.append(i == 0 ? "" : " OR ").append("a").append(i).append(" IS NULL");
            }
            out.append(n == 2 ? "" : ", ")
                    .append("(")
                    .append(names)
                    .append(") AS CASE WHEN ")
                    .append(nulls)
                    .append(" THEN NULL ELSE ")
                    .append(function)
                    .append("(")
                    .append(names)
                    .append(") END");
        }
        return out.toString();
    }
}
