/// A JDBC driver with which database tools and programs can open traces: `jdbc:traceglass:/path/to/trace`. Read-only.
/// The SQL dialect is the same as in [traceglass.engine.QuerySession].
///
/// JDBC's interfaces have hundreds of methods, of which only some apply to traces. The classes named `…Calls` contain
/// these; [traceglass.engine.jdbc.JdbcProxy] implements the interfaces with them and throws an exception for
/// unsupported methods.
@NullMarked
package traceglass.engine.jdbc;

import org.jspecify.annotations.NullMarked;
