/// Merges traces. Input: trace files. Does not use the store.
///
/// [MergeScan] reads the times, ids and clocks of each trace, [Alignments] relates the times of each additional trace
/// to the first trace, and [MergeWriter] writes the packets of all traces. Packets of additional traces belong to
/// separate machines, and a `remote_clock_sync` relates the clocks of these machines to the first trace. So times
/// inside packets don't change.
@NullMarked
package traceglass.convert.merge;

import org.jspecify.annotations.NullMarked;
