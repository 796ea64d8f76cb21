package traceglass.sql.dialect;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import traceglass.sql.bind.Catalog;
import traceglass.sql.bind.UserFunctions;
import traceglass.sql.functions.JavaScalars;
import traceglass.sql.functions.MathMacros;
import traceglass.sql.syntax.Keywords;
import traceglass.sql.syntax.QueryStructure;
import traceglass.sql.syntax.Token;
import traceglass.sql.syntax.TokenEdits;

/// Rewrites calls of functions that have other names or arguments in DuckDB.
public final class Functions {
    /// Functions of SQLite and PerfettoSQL that exist in DuckDB under another name.
    private static final Map<String, String> RENAMED = Map.ofEntries(
            Map.entry("iif", "tg_iif"),
            Map.entry("if", "tg_iif"),
            Map.entry("glob", "tg_glob"),
            Map.entry("ln", "tg_ln"),
            Map.entry("exp", "tg_exp"),
            Map.entry("sqrt", "tg_sqrt"),
            Map.entry("ceil", "tg_ceil"),
            Map.entry("ceiling", "tg_ceil"),
            Map.entry("floor", "tg_floor"),
            Map.entry("total", "tg_total"),
            Map.entry("regexp", "tg_regexp"),
            Map.entry("str_split", "tg_str_split"),
            Map.entry("unhex", "tg_unhex"),
            Map.entry("value_at_max_ts", "tg_value_at_max_ts"),
            Map.entry("strip_hex", "tg_strip_hex"),
            Map.entry("demangle", "tg_demangle"),
            Map.entry("cat_stacks", "tg_cat_stacks"),
            Map.entry("experimental_profile", "tg_profile"),
            Map.entry("base64_encode", "to_base64"),
            Map.entry("base64_decode", "from_base64"),
            Map.entry("regexp_with_flags", "tg_regexp"),
            Map.entry("typeof", "tg_typeof"),
            Map.entry("quote", "tg_quote"),
            Map.entry("round", "tg_round"),
            Map.entry("hex", "tg_hex"),
            Map.entry("like", "tg_like"),
            Map.entry("unicode", "tg_unicode"),
            Map.entry("log", "tg_log"),
            Map.entry("log10", "tg_log10"),
            Map.entry("log2", "tg_log2"),
            Map.entry("json_type", "tg_json_type"),
            Map.entry("json_valid", "tg_json_valid"),
            Map.entry("randomblob", "tg_randomblob"),
            Map.entry("json_quote", "tg_json_quote"),
            Map.entry("json_patch", "json_merge_patch"),
            Map.entry("octet_length", "tg_octets"),
            Map.entry("percentile", "tg_percentile"),
            Map.entry("percentile_cont", "quantile_cont"),
            Map.entry("percentile_disc", "quantile_disc"),
            Map.entry("null_if_empty", "tg_null_if_empty"),
            Map.entry("likely", "tg_same"),
            Map.entry("unlikely", "tg_same"),
            Map.entry("likelihood", "tg_same"),
            Map.entry("repeatedfield", "list"),
            Map.entry("zeroblob", "tg_zeroblob"));

    private static final Set<String> TRUTHS = Set.of("=", "==", "!=", "<>", "<", ">", "<=", ">=");

    /// Date fields that DuckDB and SQLite format with the same letters.
    private static final Pattern SIMPLE_FORMAT = Pattern.compile("(?:[^%]|%[YmdHMSfjw])*");

    private static final String INTRINSIC = "__intrinsic_";

