/// The window's help: the pages of the documentation, a table of contents and a search; needs no network.
///
/// Draws the pages read by `traceglass.app.docs`, and does not depend on a trace.
@NullMarked
package traceglass.app.help;

import org.jspecify.annotations.NullMarked;
