package traceglass.sql.operators;

import java.util.ArrayList;
import java.util.List;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.Token;

/// Operators on intervals that are a single query each.
final class IntervalOperators {
    private IntervalOperators() {}

    /// `tg_op_interval_create((starts), (ends))`: for each start (ts) the first end after it; ts, dur.
    static List<Token> create(OperatorCall call) throws SqlSyntaxException {
        call.checkSize(2);
        return query(
                call,
                "(SELECT tg_s.ts, tg_e.ts - tg_s.ts AS dur FROM (SELECT DISTINCT ts FROM ",
                0,
                ") AS tg_s ASOF JOIN (SELECT DISTINCT ts FROM ",
                1,
                ") AS tg_e ON tg_e.ts > tg_s.ts ORDER BY tg_s.ts)");
    }

    /// `tg_op_counter_intervals((samples with id, ts, track_id, value), end)`: each sample with its duration, the
    /// next value of its track and the difference from the previous one. Of more than two equal consecutive samples
    /// only the first two and, if another value follows, the last are kept, as in the trace processor.
    static List<Token> counters(OperatorCall call) throws SqlSyntaxException {
        call.checkSize(2);
        String window = "(PARTITION BY track_id ORDER BY ts, tg_row)";
        return query(
                call,
                "(SELECT id, ts, coalesce(lead(ts) OVER " + window + ", ",
                1,
                ") - ts AS dur, track_id, value, lead(value) OVER " + window
                        + " AS next_value, value - lag(value) OVER " + window
                        + " AS delta_value FROM (SELECT *, lag(value) OVER " + window + " AS tg_1, lag(value, 2) OVER "
                        + window + " AS tg_2, lead(value) OVER " + window
                        + " AS tg_next FROM (SELECT id, ts, track_id, CAST(value AS DOUBLE) AS value,"
                        + " row_number() OVER () AS tg_row FROM ",
                0,
                ")) WHERE NOT (value = tg_1 AND value = tg_2 AND (tg_next IS NULL OR tg_next = value))"
                        + " OR tg_1 IS NULL OR tg_2 IS NULL ORDER BY track_id, ts, tg_row)");
    }

    private static List<Token> query(OperatorCall call, String a, int first, String b, int second, String c)
            throws SqlSyntaxException {
        List<Token> out = new ArrayList<>(call.text(a));
        out.addAll(call.tokens(first));
        out.addAll(call.text(" " + b));
        out.addAll(call.tokens(second));
        out.addAll(call.text(c));
        return out;
    }
}
