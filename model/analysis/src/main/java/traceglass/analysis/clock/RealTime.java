package traceglass.analysis.clock;

import java.util.OptionalLong;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;

/// What stands between a trace's own clock and that on the wall.
public final class RealTime {

    private RealTime() {}

    /// What is to be added to a time of the trace to have the time since 1970, ns, by its first snapshot of clocks
    /// that has it; empty where none has.
    public static OptionalLong offset(TraceQueries q) throws QueryException {
        return q.first("""
            SELECT clock_value - ts FROM __intrinsic_clock_snapshot
            WHERE clock_name = 'REALTIME' AND clock_value > 0 ORDER BY snapshot_id LIMIT 1\
            """, r -> r.getLong(1)).map(OptionalLong::of).orElse(OptionalLong.empty());
    }

    /// How many minutes the time where it was recorded is ahead of UTC; 0 where the trace does not say.
    public static int zoneMinutes(TraceQueries q) throws QueryException {
        return q.first(
                        "SELECT int_value FROM metadata WHERE name = 'timezone_off_mins' AND int_value IS NOT NULL"
                                + " LIMIT 1",
                        r -> r.getInt(1))
                .orElse(0);
    }
}
