/// The SQL people ask traces questions in: DuckDB's SQL, with PerfettoSQL's statements and SQLite's habits on top.
/// Translation works on tokens, never on the text with regular expressions. No JavaFX here, no import.
///
/// The rooms, each using those before it: `syntax`, `result`, `functions` (with `demangle`), `compute`, `bind`,
/// `dialect`, `repair`, `operators` (with `flame`), `modules`, `editor`, and `session`, which is the door. No class
/// lives beside them.
package traceglass.sql;
