/// A JDBC driver, so that database tools and programs open traces: `jdbc:traceglass:/path/to/trace`. Read-only; SQL is
/// that of {@link traceglass.engine.QuerySession}.
///
/// JDBC's interfaces have hundreds of methods, of which a reader of traces has a use for some. The classes named
/// `…Calls` hold those; {@link traceglass.engine.jdbc.JdbcProxy} makes the interfaces of them and says for all others
/// that they are not supported.
@NullMarked
package traceglass.engine.jdbc;

import org.jspecify.annotations.NullMarked;
