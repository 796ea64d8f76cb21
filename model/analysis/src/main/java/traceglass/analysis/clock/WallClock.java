package traceglass.analysis.clock;

import java.util.OptionalLong;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;

/// Wall-clock time and time zone of a trace.
public final class WallClock {

    private WallClock() {}

    /// Returns the offset from trace time to Unix time in ns, from the first clock snapshot that has it; empty
    /// if none has.
    public static OptionalLong offset(TraceQueries q) throws QueryException {
        return q.first("""
            SELECT clock_value - ts FROM __intrinsic_clock_snapshot
            WHERE clock_name = 'REALTIME' AND clock_value > 0 ORDER BY snapshot_id LIMIT 1\
            """, r -> r.getLong(1)).map(OptionalLong::of).orElse(OptionalLong.empty());
    }

    /// Returns the offset of the recording device's time zone from UTC in minutes; 0 if the trace does not
    /// record it.
    public static int zoneMinutes(TraceQueries q) throws QueryException {
        return q.first(
                        "SELECT int_value FROM metadata WHERE name = 'timezone_off_mins' AND int_value IS NOT NULL"
                                + " LIMIT 1",
                        r -> r.getInt(1))
                .orElse(0);
    }
}
