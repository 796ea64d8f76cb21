package traceglass.analysis.marks;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.track.info.TrackLookup;
import traceglass.sql.result.QueryException;
import traceglass.store.time.TimeSpan;

/// Finds the times at which a trace lost data.
public final class LossQueries {

    /// Maximum number of losses, as a trace may have one for every packet; more could not be distinguished.
    private static final int MAX_LOSSES = 50_000;

    private LossQueries() {}

    /// Returns losses clipped to the bounds of the trace.
    public static List<DataLoss> read(TraceQueries q, TrackLookup index, TimeSpan bounds) throws QueryException {
        List<DataLoss> losses = new ArrayList<>();
        Map<String, Set<String>> byCpu = new HashMap<>();
        q.forEachRow("SELECT ucpu, cpu, coalesce(machine_id, 0) FROM cpu", r -> {
            Set<String> keys = byCpu.computeIfAbsent(r.getLong(3) + "/" + r.getLong(2), k -> new HashSet<>());
            index.cpu(r.getLong(1)).ifPresent(keys::add);
        });
        Map<String, Set<String>> perf = new HashMap<>();
        q.forEachRow("SELECT id, cpu, coalesce(machine_id, 0), type FROM cpu_counter_track", r -> {
            Map<String, Set<String>> names = "perf_cpu_counter".equals(r.getString(4)) ? perf : byCpu;
            Set<String> keys = names.computeIfAbsent(r.getLong(3) + "/" + r.getLong(2), k -> new HashSet<>());
            index.track(r.getLong(1)).ifPresent(keys::add);
        });
        q.forEachRow("""
            SELECT l.ts, l.ts + l.dur, l.source, l.cpu, coalesce(l.machine_id, 0), coalesce(l.lost, 0), l.pid, coalesce(p.name, ''), p.upid,
              coalesce(l.reason, '')
            FROM data_loss AS l
            LEFT JOIN (SELECT pid, machine_id, arg_max(name, upid) AS name, max(upid) AS upid FROM process GROUP BY pid, machine_id) AS p
              ON p.pid = l.pid AND p.machine_id IS NOT DISTINCT FROM l.machine_id
            ORDER BY l.dur DESC LIMIT %d\
            """.formatted(MAX_LOSSES), r -> {
            long start = Math.max(bounds.start(), r.getLong(1));
            long end = Math.min(bounds.end(), r.getLong(2));
            if (end > start) {
                losses.add(loss(r, start, end, byCpu, perf, index));
            }
        });
        return losses;
    }

    private static DataLoss loss(
            ResultSet r,
            long start,
            long end,
            Map<String, Set<String>> byCpu,
            Map<String, Set<String>> perf,
            TrackLookup index)
            throws SQLException {
        String source = r.getString(3);
        long cpu = r.getLong(4);
        if (!r.wasNull()) {
            String key = r.getLong(5) + "/" + cpu;
            long count = r.getLong(6);
            String text = switch (source) {
                case "perf samples" -> MarkTexts.perfSamples(count, cpu);
                case "ring buffer" -> MarkTexts.overwrittenEvents(cpu);
                default -> MarkTexts.ftraceEvents(count, cpu);
            };
            return new DataLoss(
                    start,
                    end,
                    false,
                    (source.equals("perf samples") ? perf : byCpu).getOrDefault(key, Set.of()),
                    text);
        }
        if (source.equals("ftrace")) {
            return new DataLoss(start, end, true, Set.of(), MarkTexts.ftraceEvents(r.getLong(6)));
        }
        long pid = r.getLong(7);
        boolean isKnown = !r.wasNull();
        String name = r.getString(8);
        String reason = r.getString(10);
        long upid = r.getLong(9);
        Set<String> tracks =
                r.wasNull() ? Set.of() : index.process(upid).map(Set::of).orElse(Set.of());
        String process = isKnown ? (name.isEmpty() ? MarkTexts.NO_PROCESS_NAME : name) + " " + pid : "";
        String text = MarkTexts.packets(process, source.equals("ring buffer"), reason);
        return new DataLoss(start, end, !isKnown, tracks, text);
    }
}
