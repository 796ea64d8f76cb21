/// Cuts a time range out of ftrace text. Input: the text of the trace; no store, no window.
@NullMarked
package traceglass.convert.cut.systrace;

import org.jspecify.annotations.NullMarked;
