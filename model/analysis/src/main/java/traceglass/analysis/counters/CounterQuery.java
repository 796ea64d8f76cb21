package traceglass.analysis.counters;

import java.util.Optional;
import traceglass.analysis.events.Arg;
import traceglass.analysis.events.EventDetailTexts;
import traceglass.analysis.events.EventLink;
import traceglass.analysis.events.ThreadRef;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;

/// Reads the properties of a counter sample.
public final class CounterQuery {

    private static final String SAMPLE = """
        SELECT c.ts, c.value, c.track_id, c.arg_set_id, t.name,
          CASE WHEN t.type = 'cpu_frequency' AND coalesce(t.unit, '') = '' THEN 'kHz' ELSE t.unit END, p.name, p.pid, th.name, th.tid, cpu.cpu,
          coalesce(t.machine_id, 0)
        FROM counter AS c
        LEFT JOIN counter_track AS t ON t.id = c.track_id
        LEFT JOIN process_counter_track AS pt ON pt.id = c.track_id
        LEFT JOIN process AS p ON p.upid = pt.upid
        LEFT JOIN thread_counter_track AS tt ON tt.id = c.track_id
        LEFT JOIN thread AS th ON th.utid = tt.utid
        LEFT JOIN cpu_counter_track AS cpu ON cpu.id = c.track_id
        WHERE c.id = ?\
        """;

    private static final String BEFORE =
            "SELECT value FROM counter WHERE track_id = ? AND ts < ? ORDER BY ts DESC, id DESC LIMIT 1";
    private static final String AFTER = "SELECT min(ts) FROM counter WHERE track_id = ? AND ts > ?";

    private CounterQuery() {}

    public static Optional<CounterSampleInfo> read(TraceQueries queries, long id) throws QueryException {
        record Row(
                long ts, double value, long track, Long args, String name, String unit, String owner, long machine) {}
        Optional<Row> row = queries.first(
                SAMPLE,
                r -> {
                    String owner = r.getString(7) != null || TraceQueries.number(r, 8) != null
                            ? ThreadRef.label(r.getString(7), TraceQueries.number(r, 8), EventDetailTexts.PROCESS)
                            : r.getString(9) != null || TraceQueries.number(r, 10) != null
                                    ? ThreadRef.label(
                                            r.getString(9), TraceQueries.number(r, 10), EventDetailTexts.THREAD)
                                    : TraceQueries.number(r, 11) != null ? EventDetailTexts.cpu(r.getLong(11)) : "";
                    return new Row(
                            r.getLong(1),
                            r.getDouble(2),
                            r.getLong(3),
                            TraceQueries.number(r, 4),
                            r.getString(5),
                            r.getString(6),
                            owner,
                            r.getLong(12));
                },
                id);
        if (row.isEmpty()) {
            return Optional.empty();
        }
        Row c = row.get();
        Double before =
                queries.first(BEFORE, r -> r.getDouble(1), c.track, c.ts).orElse(null);
        Long next = queries.first(AFTER, r -> TraceQueries.number(r, 1), c.track, c.ts)
                .orElse(null);
        return Optional.of(new CounterSampleInfo(
                id,
                c.ts,
                c.value,
                before == null ? null : c.value - before,
                next == null ? null : next - c.ts,
                c.track,
                EventLink.name(c.name),
                c.unit == null ? "" : c.unit,
                c.owner,
                Arg.ofEvent(queries, c.args, c.ts, c.machine)));
    }
}
