/// The window's help: the pages of the documentation with their contents and a search, without a connection.
///
/// Draws what `traceglass.app.docs` reads, and knows nothing about a trace.
@NullMarked
package traceglass.app.help;

import org.jspecify.annotations.NullMarked;
