package traceglass.sql.dialect;

import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// Functions with other names in DuckDB, and names of aggregates.
public final class FunctionNames {
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
            Map.entry("sqlite_version", "tg_sqlite_version"),
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
            Map.entry("file_write", "tg_file_write"),
            Map.entry("zeroblob", "tg_zeroblob"));

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

    private FunctionNames() {}

    /// Returns the name of a function in DuckDB, or null if it is the same.
    public static String renamed(String name) {
        return RENAMED.get(name.toLowerCase(Locale.ROOT));
    }

    /// Returns whether a function has one value for several rows.
    public static boolean isAggregate(String name) {
        return AGGREGATES.contains(name.toLowerCase(Locale.ROOT));
    }
}
