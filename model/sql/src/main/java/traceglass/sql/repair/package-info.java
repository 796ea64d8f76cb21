/// Repairs statements that DuckDB refuses, based on its error messages and SQLite's interpretation. Accepted
/// statements are never changed.
///
/// Input are a refused statement and DuckDB's error; output are `RetryHints` for the next translation. Retrying is up
/// to the session.
package traceglass.sql.repair;
