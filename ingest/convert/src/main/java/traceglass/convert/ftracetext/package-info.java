/// Converts raw ftrace events to the text that `atrace` and `trace-cmd report` print. Input: rows of the store.
@NullMarked
package traceglass.convert.ftracetext;

import org.jspecify.annotations.NullMarked;
