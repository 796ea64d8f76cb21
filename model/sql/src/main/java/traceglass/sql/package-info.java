/// The SQL dialect in which users query traces: DuckDB's SQL extended by PerfettoSQL's statements and SQLite's
/// behavior. Statements are translated by their syntax tree, never as text with regular expressions. Contains no JavaFX
/// and no import code.
///
/// Subpackages, each depending only on those before it: `syntax`, `tree`, `parse`, `types`, `result`, `pipes`,
/// `functions` (with `demangle`), `compute`, `bind`, `dialect`, `expressions`, `queries`, `emit`, `conversions`,
/// `rules`, `intrinsics`, `operators` (with `flame`), `modules`, `editor`, and `session`, the entry point. This
/// package itself contains no classes.
package traceglass.sql;
