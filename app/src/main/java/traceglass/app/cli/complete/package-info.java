/// The command `completion`: completion scripts for shells, and the manual page, generated from the options of all
/// commands.
@NullMarked
package traceglass.app.cli.complete;

import org.jspecify.annotations.NullMarked;
