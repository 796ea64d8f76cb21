package traceglass.sql.functions;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// Registry of the functions that queries can call and whose name, implementation or type differs from DuckDB or must
/// be known before DuckDB checks a query: one row each. Functions implemented in Java are registered in
/// [JavaScalars]. Other functions of DuckDB can also be called, with arguments and results of unknown types.
public final class SqlFunctions {

    /// A function.
    ///
    /// @param name its name in queries, in lowercase
    /// @param isAggregate whether it has one value for a group of rows
    /// @param arguments kinds of arguments, see [#ROWS]; `-` if they and the result are unknown
    /// @param result type of the result
    /// @param implementation parameters and body of a macro, another name in DuckDB, or empty
    public record Row(String name, boolean isAggregate, String arguments, String result, String implementation) {

        /// Returns whether the types of arguments and result are registered.
        public boolean hasTypes() {
            return !arguments.equals("-");
        }

        boolean isMacro() {
            return implementation.startsWith("(") || implementation.startsWith("${");
        }

        /// Returns the function's name in DuckDB.
        String duckDbName() {
            if (isMacro()) {
                return isInternal(name) ? name : PREFIX + name;
            }
            return implementation.isEmpty() ? name : implementation;
        }
    }

    private static final String PREFIX = "tg_";

    /// Name, arguments (a any, n number, w whole number, t text), result, implementation; `*` marks aggregates.
    ///
    /// Arguments: one letter each; the last applies to all further arguments. Results: a type of DuckDB, `1` the
    /// type of the first argument, `avg`, `sum`, `abs`, `[1]` a list of the first argument, `[=]` a list of all
    /// arguments, `text` text within an expression, `part` a blob or text like the argument, `split` a list or
    /// text, `?` unknown; `- -` if arguments and result are unknown.
    ///
    /// Implementation: none for a function that is the same in DuckDB; else its name there, or the parameters and
    /// body of a macro, which DuckDB knows by the name with the prefix `tg_`. Rows with that prefix are macros
    /// that only translations call. Macros with a signature for BIGINT return integers unchanged. `${name}` is
    /// text from [MacroTexts]. Macros check the type of a value instead of using overloads if DuckDB cannot
    /// resolve overloads for aggregates.
    private static final String ROWS = """
        abs n abs
        acos - - (x) AS CASE WHEN abs(TRY_CAST(x AS DOUBLE)) <= 1 THEN acos(TRY_CAST(x AS DOUBLE)) END
        acosh - - (x) AS CASE WHEN TRY_CAST(x AS DOUBLE) >= 1 THEN acosh(TRY_CAST(x AS DOUBLE)) END
        any_value* a 1
        approx_count_distinct* - -
        approx_quantile* - -
        arbitrary* a 1
        arg_max* a 1
        arg_max_null* a 1
        arg_min* a 1
        arg_min_null* a 1
        argmax* - -
        argmin* - -
        array_agg* a [1]
        array_to_string a VARCHAR
        asin - - (x) AS CASE WHEN abs(TRY_CAST(x AS DOUBLE)) <= 1 THEN asin(TRY_CAST(x AS DOUBLE)) END
        asinh - - (x) AS asinh(TRY_CAST(x AS DOUBLE))
        atan - - (x) AS atan(TRY_CAST(x AS DOUBLE))
        atan2 - - (y, x) AS atan2(TRY_CAST(y AS DOUBLE), TRY_CAST(x AS DOUBLE))
        atanh - - (x) AS CASE WHEN abs(TRY_CAST(x AS DOUBLE)) < 1 THEN atanh(TRY_CAST(x AS DOUBLE)) END
        avg* n avg
        base64_decode t BLOB from_base64
        base64_encode a VARCHAR to_base64
        bit_and* - -
        bit_or* - -
        bit_xor* - -
        bitstring_agg* - -
        bool_and* a BOOLEAN
        bool_or* a BOOLEAN
        cat_stacks - - ${catStacks}
        ceil - - (x BIGINT) AS x, (x DOUBLE) AS ceil(x), (x VARCHAR) AS ceil(TRY_CAST(x AS DOUBLE))
        ceiling - - tg_ceil
        char a VARCHAR
        chr w VARCHAR
        concat a VARCHAR
        concat_ws a VARCHAR
        contains t BOOLEAN
        corr* - -
        cos a DOUBLE (x) AS cos(TRY_CAST(x AS DOUBLE))
        cosh - - (x) AS cosh(TRY_CAST(x AS DOUBLE))
        count* a BIGINT
        count_if* a HUGEINT
        count_star* - -
        countif* a HUGEINT
        covar_pop* - -
        covar_samp* - -
        cume_dist a DOUBLE
        date a ?
        datetime a ?
        degrees - - (x) AS degrees(TRY_CAST(x AS DOUBLE))
        demangle - - (s) AS tg_demangle_text(CAST(s AS VARCHAR))
        dense_rank a BIGINT
        ends_with t BOOLEAN
        entropy* - -
        exp a DOUBLE (x) AS exp(TRY_CAST(x AS DOUBLE))
        experimental_profile* - - ${profile}
        favg* - -
        file_write a BIGINT ${fileWrite}
        first* a 1
        first_value a 1
        first_value_at* - -
        floor - - (x BIGINT) AS x, (x DOUBLE) AS floor(x), (x VARCHAR) AS floor(TRY_CAST(x AS DOUBLE))
        format a ?
        fsum* - -
        generate_series a ?
        geomean* - -
        glob a BOOLEAN (p, s) AS CAST(s AS VARCHAR) GLOB CAST(p AS VARCHAR)
        greatest a ?
        group_concat* t VARCHAR
        hash a BIGINT
        hex a VARCHAR (x) AS coalesce(CASE typeof(x) WHEN 'BLOB' THEN hex(TRY_CAST(x AS BLOB)) WHEN 'DOUBLE' THEN \
        hex(${real}) ELSE hex(CAST(x AS VARCHAR)) END, '')
        histogram* - -
        if - - tg_iif
        iif - - ${conditions}
        instr t BIGINT
        json_array a JSON
        json_extract a text
        json_group_array* a JSON
        json_group_object* a JSON
        json_insert a ?
        json_object a JSON
        json_patch - - json_merge_patch
        json_quote - - (x) AS CAST(to_json(x) AS VARCHAR)
        json_remove a ?
        json_replace a ?
        json_set a ?
        json_type - - (x) AS ${jsonType:x}, (x, p) AS ${jsonType:json_extract(x, p)}
        json_valid - - (x) AS json_valid(CAST(x AS VARCHAR)), (x, f) AS json_valid(CAST(x AS VARCHAR))
        julianday a ?
        kurtosis* - -
        lag a 1
        last* a 1
        last_non_null a 1
        last_value a 1
        lead a 1
        least a ?
        length t BIGINT
        like - - (p, s) AS CAST(s AS VARCHAR) ILIKE CAST(p AS VARCHAR), (p, s, e) AS CAST(s AS VARCHAR) ILIKE CAST(p \
        AS VARCHAR) ESCAPE e
        likelihood - - tg_same
        likely - - tg_same
        list* a [1]
        list_value a [=]
        listagg* - -
        ln a DOUBLE (x) AS CASE WHEN TRY_CAST(x AS DOUBLE) > 0 THEN ln(TRY_CAST(x AS DOUBLE)) END
        log a DOUBLE (x) AS CASE WHEN TRY_CAST(x AS DOUBLE) > 0 THEN log10(TRY_CAST(x AS DOUBLE)) END, (b, x) AS CASE \
        WHEN TRY_CAST(b AS DOUBLE) > 0 AND TRY_CAST(b AS DOUBLE) <> 1 AND TRY_CAST(x AS DOUBLE) > 0 THEN \
        ln(TRY_CAST(x AS DOUBLE)) / ln(TRY_CAST(b AS DOUBLE)) END
        log10 a DOUBLE (x) AS CASE WHEN TRY_CAST(x AS DOUBLE) > 0 THEN log10(TRY_CAST(x AS DOUBLE)) END
        log2 a DOUBLE (x) AS CASE WHEN TRY_CAST(x AS DOUBLE) > 0 THEN log2(TRY_CAST(x AS DOUBLE)) END
        lower t VARCHAR
        lpad tat VARCHAR
        ltrim t VARCHAR
        mad* - -
        max* a 1
        max_by* a 1
        md5 t VARCHAR
        mean* - -
        median* - -
        min* a 1
        min_by* a 1
        mod - - (x, y) AS TRY_CAST(x AS DOUBLE) - nullif(TRY_CAST(y AS DOUBLE), 0) * trunc(TRY_CAST(x AS DOUBLE) / \
        nullif(TRY_CAST(y AS DOUBLE), 0))
        mode* - -
        nth_value a 1
        ntile a BIGINT
        null_if_empty - - (x) AS CASE WHEN CAST(x AS VARCHAR) <> '' THEN x END
        nullif a 1
        octet_length a BIGINT (x) AS length(hex(x)) // 2
        percent_rank a DOUBLE
        percentile* - - (x, p) AS quantile_cont(x, p / 100.0)
        percentile_cont* - - quantile_cont
        percentile_disc* - - quantile_disc
        pi a DOUBLE
        pow a DOUBLE (x, y) AS CASE WHEN NOT isnan(pow(TRY_CAST(x AS DOUBLE), TRY_CAST(y AS DOUBLE))) THEN \
        pow(TRY_CAST(x AS DOUBLE), TRY_CAST(y AS DOUBLE)) END
        power a DOUBLE tg_pow
        printf a VARCHAR
        product* - -
        quantile* - -
        quantile_cont* - -
        quantile_disc* - -
        quote a VARCHAR (x) AS CASE WHEN x IS NULL THEN 'NULL' WHEN typeof(x) = 'BLOB' THEN 'X''' || hex(TRY_CAST(x \
        AS BLOB)) || '''' WHEN typeof(x) IN ('DOUBLE', 'FLOAT') THEN ${real} WHEN typeof(x) = 'BOOLEAN' THEN \
        CAST(TRY_CAST(x AS INTEGER) AS VARCHAR) WHEN typeof(x) LIKE '%INT%' THEN CAST(x AS VARCHAR) ELSE '''' || \
        replace(CAST(x AS VARCHAR), '''', '''''') || '''' END
        radians - - (x) AS radians(TRY_CAST(x AS DOUBLE))
        random a DOUBLE
        randomblob a BLOB (n) AS unhex(array_to_string(list_transform(range(greatest(CAST(n AS BIGINT), 1)), lambda \
        k: printf('%02x', CAST(floor(random() * 256) AS INTEGER))), ''))
        rank a BIGINT
        regexp a BOOLEAN (p, s) AS regexp_matches(CAST(s AS VARCHAR), CAST(p AS VARCHAR)), (p, s, f) AS \
        regexp_matches(CAST(s AS VARCHAR), CASE WHEN regexp_extract(f, '[ic]*$') LIKE '%i' THEN '(?i)' ELSE '' END || \
        p)
        regexp_extract tta VARCHAR
        regexp_full_match t BOOLEAN
        regexp_matches t BOOLEAN
        regexp_replace t VARCHAR
        regexp_split_to_array t VARCHAR[]
        regexp_with_flags - - tg_regexp
        regr_slope* - -
        repeat a ?
        repeatedfield - - list
        replace t VARCHAR
        reservoir_quantile* - -
        reverse t VARCHAR
        round nw DOUBLE (x) AS round(TRY_CAST(x AS DOUBLE)), (x, n) AS round(TRY_CAST(x AS DOUBLE), CAST(greatest(n, \
        0) AS INTEGER))
        row_number a BIGINT
        rpad tat VARCHAR
        rtrim t VARCHAR
        sign a BIGINT (x) AS CAST(sign(TRY_CAST(x AS DOUBLE)) AS BIGINT)
        sin a DOUBLE (x) AS sin(TRY_CAST(x AS DOUBLE))
        sinh - - (x) AS sinh(TRY_CAST(x AS DOUBLE))
        skewness* - -
        split_part tta VARCHAR
        sqlite_version - - () AS '3.50.3'
        sqrt a DOUBLE (x) AS CASE WHEN TRY_CAST(x AS DOUBLE) >= 0 THEN sqrt(TRY_CAST(x AS DOUBLE)) END
        starts_with t BOOLEAN
        stddev* n DOUBLE
        stddev_pop* n DOUBLE
        stddev_samp* n DOUBLE
        str_split a split (s, d) AS str_split(CAST(s AS VARCHAR), CAST(d AS VARCHAR)), (s, d, n) AS CASE WHEN \
        TRY_CAST(n AS BIGINT) >= 0 THEN str_split(CAST(s AS VARCHAR), CAST(d AS VARCHAR))[TRY_CAST(n AS BIGINT) + 1] \
        END
        strftime a ?
        string_agg* t VARCHAR
        string_split t VARCHAR[]
        string_split_regex t VARCHAR[]
        strip_hex a VARCHAR ${stripHex}
        strlen t BIGINT
        substr tw part
        substring tw part
        sum* n sum
        sumkahan* - -
        tan a DOUBLE (x) AS tan(TRY_CAST(x AS DOUBLE))
        tanh - - (x) AS tanh(TRY_CAST(x AS DOUBLE))
        time a ?
        total* n DOUBLE (x) AS coalesce(sum(TRY_CAST(x AS DOUBLE)), 0.0::DOUBLE)
        trim t VARCHAR
        trunc - - (x BIGINT) AS x, (x DOUBLE) AS trunc(x), (x VARCHAR) AS trunc(TRY_CAST(x AS DOUBLE))
        typeof a VARCHAR (x) AS CASE WHEN x IS NULL THEN 'null' WHEN typeof(x) IN ('VARCHAR', 'JSON') THEN 'text' \
        WHEN typeof(x) IN ('DOUBLE', 'FLOAT') THEN 'real' WHEN typeof(x) LIKE '%INT%' OR typeof(x) = 'BOOLEAN' THEN \
        'integer' WHEN typeof(x) = 'VARIANT' THEN ${variantType:CAST(x AS VARIANT)} ELSE lower(typeof(x)) END
        unhex a BLOB (s) AS CAST('0x' || regexp_replace(CAST(s AS VARCHAR), '^[\\s\\x0B]*(0[xX])?|[\\s\\x0B]+$', '', \
        'g') AS BIGINT), ${unhexIgnoring}
        unicode a INTEGER (x) AS nullif(unicode(CAST(x AS VARCHAR)), -1)
        unixepoch a ?
        unlikely - - tg_same
        unnest a ?
        upper t VARCHAR
        value_at_max_ts* - - (t, v) AS arg_max(v, t)
        var_pop* n DOUBLE
        var_samp* n DOUBLE
        variance* n DOUBLE
        zeroblob a BLOB (n) AS unhex(repeat('00', CAST(n AS INTEGER)))
        zstd_compress a BLOB (x BLOB) AS unhex(tg_zstd(hex(x))), (x VARCHAR) AS unhex(tg_zstd(hex(encode(x))))
        tg_blob_substr - - (x, a) AS unhex(substr(hex(x), 2 * a - 1)), (x, a, n) AS unhex(substr(hex(x), 2 * a - 1, 2 \
        * n))
        tg_comparable - - (x) AS coalesce(TRY_CAST(x AS DOUBLE), CASE WHEN x IS NOT NULL THEN CAST('nan' AS DOUBLE) \
        END)
        tg_concat_distinct* - - (x) AS array_to_string(list_transform(list_sort(list_transform(list(DISTINCT x) \
        FILTER (WHERE x IS NOT NULL), lambda v: {'p': list_position(list(x), v), 'v': v})), lambda e: e.v), ',')
        tg_date - - (s) AS strftime(${unixTime}, '%Y-%m-%d')
        tg_datetime - - (s) AS strftime(${unixTime}, '%Y-%m-%d %H:%M:%S')
        tg_divisor - - (x) AS CASE x WHEN -1 THEN 1 ELSE x END
        tg_greatest - - ${extreme:greatest}
        tg_hash_part - - (x) AS CASE WHEN typeof(x) IN ('VARCHAR', 'JSON') OR typeof(x) = 'VARIANT' AND \
        variant_typeof(CAST(x AS VARIANT)) = 'VARCHAR' THEN 's' || CAST(strlen(CAST(x AS VARCHAR)) AS VARCHAR) || ':' \
        || CAST(x AS VARCHAR) ELSE 'i' || CAST(TRY_CAST(x AS BIGINT) AS VARCHAR) || ';' END
        tg_json_get - - (j, p) AS CASE WHEN json_type(json_extract(j, p)) IN ('OBJECT', 'ARRAY') THEN \
        CAST(CAST(json_extract(j, p) AS VARCHAR) AS VARIANT) WHEN json_type(json_extract(j, p)) = 'BOOLEAN' THEN \
        CAST(CAST(CAST(json_extract(j, p) AS BOOLEAN) AS INTEGER) AS VARIANT) ELSE CAST(json_extract(j, p) AS \
        VARIANT) END
        tg_json_key - - (k, p) AS CASE WHEN ends_with(p, '[' || k || ']') THEN CAST(TRY_CAST(k AS BIGINT) AS VARIANT) \
        ELSE CAST(k AS VARIANT) END
        tg_json_rank - - (k, p) AS CASE WHEN ends_with(p, '[' || k || ']') THEN TRY_CAST(k AS DOUBLE) WHEN k IS NOT \
        NULL THEN CAST('inf' AS DOUBLE) END
        tg_json_text - - (j, p) AS CASE WHEN json_type(json_extract(j, p)) = 'BOOLEAN' THEN \
        CAST(CAST(CAST(json_extract(j, p) AS BOOLEAN) AS INTEGER) AS VARCHAR) ELSE json_extract_string(j, p) END
        tg_json_value - - (x) AS CASE CAST(to_json(x) AS VARCHAR) WHEN 'true' THEN CAST('1' AS JSON) WHEN 'false' \
        THEN CAST('0' AS JSON) ELSE to_json(x) END
        tg_least - - ${extreme:least}
        tg_part - - (x) AS CASE WHEN x IS NULL THEN 'n;' WHEN typeof(x) IN ('DOUBLE', 'FLOAT') OR typeof(x) LIKE \
        'DECIMAL%' THEN 'd' || printf('%.17g', TRY_CAST(x AS DOUBLE)) || ';' WHEN typeof(x) = 'BOOLEAN' THEN 'i' || \
        TRY_CAST(x AS INTEGER) || ';' WHEN typeof(x) LIKE '%INT%' THEN 'i' || CAST(x AS VARCHAR) || ';' ELSE 's' || \
        strlen(CAST(x AS VARCHAR)) || ':' || CAST(x AS VARCHAR) END
        tg_real - - (x) AS coalesce(TRY_CAST(x AS DOUBLE), CASE WHEN x IS NOT NULL THEN tg_text_number(x) END)
        tg_real_mod - - (x, y) AS CAST(tg_whole(TRY_CAST(x AS DOUBLE)) % CASE tg_whole(TRY_CAST(y AS DOUBLE)) WHEN -1 \
        THEN 1 ELSE tg_whole(TRY_CAST(y AS DOUBLE)) END AS DOUBLE)
        tg_regexp_extract - - (s, p) AS CASE WHEN regexp_matches(s, p) THEN coalesce(nullif(regexp_extract(s, p, 1), \
        ''), regexp_extract(s, p, 0)) END
        tg_same - - (x) AS (x), (x, p) AS (x)
        tg_stack_entry - - (x) AS ${stackEntry}
        tg_strftime - - (f, s) AS strftime(${unixTime}, f)
        tg_substr - - (s, a, n) AS CASE WHEN n > 0 AND -(a) > length(s) THEN substr(s, 1, greatest(n + a + length(s), \
        0)) ELSE substr(s, a, n) END
        tg_text - - (x) AS CASE typeof(x) WHEN 'DOUBLE' THEN ${real} WHEN 'BOOLEAN' THEN CAST(TRY_CAST(x AS \
        INTEGER) AS VARCHAR) ELSE CAST(x AS VARCHAR) END
        tg_text_int - - (x) AS CASE WHEN x IS NOT NULL THEN \
        CAST(least(greatest(coalesce(TRY_CAST(regexp_extract(CAST(x AS VARCHAR), '^\\s*([-+]?[0-9]{1,38})', 1) AS \
        HUGEINT), 0), -9223372036854775808), 9223372036854775807) AS BIGINT) END
        tg_text_number - - (x) AS CASE WHEN x IS NOT NULL THEN coalesce(TRY_CAST(x AS DOUBLE), \
        TRY_CAST(nullif(regexp_extract(CAST(x AS VARCHAR), \
        '^\\s*([-+]?([0-9]+([.][0-9]*)?|[.][0-9]+)([eE][-+]?[0-9]+)?)', 1), '') AS DOUBLE), 0) END
        tg_time - - (s) AS strftime(${unixTime}, '%H:%M:%S')
        tg_variant_type - - (x) AS CASE WHEN x IS NULL THEN 'null' ELSE ${variantType:x} END
        tg_whole - - (x) AS CASE WHEN isnan(x) THEN NULL WHEN x >= 9223372036854775807 THEN 9223372036854775807 WHEN \
        x <= -9223372036854775808 THEN -9223372036854775808 ELSE TRY_CAST(trunc(x) AS BIGINT) END
        """;

