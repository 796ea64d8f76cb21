/// `SqlTranslator`, which applies the rules for queries and expressions to the syntax tree of a statement and emits
/// DuckDB's SQL, with the source token of each part.
package traceglass.sql.emit;
