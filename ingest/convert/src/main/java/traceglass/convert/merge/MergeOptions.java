package traceglass.convert.merge;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Options for relating the times of traces.
///
/// @param offsets nanoseconds to add to the times of a trace, by its index
/// @param sharedEvent name of an event that all traces contain at the same time, or null
/// @param guestTscOffset guest's CPU counter minus the host's CPU counter
/// @param hostIsMain true to put the host's trace first, false to put the guest's trace first, null to keep the order
public record MergeOptions(
        Map<Integer, Long> offsets,
        @Nullable String sharedEvent,
        long guestTscOffset,
        @Nullable Boolean hostIsMain) {

    /// Relates traces by the clocks that they have in common.
    public static final MergeOptions DEFAULT = new MergeOptions(Map.of(), null, 0, null);

    /// Returns options that add nanoseconds to the times of the second trace.
    public static MergeOptions ofOffset(long ns) {
        return new MergeOptions(Map.of(1, ns), null, 0, null);
    }
}
