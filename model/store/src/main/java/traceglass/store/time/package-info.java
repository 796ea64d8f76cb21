/// Trace time: spans, and formatting of times and durations. Time is a `long` of nanoseconds everywhere.
@NullMarked
package traceglass.store.time;

import org.jspecify.annotations.NullMarked;
