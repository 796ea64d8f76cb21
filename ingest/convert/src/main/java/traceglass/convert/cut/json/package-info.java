/// Cuts a time range out of a Chrome JSON trace. Input: the text of the trace; no store, no window.
@NullMarked
package traceglass.convert.cut.json;

import org.jspecify.annotations.NullMarked;
