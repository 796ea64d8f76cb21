/// Rows of any trace as a Perfetto trace: packets of tracks, events, scheduling, samples and logs. Input: rows of
/// the store; no window.
@NullMarked
package traceglass.convert.perfetto;

import org.jspecify.annotations.NullMarked;
