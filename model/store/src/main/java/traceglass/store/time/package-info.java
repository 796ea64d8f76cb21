/// Trace time: spans and how times and durations are written. Time is a `long` of nanoseconds everywhere.
@NullMarked
package traceglass.store.time;

import org.jspecify.annotations.NullMarked;
