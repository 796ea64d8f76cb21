/// The SQL people ask traces questions in: DuckDB's SQL, with PerfettoSQL's statements and SQLite's habits on top.
///
/// In: the text of queries and a connection to a store. Out: results, through a `ResultSink`, or one `SqlProblem` that
/// points at the place in what was written. `SqlSession` is the door; `Dialect` says what means what. Translation works
/// on tokens (`SqlTokens`, `SqlTranslator`), never on the text with regular expressions. No JavaFX here, no import.
package traceglass.sql;
