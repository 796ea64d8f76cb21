/// Which fields and packet sequences fill a Perfetto trace. Input: packets; no store, no window.
@NullMarked
package traceglass.convert.size;

import org.jspecify.annotations.NullMarked;