    private static final Set<String> AGGREGATES = Set.of(
            "count",
            "sum",
            "avg",
            "min",
            "max",
            "total",
            "group_concat",
            "string_agg",
            "listagg",
            "any_value",
            "first",
            "last",
            "arg_max",
            "arg_min",
            "argmax",
            "argmin",
            "max_by",
            "min_by",
            "list",
            "array_agg",
            "median",
            "quantile",
            "quantile_cont",
            "quantile_disc",
            "mode",
            "stddev",
            "stddev_pop",
            "stddev_samp",
            "variance",
            "var_pop",
            "var_samp",
            "corr",
            "covar_pop",
            "covar_samp",
            "bit_and",
            "bit_or",
            "bit_xor",
            "bool_and",
            "bool_or",
            "product",
            "histogram",
            "entropy",
            "kurtosis",
            "skewness",
            "mean",
            "approx_count_distinct",
            "approx_quantile",
            "count_star",
            "countif",
            "count_if",
            "sumkahan",
            "fsum",
            "favg",
            "json_group_array",
            "json_group_object",
            "arbitrary",
            "geomean",
            "mad",
            "reservoir_quantile",
            "bitstring_agg",
            "experimental_profile",
            "first_value_at",
            "value_at_max_ts",
            "regr_slope");

    private final UserFunctions user;
    private List<QueryStructure> shapes = List.of();
    private final Catalog catalog;

    public Functions(UserFunctions user, Catalog catalog) {
        this.user = user;
        this.catalog = catalog;
    }

    /// Returns the name of a function in DuckDB, or null if it is the same.
    public static String renamed(String name) {
        return RENAMED.get(name.toLowerCase(Locale.ROOT));
    }

    public static boolean isAggregate(String name) {
        return AGGREGATES.contains(name.toLowerCase(Locale.ROOT));
    }

    /// Rewrites the function call whose name is at `i`.
    void call(TokenEdits edits, int[] partner, int i) throws SQLException {
        List<Token> tokens = edits.tokens;
        String name = ownName(edits, i);
        int open = i + 1;
        int close = partner[open];
        switch (name) {
            case "min", "max" -> {
                if (arguments(tokens, partner, open).size() > 1) {
                    use(edits, i, name.equals("min") ? "tg_least" : "tg_greatest");
                }
            }
            case "stack_from_stack_profile_callsite" -> {
                if (arguments(tokens, partner, open).size() == 2) {
                    edits.replace(i, callName(edits, partner, i, name + "_annotated"));
                } else {
                    other(edits, partner, i, name);
                }
            }
            case "package_lookup", "_intrinsic_package_lookup" -> edits.replace(i, "android_package_lookup");
            case "datetime", "date", "time", "strftime", "julianday", "unixepoch" -> date(edits, partner, i, name);
            case "substr", "substring" -> substring(edits, partner, open);
            case "printf", "format" -> printf(edits, partner, i, name.equals("printf"));
            case "regexp_extract" -> {
                if (arguments(tokens, partner, open).size() == 2) {
                    use(edits, i, "tg_regexp_extract");
                }
            }
            case "last_non_null" -> {
                edits.replace(i, "last_value");
                edits.append(close - 1, " IGNORE NULLS");
            }
            case "char" -> characters(edits, partner, i);
            case "group_concat", "string_agg" -> concatenation(edits, partner, i);
            case "hash" -> {
                edits.replace(i, "tg_hash_of");
                edits.builtins.add("tg_hash_of");
                edits.builtins.add("tg_hash_part");
                joined(edits, partner, open, "tg_hash_part(", ")");
            }
            case "zstd_compress" -> {
                edits.builtins.add("tg_zstd");
                use(edits, i, "tg_zstd_compress");
            }
            case "json_group_array" -> jsonGroupArray(edits, partner, i);
            case "json_group_object" -> {
                jsonValues(edits, arguments(tokens, partner, open), 1, 2);
                edits.replace(i, "coalesce(json_group_object");
                edits.after(close, ", CAST('{}' AS JSON))");
            }
            case "json_set", "json_insert", "json_replace", "json_remove" -> jsonEdit(edits, partner, i, name);
            case "json_object" -> jsonValues(edits, arguments(tokens, partner, open), 1, 2);
            case "json_array" -> jsonValues(edits, arguments(tokens, partner, open), 0, 1);
            case "extract_arg",
                    "extract_metadata",
                    "extract_metadata_for_machine",
                    "extract_metadata_for_trace",
                    "extract_exact_metadata" -> typed(edits, partner, i, name);
            default -> other(edits, partner, i, name);
        }
    }

