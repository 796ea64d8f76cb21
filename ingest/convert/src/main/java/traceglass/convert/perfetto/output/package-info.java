/// Output of packets, the ids in them, and reports of losses.
@NullMarked
package traceglass.convert.perfetto.output;

import org.jspecify.annotations.NullMarked;
