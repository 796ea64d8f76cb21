/// Types of expressions: DuckDB's types, SQLite's affinities, and the result types of operators and functions.
///
/// Nothing here queries DuckDB; a type that is not certain is unknown.
@NullMarked
package traceglass.sql.types;

import org.jspecify.annotations.NullMarked;