    /// Returns the name under which the function called at `i` is known here, after resolving delegation.
    private String ownName(TokenEdits edits, int i) {
        String name = edits.tokens.get(i).text().toLowerCase(Locale.ROOT);
        for (String delegate = user.delegate(name);
                delegate != null && !delegate.equalsIgnoreCase(name);
                delegate = user.delegate(name)) {
            name = delegate.toLowerCase(Locale.ROOT);
            edits.replace(i, name);
        }
        if (name.startsWith(INTRINSIC) && !user.isDefined(name)) {
            // Published functions delegate to intrinsic ones, which are the same functions here.
            name = name.substring(INTRINSIC.length());
            edits.replace(i, name);
        }
        if (name.startsWith("jsonb") && !user.isDefined(name)) {
            // SQLite's JSONB is only a faster representation of JSON; here both are text.
            name = "json" + name.substring("jsonb".length());
            edits.replace(i, name);
        }
        return name;
    }

    /// Converts a text argument where a number is expected to its leading number, 0 if there is none.
    private static void substring(TokenEdits edits, int[] partner, int open) {
        for (QueryStructure.Range number :
                arguments(edits.tokens, partner, open).stream().skip(1).toList()) {
            Token only = edits.tokens.get(number.start());
            if (number.end() == number.start() + 1
                    && (only.kind() == Token.Kind.STRING
                            || only.kind() == Token.Kind.QUOTED && edits.isReplaced(number.start()))) {
                String digits = only.value().strip().replaceFirst("^([-+]?[0-9]{1,18}).*$", "$1");
                edits.replace(number.start(), digits.matches("[-+]?[0-9]+") ? digits : "0");
            }
        }
    }

    /// Rewrites `char(72, 105)`. CHAR is also a type; only a call can follow something that is not an operand.
    private static void characters(TokenEdits edits, int[] partner, int i) {
        List<Token> tokens = edits.tokens;
        if (i > 0
                && (tokens.get(i - 1).is("AS")
                        || tokens.get(i - 1).isOperator("::")
                        || tokens.getFirst().is("CREATE")
                                && tokens.get(i - 1).isName()
                                && !Keywords.isInfix(tokens.get(i - 1).text()))) {
            return;
        }
        edits.replace(i, "");
        joined(edits, partner, i + 1, "chr(CAST(", " AS INTEGER))");
    }

    /// Puts text around each argument and concatenates them.
    private static void joined(TokenEdits edits, int[] partner, int open, String before, String after) {
        for (QueryStructure.Range part : arguments(edits.tokens, partner, open)) {
            edits.wrap(part.start(), part.end(), before, after);
            if (part.end() < partner[open]) {
                edits.replace(part.end(), " || ");
            }
        }
    }

    /// Concatenates in the order of first occurrence; DuckDB does not support such functions in HAVING.
    private static void concatenation(TokenEdits edits, int[] partner, int i) {
        List<Token> tokens = edits.tokens;
        int open = i + 1;
        int close = partner[open];
        boolean plain = isListed(tokens, partner, i)
                && tokens.get(open + 1).is("DISTINCT")
                && arguments(tokens, partner, open).size() == 1
                && tokens.subList(open, close).stream().noneMatch(t -> t.is("ORDER"));
        if (plain && !(close + 1 < tokens.size() && tokens.get(close + 1).isAny("FILTER", "OVER"))) {
            use(edits, i, "tg_concat_distinct");
            edits.replace(open + 1, "");
        }
    }

