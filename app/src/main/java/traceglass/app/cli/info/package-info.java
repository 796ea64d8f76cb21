/// The command `info`: a description of a trace.
@NullMarked
package traceglass.app.cli.info;

import org.jspecify.annotations.NullMarked;
