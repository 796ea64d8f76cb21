package traceglass.sql.syntax;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Keywords that translation must distinguish from names.
public final class Keywords {
    /// Words between or before operands: they are followed by an operand, not an alias.
    private static final Set<String> INFIX = Set.of(
            "and",
            "or",
            "not",
            "in",
            "is",
            "like",
            "ilike",
            "glob",
            "regexp",
            "match",
            "between",
            "then",
            "else",
            "when",
            "case",
            "distinct",
            "escape",
            "collate",
            "over",
            "all",
            "any",
            "some",
            "similar",
            "to",
            "as",
            "select",
            "from",
            "where",
            "by",
            "on",
            "using",
            "having",
            "limit",
            "offset",
            "union",
            "except",
            "intersect",
            "exists",
            "filter",
            "within",
            "order",
            "group",
            "interval",
            "date",
            "timestamp",
            "time",
            "zone",
            "at",
            "partition",
            "rows",
            "range",
            "groups",
            "preceding",
            "following",
            "current",
            "values",
            "set");

    /// Words that continue a FROM clause after a source, so that they are not its alias.
    private static final Set<String> AFTER_SOURCE = Set.of(
            "join",
            "left",
            "right",
            "full",
            "inner",
            "outer",
            "cross",
            "natural",
            "asof",
            "positional",
            "semi",
            "anti",
            "on",
            "using",
            "where",
            "group",
            "order",
            "having",
            "window",
            "qualify",
            "limit",
            "offset",
            "union",
            "except",
            "intersect",
            "tablesample",
            "pivot",
            "unpivot",
            "indexed",
            "not",
            "fetch",
            "set");

    /// Words reserved by DuckDB that SQLite accepts as names.
    private static final Set<String> RESERVED = Set.of(
            "all",
            "analyse",
            "analyze",
            "any",
            "array",
            "asc",
            "asymmetric",
            "both",
            "cast",
            "check",
            "column",
            "constraint",
            "default",
            "deferrable",
            "desc",
            "describe",
            "do",
            "end",
            "fetch",
            "for",
            "foreign",
            "initially",
            "into",
            "lambda",
            "lateral",
            "leading",
            "limit",
            "offset",
            "only",
            "pivot",
            "pivot_longer",
            "pivot_wider",
            "placing",
            "primary",
            "qualify",
            "references",
            "returning",
            "show",
            "some",
            "summarize",
            "symmetric",
            "table",
            "to",
            "trailing",
            "unique",
            "unpivot",
            "using",
            "variadic",
            "when",
            "window",
            "with",
            "then",
            "else",
            "group",
            "order",
            "user",
            "union");

    /// Words that DuckDB accepts as names of functions and types only, not of tables and columns.
    private static final Set<String> TYPE_NAMES = Set.of(
            "anti",
            "asof",
            "at",
            "authorization",
            "binary",
            "by",
            "collation",
            "columns",
            "concurrently",
            "cross",
            "freeze",
            "full",
            "generated",
            "glob",
            "ilike",
            "inner",
            "is",
            "isnull",
            "join",
            "left",
            "like",
            "map",
            "natural",
            "notnull",
            "outer",
            "overlaps",
            "positional",
            "right",
            "semi",
            "similar",
            "struct",
            "tablesample",
            "try_cast",
            "unpack",
            "verbose");

    /// All words that can name tables and columns only in quotes.
    private static final Set<String> QUOTED = quoted();

    /// Words that must be quoted where SQLite has the name of a table or column. Combined in one set, because each
    /// name of a statement is looked up here.
    private static final Set<String> QUOTED_NAMES = quotedNames();

    /// Words that are values.
    private static final Set<String> VALUES =
            Set.of("null", "true", "false", "current_date", "current_time", "current_timestamp");

    private Keywords() {}

    private static Set<String> quoted() {
        Set<String> words = new HashSet<>(RESERVED);
        words.addAll(TYPE_NAMES);
        return words;
    }

    private static Set<String> quotedNames() {
        Set<String> words = new HashSet<>(QUOTED);
        words.addAll(List.of("true", "false"));
        // The word for the default value of a column stands where a name could.
        words.remove("default");
        return words;
    }

    public static boolean isInfix(String word) {
        return INFIX.contains(word.toLowerCase(Locale.ROOT));
    }

    public static boolean continuesFrom(String word) {
        return AFTER_SOURCE.contains(word.toLowerCase(Locale.ROOT));
    }

    public static boolean isReserved(String word) {
        return RESERVED.contains(word.toLowerCase(Locale.ROOT));
    }

    /// Returns whether DuckDB accepts this word as the name of a table or column only in quotes.
    public static boolean needsQuotes(String word) {
        return QUOTED.contains(word.toLowerCase(Locale.ROOT));
    }

    /// Returns whether this word must be quoted where SQLite has the name of a table or column.
    public static boolean needsQuotesAsName(String word) {
        return QUOTED_NAMES.contains(word.toLowerCase(Locale.ROOT));
    }

    public static boolean isValue(String word) {
        return VALUES.contains(word.toLowerCase(Locale.ROOT));
    }
}