    /// Rewrites json_group_array: DuckDB's is a macro, which does not support DISTINCT, ORDER BY or FILTER, and
    /// returns NULL for no rows.
    private static void jsonGroupArray(TokenEdits edits, int[] partner, int i) {
        List<Token> tokens = edits.tokens;
        jsonValues(edits, arguments(tokens, partner, i + 1), 0, 1);
        edits.replace(i, "coalesce(to_json(list");
        int last = partner[i + 1];
        while (last + 1 < tokens.size() && tokens.get(last + 1).isAny("FILTER", "OVER") && partner[last + 2] > last) {
            last = partner[last + 2];
        }
        edits.after(last, "), CAST('[]' AS JSON))");
    }

    private static void jsonEdit(TokenEdits edits, int[] partner, int i, String name) {
        use(edits, i, "tg_json_edit");
        List<QueryStructure.Range> arguments = arguments(edits.tokens, partner, i + 1);
        edits.append(i + 1, Token.quoteString(name.substring("json_".length())) + ", ");
        parts(edits, arguments, 0);
        for (int k = 2; k < arguments.size() && !name.equals("json_remove"); k += 2) {
            edits.wrap(
                    arguments.get(k).start(),
                    arguments.get(k).end(),
                    "coalesce(CAST(tg_json_value(",
                    ") AS VARCHAR), 'null')");
            edits.builtins.add("tg_json_value");
        }
    }

    /// Rewrites a function with unchanged arguments: a scalar function, one of the session's functions, or a
    /// renamed one.
    private void other(TokenEdits edits, int[] partner, int i, String name) throws SQLException {
        if (JavaScalars.isDefined(name)) {
            edits.builtins.add(name);
            return;
        }
        if (user.isDefined(name)) {
            edits.replace(i, callName(edits, partner, i, name));
            return;
        }
        String renamed = RENAMED.getOrDefault(name, MathMacros.macro(name));
        if (renamed != null) {
            use(edits, i, renamed);
        }
    }

    /// Returns whether a call is in the SELECT list.
    private static boolean isListed(List<Token> tokens, int[] partner, int call) {
        for (int i = call - 1; i >= 0; i--) {
            if (tokens.get(i).isAny("SELECT", "HAVING", "ORDER", "FROM")) {
                return tokens.get(i).is("SELECT");
            }
            i = partner[i] >= 0 && partner[i] < i ? partner[i] : i;
        }
        return false;
    }

    /// Converts booleans to 0 or 1 as in SQLite, including in JSON.
    ///
    /// @param from the first argument that is a value
    /// @param step distance from one value to the next
    private static void jsonValues(TokenEdits edits, List<QueryStructure.Range> arguments, int from, int step) {
        for (int k = from; k < arguments.size(); k += step) {
            QueryStructure.Range value = arguments.get(k);
            int start = edits.tokens.get(value.start()).is("DISTINCT") ? value.start() + 1 : value.start();
            int end = value.end();
            for (int i = start; i < value.end(); i++) {
                if (edits.tokens.get(i).is("ORDER")
                        && i + 1 < value.end()
                        && edits.tokens.get(i + 1).is("BY")) {
                    end = i;
                    break;
                }
            }
            if (isTruth(edits.tokens, start, end)) {
                edits.wrap(start, end, "tg_json_value(", ")");
                edits.builtins.add("tg_json_value");
            }
        }
    }

    /// Returns whether an expression is evidently a boolean.
    private static boolean isTruth(List<Token> tokens, int start, int end) {
        int depth = 0;
        for (int i = start; i < end; i++) {
            Token t = tokens.get(i);
            depth += t.opens() ? 1 : t.closes() ? -1 : 0;
            if (i == start && t.is("CASE")) {
                return false;
            }
            if (depth == 0
                    && (TRUTHS.contains(t.text())
                            || t.isAny(
                                    "AND", "OR", "NOT", "IS", "LIKE", "ILIKE", "GLOB", "REGEXP", "IN", "BETWEEN",
                                    "EXISTS", "ISNULL", "NOTNULL")
                            || end == start + 1 && t.isAny("TRUE", "FALSE"))) {
                return true;
            }
        }
        return false;
    }

