/// Raw ftrace events as the text that `atrace` and `trace-cmd report` print. Input: rows of the store; no window.
@NullMarked
package traceglass.convert.ftracetext;

import org.jspecify.annotations.NullMarked;
