/// Cuts a time range out of a Chrome JSON trace. Input: the text of the trace. Does not use the store.
@NullMarked
package traceglass.convert.cut.json;

import org.jspecify.annotations.NullMarked;
