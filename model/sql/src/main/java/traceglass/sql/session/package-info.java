/// SQL sessions on a trace. `SqlSession` is the entry point of this module: it parses a text, then expands,
/// translates and runs each statement, and keeps created objects.
///
/// Uses all other packages of this module; none of them uses this one.
package traceglass.sql.session;
