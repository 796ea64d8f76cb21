package traceglass.model.sql;

/// What SQL means here: the one place where the rule is written down.
///
/// **The base is DuckDB's SQL.** Its functions, types, `QUALIFY`, `EXCLUDE`, lists, structs and window functions work as its
/// documentation says. On top come the habits of the SQL that people write for Perfetto's trace processor, which is SQLite's.
///
/// **Read as SQLite does, always**, because both readings are legal and the queries people bring mean this one:
/// - `a / b` of whole numbers is a whole number, and dividing by zero is NULL; write `a / 1.0` or `a::DOUBLE / b` for a fraction.
/// - `LIKE` ignores case; `GLOB` and `REGEXP` do not.
/// - `CAST(x AS INT)` (INTEGER, LONG, BIGINT) cuts off to 64 bits; DuckDB's `x::INT` rounds to 32 as DuckDB does.
/// - Numbers with a point are doubles. Columns of type INT have 64 bits and REAL is a double. `CAST` of what is no number is NULL or 0.
/// - NULL sorts first upwards and last downwards. `a IS b` compares with NULL as a value.
/// - `min` and `max` of several values choose among them and are NULL if one is.
/// - `ln`, `exp`, `sqrt` of text or outside their range are NULL; `ceil` and `floor` of a whole number stay whole.
/// - A column without an alias is called by the text of its expression: `COUNT(*)`.
/// - `"…"` is a string where it can be no column; `glob(pattern, text)`, `iif`, `char`, `total` are SQLite's functions.
/// - A comma between sources binds as tightly as JOIN; JOIN without a condition joins everything.
/// - What is created is the session's own and temporary.
///
/// **Read as SQLite does only when DuckDB refuses**: a column outside GROUP BY (the value of the row with the one `max()` or `min()`,
/// else of the group's first row), reserved words as names, text compared with numbers. One thing is changed at a time, then DuckDB is
/// asked again (`Repairer`); the message of a statement that cannot be mended is about what was written.
///
/// **Order of rows.** SQLite's nested loops give rows in the order of the leftmost table, then the next. Rows that ORDER BY leaves
/// equal, and those of joins without ORDER BY whose tables are small, are sorted by the row numbers of their tables, left to right;
/// groups without ORDER BY come in the order of their keys, and so do the rows of UNION. A view that ends with ORDER BY and its own columns
/// says in which order its rows come; queries that show them are sorted so, those that only count or group are not. Large joins without ORDER BY come as DuckDB
/// makes them, since sorting would cost seconds.
final class Dialect {
    private Dialect() {
    }
}
