package traceglass.convert.merge;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// How traces are related.
///
/// @param offsets index of a trace -> ns to add to its times
/// @param sharedEvent name of an event that all traces have at the same time, or null
/// @param guestTscOffset what the guest's CPU counter is ahead of the host's
/// @param hostIsMain whether the first trace has to be that of the host (or, if false, of the guest); null keeps the
///     order
public record MergeOptions(
        Map<Integer, Long> offsets,
        @Nullable String sharedEvent,
        long guestTscOffset,
        @Nullable Boolean hostIsMain) {

    /// Relates traces by the clocks that they have in common.
    public static final MergeOptions DEFAULT = new MergeOptions(Map.of(), null, 0, null);

    /// Adds ns to the times of the second trace.
    public static MergeOptions ofOffset(long ns) {
        return new MergeOptions(Map.of(1, ns), null, 0, null);
    }
}