    /// Rewrites table functions among the sources of FROM.
    void sources(TokenEdits edits, int[] partner, List<QueryStructure> shapes) throws SQLException {
        this.shapes = shapes;
        for (QueryStructure shape : shapes) {
            for (QueryStructure.Core core : shape.cores) {
                for (QueryStructure.Source source : core.sources) {
                    if (source.kind() == QueryStructure.SourceKind.FUNCTION && user.isDefined(source.name())) {
                        int open = source.range().end() - 1;
                        open = partner[open];
                        edits.replace(
                                source.range().start(),
                                Token.quoteName(user.callName(
                                        source.name(),
                                        edits.tokens.subList(open + 1, partner[open]),
                                        column -> null,
                                        (at, text) -> {})));
                    }
                }
            }
        }
    }

    /// Rewrites SQLite's date functions; `strftime(time, format)` is DuckDB's. Seconds since 1970, the most
    /// frequent argument, use DuckDB's functions, which process many dates at once.
    private static void date(TokenEdits edits, int[] partner, int i, String name) {
        List<QueryStructure.Range> arguments = arguments(edits.tokens, partner, i + 1);
        boolean formats = name.equals("strftime");
        int at = formats ? 1 : 0;
        Token last = arguments.isEmpty() ? null : literal(edits, arguments.getLast());
        Token format = formats && !arguments.isEmpty() ? literal(edits, arguments.getFirst()) : null;
        if (formats
                && (arguments.isEmpty()
                        || arguments.size() == 2
                                && format == null
                                && last != null
                                && last.value().indexOf('%') >= 0)) {
            return;
        }
        boolean simple = name.equals("date")
                || name.equals("time")
                || name.equals("datetime")
                || format != null && SIMPLE_FORMAT.matcher(format.value()).matches();
        if (simple && arguments.size() == at + 2 && last != null && last.value().equalsIgnoreCase("unixepoch")) {
            use(edits, i, "tg_" + name);
            if (formats) {
                edits.replace(
                        arguments.getFirst().start(),
                        Token.quoteString(format.value().replace("%f", "%S.%g")));
            }
            edits.replace(arguments.getLast().start() - 1, "");
            edits.replace(arguments.getLast().start(), "");
            return;
        }
        boolean subsecond = arguments.stream()
                .map(a -> literal(edits, a))
                .anyMatch(t -> t != null && t.value().toLowerCase(Locale.ROOT).startsWith("subsec"));
        switch (name) {
            case "julianday" -> use(edits, i, "tg_julianday");
            case "unixepoch" -> use(edits, i, subsecond ? "tg_unixepoch_subsec" : "tg_unixepoch");
            default -> {
                use(edits, i, "tg_date_text");
                edits.append(i + 1, Token.quoteString(name) + ", ");
            }
        }
        parts(edits, arguments, 0);
        if (arguments.isEmpty()) {
            edits.append(i + 1, "''");
        }
    }

    /// Returns the string literal that forms the whole argument, or null.
    private static Token literal(TokenEdits edits, QueryStructure.Range argument) {
        Token t = edits.tokens.get(argument.start());
        return argument.end() == argument.start() + 1
                        && (t.kind() == Token.Kind.STRING || t.kind() == Token.Kind.QUOTED)
                ? t
                : null;
    }

    /// Encodes the arguments from `from` on in one string, from which our functions read values of any type.
    private static void parts(TokenEdits edits, List<QueryStructure.Range> arguments, int from) {
        for (int k = from; k < arguments.size(); k++) {
            edits.wrap(arguments.get(k).start(), arguments.get(k).end(), "tg_part(", ")");
            edits.builtins.add("tg_part");
            if (k > from) {
                edits.replace(arguments.get(k).start() - 1, " || ");
            }
        }
    }

