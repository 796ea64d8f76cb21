/// Parser: from tokens to the syntax tree.
///
/// Written by hand as recursive descent with precedence climbing for operators. Each class holds the rules for one
/// part of the language; the grammar of a rule is above its method, in EBNF: `[x]` is optional, `{x}` repeated,
/// `|` an alternative, capitals are words. The classes extend one another, from cursor to statement, because rules
/// of all parts call each other:
///
/// - [TokenCursor] tokens, names, errors
/// - [ValueParser] literals, calls, windows, types
/// - [ExpressionParser] operators
/// - [SourceParser] FROM
/// - [QueryParser] queries
/// - [PipeParser] pipelines
/// - [StatementParser] statements
///
/// The language is SQLite's, with DuckDB's additions, PerfettoSQL's statements and pipelines. Operators have
/// SQLite's precedence. A word is a name wherever the grammar has no other use for it. Does not depend on the
/// catalog.
@NullMarked
package traceglass.sql.parse;

import org.jspecify.annotations.NullMarked;
