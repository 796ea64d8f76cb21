/// Converts the rows of any trace to a Perfetto trace: packets for tracks, events, scheduling, samples and logs.
/// Input: rows of the store.
@NullMarked
package traceglass.convert.perfetto;

import org.jspecify.annotations.NullMarked;