    /// Rewrites SQLite's printf; `format` is the same function if its format contains `%`, otherwise it is
    /// DuckDB's.
    private static void printf(TokenEdits edits, int[] partner, int i, boolean always) {
        List<QueryStructure.Range> arguments = arguments(edits.tokens, partner, i + 1);
        Token format = arguments.isEmpty() ? null : literal(edits, arguments.getFirst());
        if (arguments.isEmpty() || !always && (format == null || format.text().indexOf('%') < 0)) {
            return;
        }
        use(edits, i, "tg_printf");
        edits.builtins.add("tg_part");
        if (arguments.size() == 1) {
            edits.append(arguments.getFirst().end() - 1, ", ''");
        }
        parts(edits, arguments, 1);
    }

    private String callName(TokenEdits edits, int[] partner, int i, String name) throws SQLException {
        int first = i + 2;
        return user.callName(
                name,
                edits.tokens.subList(first, partner[i + 1]),
                column -> sourceOf(i, column),
                (at, text) -> edits.qualify(first + at, text));
    }

    /// Returns the single source, in the SELECT around a token, that has a column; null if another might have it
    /// too.
    private String sourceOf(int at, String column) throws SQLException {
        QueryStructure.Core found = null;
        Set<String> ctes = new HashSet<>();
        for (QueryStructure shape : shapes) {
            shape.cteNames.forEach(n -> ctes.add(n.toLowerCase(Locale.ROOT)));
            for (QueryStructure.Core core : shape.cores) {
                if (core.range.start() <= at
                        && at < core.range.end()
                        && (found == null || core.range.start() >= found.range.start())) {
                    found = core;
                }
            }
        }
        String owner = null;
        for (QueryStructure.Source source : found == null ? List.<QueryStructure.Source>of() : found.sources) {
            boolean table = source.kind() == QueryStructure.SourceKind.NAME
                    && !ctes.contains(source.name().toLowerCase(Locale.ROOT));
            Catalog.Relation relation = table ? catalog.relation(source.name()) : null;
            if (relation == null || relation.has(column) && owner != null) {
                return null;
            }
            if (relation.has(column)) {
                owner = source.aliasAt() >= 0 ? found.aliasOf(source) : source.name();
            }
        }
        return owner;
    }

    /// Rewrites `extract_arg` and `extract_metadata`, whose result type depends on the key: if the key is a
    /// literal, calls the variant for the type of its values.
    private void typed(TokenEdits edits, int[] partner, int i, String name) throws SQLException {
        List<QueryStructure.Range> arguments = arguments(edits.tokens, partner, i + 1);
        if (arguments.isEmpty()) {
            return;
        }
        QueryStructure.Range last = arguments.getLast();
        Token key = edits.tokens.get(last.start());
        boolean literal =
                last.end() == last.start() + 1 && (key.kind() == Token.Kind.STRING || key.kind() == Token.Kind.QUOTED);
        String kind = !literal
                ? name.equals("extract_arg") ? "any" : "text"
                : name.equals("extract_arg") ? catalog.argKind(key.value()) : catalog.metadataKind(key.value());
        edits.replace(i, callName(edits, partner, i, name + "_" + kind));
    }

    private static void use(TokenEdits edits, int i, String builtin) {
        edits.replace(i, builtin);
        edits.builtins.add(builtin);
    }

    public static List<QueryStructure.Range> arguments(List<Token> tokens, int[] partner, int open) {
        List<QueryStructure.Range> arguments = new ArrayList<>();
        int close = partner[open];
        int from = open + 1;
        for (int i = from; i < close; i = partner[i] > i ? partner[i] + 1 : i + 1) {
            if (tokens.get(i).isOperator(",")) {
                arguments.add(new QueryStructure.Range(from, i));
                from = i + 1;
            }
        }
        if (from < close) {
            arguments.add(new QueryStructure.Range(from, close));
        }
        return arguments;
    }
}
