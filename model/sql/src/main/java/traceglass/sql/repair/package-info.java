/// Finds out from DuckDB's refusal of a statement what in it was meant as SQLite reads it. What DuckDB accepts is never
/// touched by this.
///
/// In: a refused statement and DuckDB's error. Out: `Repairs` for the next translation. Not in: asking DuckDB again,
/// which is the session's business.
package traceglass.sql.repair;
