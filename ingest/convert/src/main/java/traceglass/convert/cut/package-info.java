/// Cuts a time range out of a Perfetto trace. Input: the packets of a file; no store, no window.
///
/// A trace is read twice. [CutScan] finds what is still in effect at the start of the range: open slices, last values
/// of counters, running threads. [CutWriter] then writes the packets of the range, those events with the start of the
/// range as their time, and of earlier packets only what later ones need to be read.
@NullMarked
package traceglass.convert.cut;

import org.jspecify.annotations.NullMarked;
