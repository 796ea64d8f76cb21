/// The window's help: the pages of the documentation with their contents and a search, without a connection.
///
/// Draws the pages read by `traceglass.app.docs`, and does not depend on a trace.
@NullMarked
package traceglass.app.help;

import org.jspecify.annotations.NullMarked;
