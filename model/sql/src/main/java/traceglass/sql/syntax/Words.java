package traceglass.sql.syntax;

import java.util.Locale;
import java.util.Set;

/// Which words mean something to the grammar, where translation must tell a name from a keyword.
public final class Words {
    /// Words that stand between or before operands: what follows them is an operand, not an alias.
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

    /// Words that go on with a FROM clause behind a source, so that they are no alias of it.
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

    /// Words DuckDB keeps for itself that SQLite lets people use as names.
    private static final Set<String> RESERVED = Set.of(
            "all",
            "analyse",
            "analyze",
            "any",
            "array",
            "asc",
            "asymmetric",
            "both",
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
            "then",
            "else",
            "group",
            "order",
            "user",
            "union");

    /// Words that DuckDB takes for names of functions and types only, not of tables and columns.
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

    /// Words that are values.
    private static final Set<String> VALUES =
            Set.of("null", "true", "false", "current_date", "current_time", "current_timestamp");

    private Words() {}

    public static boolean isInfix(String word) {
        return INFIX.contains(word.toLowerCase(Locale.ROOT));
    }

    public static boolean continuesFrom(String word) {
        return AFTER_SOURCE.contains(word.toLowerCase(Locale.ROOT));
    }

    public static boolean isReserved(String word) {
        return RESERVED.contains(word.toLowerCase(Locale.ROOT));
    }

    /// Whether DuckDB lets this word be the name of a table or column only in quotes.
    public static boolean needsQuotes(String word) {
        return isReserved(word) || TYPE_NAMES.contains(word.toLowerCase(Locale.ROOT));
    }

    public static boolean isValue(String word) {
        return VALUES.contains(word.toLowerCase(Locale.ROOT));
    }
}
