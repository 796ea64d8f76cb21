package traceglass.sql.functions;

/// Texts that several macros contain, or that repeat a pattern for each number of arguments. Created when a macro is
/// first called.
final class MacroTexts {
    /// Converts seconds named s to a timestamp with milliseconds; NULL far outside SQLite's range of years.
    private static final String UNIX_TIME =
            "make_timestamp(1000 * CAST(TRY_CAST(TRY_CAST(s AS DOUBLE) * 1000 AS DECIMAL(15, 0)) AS BIGINT))";

    private MacroTexts() {}

    /// Replaces each `${name}` and `${name:argument}` in the text of a macro.
    static String expand(String macro) {
        StringBuilder out = new StringBuilder();
        int from = 0;
        int start = macro.indexOf("${");
        while (start >= 0) {
            int end = macro.indexOf('}', start);
            int colon = macro.indexOf(':', start);
            boolean hasArgument = colon >= 0 && colon < end;
            out.append(macro, from, start)
                    .append(text(
                            macro.substring(start + 2, hasArgument ? colon : end),
                            hasArgument ? macro.substring(colon + 1, end) : ""));
            from = end + 1;
            start = macro.indexOf("${", from);
        }
        return out.append(macro, from, macro.length()).toString();
    }

    private static String text(String name, String argument) {
        return switch (name) {
            case "catStacks" -> catStacks();
            case "conditions" -> conditions();
            case "extreme" -> extreme(argument);
            case "fileWrite" -> FileWrite.macro();
            case "jsonType" -> jsonType(argument);
            case "profile" -> profile();
            case "real" -> real();
            case "stackEntry" -> stackEntry();
            case "stripHex" -> stripHex();
            case "unhexIgnoring" -> unhexIgnoring();
            case "unixTime" -> UNIX_TIME;
            case "variantType" -> variantType(argument);
            default -> throw new IllegalArgumentException(name);
        };
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

    /// Implements SQLite's `unhex(digits, ignored)`: bytes; NULL if there are characters other than digits.
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
    private static String real() {
        String text = "printf('%.15g', TRY_CAST(x AS DOUBLE))";
        return "CASE WHEN TRY_CAST(x AS DOUBLE) IS NULL OR isnan(TRY_CAST(x AS DOUBLE)) THEN NULL WHEN"
                + " isinf(TRY_CAST(x AS DOUBLE)) THEN CASE WHEN TRY_CAST(x AS DOUBLE) > 0 THEN 'Inf' ELSE '-Inf' END WHEN"
                + " contains(" + text
                + ", '.') THEN "
                + text + " WHEN contains(" + text + ", 'e') THEN replace(" + text + ", 'e', '.0e') ELSE " + text
                + " || '.0' END";
    }

    /// Returns a stack unchanged, or a stack with a single frame named x: the encoded message `Stack` of
    /// `values.proto`.
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
