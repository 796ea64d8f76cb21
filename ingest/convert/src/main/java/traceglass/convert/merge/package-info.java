/// Merges traces. Input: trace files; no store, no window.
///
/// [MergeScan] reads each trace once for its times, ids and clocks, [Alignments] relates the times of each further
/// trace to those of the first, and [MergeWriter] writes the packets of all of them: those of further traces belong to
/// machines of their own, and a `remote_clock_sync` relates the clocks of these machines to those of the first trace.
/// So the times inside packets stay as they are.
@NullMarked
package traceglass.convert.merge;

import org.jspecify.annotations.NullMarked;