    private static final Map<String, Row> FUNCTIONS = new HashMap<>();
    private static final Map<String, Row> MACROS = new HashMap<>();

    static {
        for (String line : ROWS.split("\n")) {
            read(line);
        }
    }

    private SqlFunctions() {}

    private static void read(String line) {
        String[] cells = line.split(" ", 4);
        boolean isAggregate = cells[0].endsWith("*");
        String name = isAggregate ? cells[0].substring(0, cells[0].length() - 1) : cells[0];
        Row row = new Row(name, isAggregate, cells[1], cells[2], cells.length > 3 ? cells[3] : "");
        FUNCTIONS.put(name, row);
        if (row.isMacro()) {
            MACROS.put(row.duckDbName(), row);
        }
    }

    /// Returns a function; null if it is not registered.
    public static Row of(String name) {
        String key = name.toLowerCase(Locale.ROOT);
        Row row = FUNCTIONS.get(key);
        return row == null ? JavaScalars.row(key) : row;
    }

    /// Returns the name of a function in DuckDB, or null if it is the same.
    public static String renamed(String name) {
        Row row = FUNCTIONS.get(name.toLowerCase(Locale.ROOT));
        return row == null || row.implementation.isEmpty() || isInternal(row.name) ? null : row.duckDbName();
    }

    /// Returns whether a function has one value for several rows.
    public static boolean isAggregate(String name) {
        Row row = FUNCTIONS.get(name.toLowerCase(Locale.ROOT));
        return row != null && row.isAggregate;
    }

    /// Returns the function that a macro implements; null if there is none with this name.
    static Row ofMacro(String macro) {
        return MACROS.get(macro);
    }

    /// Returns the names of all macros.
    static Set<String> macros() {
        return MACROS.keySet();
    }

    /// Returns the names of all functions and macros, as in queries.
    static Set<String> names() {
        return FUNCTIONS.keySet();
    }

    private static boolean isInternal(String name) {
        return name.startsWith(PREFIX);
    }
}
