/// Results of statements: rows behind a cursor, passed to a sink, or one problem with its position in the original
/// text; and printing of results.
///
/// Uses DuckDB's result sets and errors. Independent of parsing and translating SQL.
package traceglass.sql.result;
