/// Cuts a time range out of a Chrome JSON trace. Comes in: the text of the trace; no store, no window.
@NullMarked
package traceglass.convert.cut.json;

import org.jspecify.annotations.NullMarked;
