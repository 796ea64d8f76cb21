package traceglass.analysis.track.info;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import traceglass.analysis.track.TrackKind;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.TrackSource;

/// The SQL that gives what is on a track.
public final class TrackSql {

    /// A list of more ids than this is no query that anybody reads.
    private static final int MOST_IDS = 500;

    private TrackSql() {}

    /// A query for the events of a track, or for the tracks of a group; for the window's SQL page.
    public static String of(TrackNode node) {
        if (node.isGroup()) {
            return ofGroup(node);
        }
        return switch (node.source()) {
            case TrackSource.CpuSched(long ucpu, int cpu) ->
                "SELECT * FROM sched WHERE ucpu = " + ucpu + " ORDER BY ts";
            case TrackSource.ThreadState(long utid) ->
                "SELECT * FROM thread_state WHERE utid = " + utid + " ORDER BY ts";
            case TrackSource.Slices slices ->
                "SELECT * FROM slice WHERE " + in("track_id", slices.trackIds()) + " ORDER BY ts";
            case TrackSource.SliceSummary(List<Long> ids) ->
                "SELECT * FROM slice WHERE " + in("track_id", ids) + " ORDER BY ts";
            case TrackSource.States(long track) -> "SELECT * FROM state WHERE track_id = " + track + " ORDER BY ts";
            case TrackSource.Counter counter ->
                "SELECT * FROM counter WHERE track_id = " + counter.trackId() + " ORDER BY ts";
            case TrackSource.CpuFrequency(long track, long idle, String unit) ->
                "SELECT * FROM counter WHERE track_id = " + track + " ORDER BY ts";
            case TrackSource.ProcessSched(long upid) ->
                "SELECT * FROM sched JOIN thread USING (utid) WHERE upid = " + upid + " ORDER BY ts";
            case TrackSource.Computed computed -> computed.sql();
            // Its samples are in no table; what they are computed from is.
            case TrackSource.Formula formula ->
                inputs(formula).isEmpty()
                        ? ""
                        : "SELECT * FROM counter WHERE " + in("track_id", inputs(formula)) + " ORDER BY ts";
            case TrackSource.Samples samples -> samples.sql();
            case TrackSource.Events events -> events.sql();
            case TrackSource.None n -> "";
        };
    }

    private static List<Long> inputs(TrackSource.Formula formula) {
        return formula.counters().stream().flatMap(c -> ids(c).stream()).toList();
    }

    private static String ofGroup(TrackNode node) {
        if (node.key().matches("process/\\d+")) {
            return "SELECT * FROM thread WHERE upid = " + node.key().substring("process/".length()) + " ORDER BY tid";
        }
        List<Long> ids = new ArrayList<>();
        collect(node, ids);
        return ids.isEmpty() ? "" : "SELECT * FROM track WHERE " + in("id", ids) + " ORDER BY id";
    }

    private static void collect(TrackNode node, List<Long> ids) {
        if (node.kind() != TrackKind.GROUP) {
            ids.addAll(ids(node));
        }
        node.children().forEach(c -> collect(c, ids));
    }

    private static String in(String column, List<Long> ids) {
        if (ids.size() == 1) {
            return column + " = " + ids.getFirst();
        }
        // What comes in one piece is named by its ends.
        long least = ids.stream().mapToLong(Long::longValue).min().orElse(0);
        long most = ids.stream().mapToLong(Long::longValue).max().orElse(-1);
        if (most - least + 1 == ids.stream().distinct().count() && ids.size() > 2) {
            return column + " BETWEEN " + least + " AND " + most;
        }
        return column + " IN ("
                + ids.stream().limit(MOST_IDS).map(String::valueOf).collect(Collectors.joining(", ")) + ")";
    }

    /// The rows of `track` that a node shows.
    public static List<Long> ids(TrackNode node) {
        return switch (node.source()) {
            case TrackSource.Slices slices -> slices.trackIds();
            case TrackSource.States(long track) -> List.of(track);
            case TrackSource.Counter counter -> List.of(counter.trackId());
            case TrackSource.CpuFrequency(long track, long idle, String unit) ->
                idle < 0 ? List.of(track) : List.of(track, idle);
            default -> List.of();
        };
    }

    /// A query of one row for the store itself: number of events, time of the first and of the last, ns; empty for
    /// a group.
    public static String counting(TrackNode node) {
        String events = of(node);
        if (node.isGroup() || events.isEmpty() || node.source() instanceof TrackSource.Formula) {
            return "";
        }
        String named = switch (node.source()) {
            // Their first columns are the time, or an id and the time.
            case TrackSource.Computed c -> "(" + c.sql() + ") AS e(ts)";
            case TrackSource.Samples s -> "(" + s.sql() + ") AS e(id, ts)";
            case TrackSource.Events e -> "(" + e.sql() + ") AS e(id, ts)";
            default -> "(" + events.substring(0, events.length() - " ORDER BY ts".length()) + ") AS e";
        };
        return "SELECT count(*), min(e.ts), max(e.ts) FROM " + named;
    }
}
