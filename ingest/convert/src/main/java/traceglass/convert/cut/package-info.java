/// Cuts a time range out of a Perfetto trace. Input: the packets of a file. Does not use the store.
///
/// A trace is read twice. [CutScan] finds the events that are still in effect at the start of the range: open slices,
/// last values of counters, running threads. [CutWriter] then writes these events with the start of the range as their
/// time, the packets in the range, and the state in earlier packets that is needed to read them.
@NullMarked
package traceglass.convert.cut;

import org.jspecify.annotations.NullMarked;
