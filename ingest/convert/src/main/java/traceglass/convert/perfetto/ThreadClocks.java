package traceglass.convert.perfetto;

import org.jspecify.annotations.Nullable;
import traceglass.convert.perfetto.output.ConversionLosses;
import traceglass.protos.trackevent.TrackEvent;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.ResultCursor;

/// CPU time and instruction counts of a thread at the start and end of a slice, if they are known.
///
/// @param timeNs CPU time so far in ns
/// @param durNs CPU time of the slice in ns
record ThreadClocks(
        @Nullable Long timeNs,
        @Nullable Long durNs,
        @Nullable Long instructions,
        @Nullable Long delta) {

    private static final long NS_PER_US = 1_000;
    private static final ThreadClocks UNKNOWN = new ThreadClocks(null, null, null, null);

    /// Reads the clocks of a slice.
    ///
    /// @param first index of the column with the time, followed by the duration, instruction count and its
    ///     difference
    static ThreadClocks of(ResultCursor row, int first) throws QueryException {
        Long time = number(row, first);
        Long instructions = number(row, first + 2);
        return time == null && instructions == null
                ? UNKNOWN
                : new ThreadClocks(time, number(row, first + 1), instructions, number(row, first + 3));
    }

    private static @Nullable Long number(ResultCursor row, int column) throws QueryException {
        long value = row.getLong(column);
        return row.wasNull() ? null : value;
    }

    /// Returns whether the clocks at the start and end of the slice differ.
    boolean hasDuration() {
        return durNs != null && durNs != 0 || delta != null && delta != 0;
    }

    /// Returns the clocks at the end of the slice.
    ThreadClocks end() {
        return this == UNKNOWN ? this : new ThreadClocks(sum(timeNs, durNs), null, sum(instructions, delta), null);
    }

    private static @Nullable Long sum(@Nullable Long a, @Nullable Long b) {
        return a == null || b == null ? null : Long.valueOf(a + b);
    }

    /// Sets the clocks of an event, rounded to microseconds.
    void addTo(TrackEvent.Builder event, ConversionLosses losses) {
        if (timeNs != null) {
            event.setThreadTimeAbsoluteUs(Math.floorDiv(timeNs, NS_PER_US));
            losses.add("thread times rounded to microseconds", timeNs % NS_PER_US == 0 ? 0 : 1);
        }
        if (instructions != null) {
            event.setThreadInstructionCountAbsolute(instructions);
        }
    }
}
