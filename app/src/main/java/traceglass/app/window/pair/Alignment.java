package traceglass.app.window.pair;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.OptionalLong;
import traceglass.analysis.query.TraceQueries;
import traceglass.store.time.TimeText;

/// Two moments, one of each of two traces, that stand one above the other.
///
/// @param words what they are, as in “2 traces, aligned on …”
/// @param a of the first, ns of its clock
/// @param b of the second, ns of its clock
public record Alignment(String words, long a, long b) {

    /// Farther apart than this, clocks cannot be those of one machine, and times could not be counted with.
    private static final long FARTHEST = Long.MAX_VALUE / 4;

    /// Whether times of both can be counted with.
    boolean isPossible() {
        return Math.abs((double) b - a) < FARTHEST;
    }

    /// What is to be added to a time of the first to have that of the second.
    public long offsetNs() {
        return b - a;
    }

    /// How far into each trace its moment is, and which is later: `A at 1.2 s, B at 1.5 s (+300 ms)`.
    String describe(long startA, long startB) {
        long later = b - startB - (a - startA);
        return "A at " + signed(a - startA, "") + ", B at " + signed(b - startB, "")
                + (later == 0 ? "" : " (" + signed(later, "+") + ")");
    }

    private static String signed(long ns, String plus) {
        return (ns < 0 ? "−" : plus) + TimeText.duration(Math.abs(ns));
    }

    /// When the first slice of this name begins; when no slice has it, the first whose name contains it. Empty when
    /// there is none.
    static OptionalLong firstSlice(TraceQueries q, String name) throws java.sql.SQLException {
        try (PreparedStatement s = q.connection().prepareStatement("""
            SELECT ts FROM slice WHERE name = $1
            UNION ALL
            SELECT * FROM (SELECT ts FROM slice WHERE NOT EXISTS (SELECT 1 FROM slice WHERE name = $1) AND contains(lower(name), lower($1)))
            ORDER BY ts LIMIT 1\
            """)) {
            s.setString(1, name);
            try (ResultSet r = s.executeQuery()) {
                return r.next() ? OptionalLong.of(r.getLong(1)) : OptionalLong.empty();
            }
        }
    }

    /// What is to be added to a time of the trace to have the time since 1970, by its first snapshot of clocks that
    /// has it.
    static OptionalLong toRealTime(TraceQueries q) throws java.sql.SQLException {
        try (Statement s = q.connection().createStatement();
                ResultSet r = s.executeQuery("""
                    SELECT clock_value - ts FROM __intrinsic_clock_snapshot
                    WHERE clock_name = 'REALTIME' AND clock_value > 0 ORDER BY snapshot_id LIMIT 1\
                    """)) {
            return r.next() ? OptionalLong.of(r.getLong(1)) : OptionalLong.empty();
        }
    }
}
