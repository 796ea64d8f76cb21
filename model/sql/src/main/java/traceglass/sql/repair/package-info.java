/// Repairs statements that DuckDB rejects, based on its error messages and SQLite's interpretation. Accepted
/// statements are never changed.
///
/// The input is a rejected statement and DuckDB's error; the output is `RetryHints` for the next translation. Retrying
/// is up to the session.
package traceglass.sql.repair;
