/// Traces that are read from standard input, pipes and devices, which may have no end.
@NullMarked
package traceglass.app.cli.stream;

import org.jspecify.annotations.NullMarked;
