/// Writes packets, assigns the ids of machines and threads in them, and counts rows that can't be converted.
@NullMarked
package traceglass.convert.perfetto.output;

import org.jspecify.annotations.NullMarked;
