/// Finds the events that are in effect at a time: open slices and the last values of counters. Input: keys, times and
/// ids of events. Independent of trace formats.
@NullMarked
package traceglass.convert.cut.state;

import org.jspecify.annotations.NullMarked;
