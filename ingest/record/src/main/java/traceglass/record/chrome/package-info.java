/// Chrome and its relatives, through the DevTools protocol: a browser that listens on a debugging port, or one that is
/// started for the recording. The browser's own tracing service takes a trace config as others do.
@NullMarked
package traceglass.record.chrome;

import org.jspecify.annotations.NullMarked;
