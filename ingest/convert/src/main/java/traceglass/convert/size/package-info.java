/// Measures which fields and packet sequences fill a Perfetto trace. Input: packets. Does not use the store.
@NullMarked
package traceglass.convert.size;

import org.jspecify.annotations.NullMarked;
