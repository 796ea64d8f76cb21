/// Trace time: spans and how times and durations are written. Time is a `long` of nanoseconds everywhere.
package traceglass.store.time;
