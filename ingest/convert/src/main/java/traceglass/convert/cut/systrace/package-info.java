/// Cuts a time range out of ftrace text. Input: the text of the trace. Does not use the store.
@NullMarked
package traceglass.convert.cut.systrace;

import org.jspecify.annotations.NullMarked;
