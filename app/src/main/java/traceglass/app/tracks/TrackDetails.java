package traceglass.app.tracks;

import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.TrackSource;
import traceglass.analysis.track.info.TrackHelp;
import traceglass.analysis.track.info.TrackPath;
import traceglass.analysis.track.info.TrackSql;
import traceglass.render.paint.HitTest;
import traceglass.sql.result.QueryException;
import traceglass.store.text.Texts;
import traceglass.store.time.TimeStyle;

/// What a track is: where it stands, what is on it and where that comes from. Immutable.
///
/// @param node the track or group
/// @param path the names of its groups and its own
/// @param facts what is said of it, by the name of it, in order
/// @param dimensions what tells it from other tracks of its type
/// @param args what else the trace says of it
/// @param description what the trace or this program says about tracks like it, or empty
/// @param sql gives what is on it, or empty
record TrackDetails(
        TrackNode node,
        String path,
        Map<String, String> facts,
        Map<String, String> dimensions,
        Map<String, String> args,
        String description,
        String sql) {

    /// A track that is made of more than this many rows of `track` is told by its first ones.
    private static final int MOST_IDS = 200;
    private static final int NAMED_IDS = 8;

    /// Asks the trace; not for the JavaFX thread.
    ///
    /// @param times how times are written
    /// @param origin start of the trace, ns
    static TrackDetails read(TraceQueries q, TrackNode node, String path, TrackHelp help, TimeStyle times, long origin)
            throws QueryException {
        Map<String, String> facts = new LinkedHashMap<>();
        Map<String, String> dimensions = new LinkedHashMap<>();
        Map<String, String> args = new LinkedHashMap<>();
        facts.put("Path", path);
        facts.put("Kind", TrackPath.kind(node));
        List<Long> ids = TrackSql.ids(node);
        if (!ids.isEmpty()) {
            stored(q, ids.subList(0, Math.min(MOST_IDS, ids.size())), facts, dimensions, args);
        }
        owner(q, node, facts);
        put(facts, "Unit", unit(node.source()));
        if (node.source() instanceof TrackSource.Formula formula) {
            facts.put("Formula", formula.expression());
            facts.put(
                    "Of",
                    String.join(
                            ", ",
                            formula.counters().stream().map(TrackPath::nameOf).toList()));
        }
        String table = HitTest.table(node.source());
        put(facts, "Table", node.isGroup() ? "" : table.isEmpty() ? "computed" : table);
        if (!ids.isEmpty()) {
            String named = String.join(
                    ", ", ids.stream().limit(NAMED_IDS).map(String::valueOf).toList());
            facts.put(
                    ids.size() == 1 ? "Track id" : "Track ids",
                    ids.size() > NAMED_IDS ? named + " … (" + Texts.grouped(ids.size()) + ")" : named);
        }
        String counting = TrackSql.counting(node);
        if (!counting.isEmpty()) {
            rows(q, counting, r -> {
                facts.put("Events", Texts.grouped(r.getLong(1)));
                if (r.getLong(1) > 0) {
                    facts.put("First", times.time(r.getLong(2), origin));
                    facts.put("Last", times.time(r.getLong(3), origin));
                }
            });
        } else if (node.isGroup()) {
            facts.put("Tracks", Texts.grouped(tracks(node)));
        }
        facts.put("Key", node.key());
        String description = args.remove("description");
        return new TrackDetails(
                node,
                path,
                facts,
                dimensions,
                args,
                description == null ? help.text(node) : description,
                TrackSql.of(node));
    }

    private static long tracks(TrackNode group) {
        long count = 0;
        for (TrackNode child : group.children()) {
            count += child.isGroup() ? tracks(child) : 1;
        }
        return count;
    }

    private static String unit(TrackSource source) {
        return switch (source) {
            case TrackSource.Counter counter -> counter.unit();
            case TrackSource.CpuFrequency frequency -> frequency.unit();
            case TrackSource.Computed computed -> computed.unit();
            case TrackSource.Formula formula -> formula.unit();
            case TrackSource.Samples samples -> samples.unit();
            default -> "";
        };
    }

    /// What the table of tracks says.
    private static void stored(
            TraceQueries q,
            List<Long> ids,
            Map<String, String> facts,
            Map<String, String> dimensions,
            Map<String, String> args)
            throws QueryException {
        String list = String.join(", ", ids.stream().map(String::valueOf).toList());
        TreeSet<String> types = new TreeSet<>();
        rows(
                q,
                "SELECT DISTINCT type FROM __intrinsic_track WHERE id IN (" + list + ")",
                r -> types.add(String.valueOf(r.getString(1))));
        facts.put("Type", String.join(", ", types));
        rows(
                q,
                "SELECT m.label_index, m.name, t.counter_unit, p.name, p.type, p.id FROM __intrinsic_track AS t LEFT"
                        + " JOIN machine AS m ON m.id = t.machine_id LEFT JOIN __intrinsic_track AS p ON p.id ="
                        + " t.parent_id WHERE t.id = " + ids.getFirst(),
                r -> {
                    String machine = r.getString(1);
                    if (machine != null && !machine.equals("0")) {
                        facts.put(
                                "Machine",
                                r.getString(2) == null || r.getString(2).isEmpty()
                                        ? machine
                                        : r.getString(2) + " (" + machine + ")");
                    }
                    if (r.getString(6) != null) {
                        String name =
                                r.getString(4) == null || r.getString(4).isEmpty() ? r.getString(5) : r.getString(4);
                        facts.put("Parent track", name + " (" + r.getString(6) + ")");
                    }
                });
        args(q, "dimension_arg_set_id", list, dimensions);
        args(q, "source_arg_set_id", list, args);
    }

    private static void args(TraceQueries q, String set, String ids, Map<String, String> into) throws QueryException {
        Map<String, TreeSet<String>> values = new LinkedHashMap<>();
        rows(
                q,
                "SELECT DISTINCT a.key, coalesce(a.string_value, CAST(a.int_value AS VARCHAR), CAST(a.real_value AS"
                        + " VARCHAR)) FROM __intrinsic_track AS t JOIN __intrinsic_args"
                        + " AS a ON a.arg_set_id = t." + set + " WHERE t.id IN (" + ids
                        + ") ORDER BY 1, 2",
                r -> {
                    if (r.getString(2) != null) {
                        values.computeIfAbsent(r.getString(1), k -> new TreeSet<>())
                                .add(r.getString(2));
                    }
                });
        values.forEach((key, all) ->
                into.put(key, all.size() == 1 ? all.first() : all.first() + " and " + (all.size() - 1) + " more"));
    }

    /// The thread, process or CPU that it is about.
    private static void owner(TraceQueries q, TrackNode node, Map<String, String> facts) throws QueryException {
        List<Long> ids = TrackSql.ids(node);
        String threads = switch (node.source()) {
            case TrackSource.ThreadState(long utid) -> "SELECT " + utid + " AS utid, NULL AS upid";
            case TrackSource.ProcessSched(long upid) -> "SELECT NULL AS utid, " + upid + " AS upid";
            default ->
                !ids.isEmpty()
                        ? "SELECT utid, upid FROM __intrinsic_track WHERE id = " + ids.getFirst()
                        : node.key().matches("process/\\d+")
                                ? "SELECT NULL AS utid, " + node.key().substring("process/".length()) + " AS upid"
                                : "";
        };
        if (!threads.isEmpty()) {
            rows(
                    q,
                    "SELECT t.utid, t.tid, t.name, p.upid, p.pid, p.name FROM (" + threads
                            + ") AS o LEFT JOIN thread AS t ON t.utid = o.utid "
                            + "LEFT JOIN process AS p ON p.upid = coalesce(t.upid, o.upid)",
                    r -> {
                        if (r.getString(1) != null) {
                            facts.put("Thread", named(r.getString(3), "tid " + r.getString(2)));
                            facts.put("utid", r.getString(1));
                        }
                        if (r.getString(4) != null) {
                            facts.put("Process", named(r.getString(6), "pid " + r.getString(5)));
                            facts.put("upid", r.getString(4));
                        }
                    });
        }
        if (node.source() instanceof TrackSource.CpuSched(long ucpu, int cpu)) {
            facts.put("CPU", cpu + " (ucpu " + ucpu + ")");
        }
    }

    private static String named(String name, String id) {
        return name == null || name.isEmpty() ? id : name + " (" + id + ")";
    }

    private static void put(Map<String, String> facts, String name, String value) {
        if (value != null && !value.isEmpty()) {
            facts.put(name, value);
        }
    }

    /// All lines as text, to be copied.
    String text() {
        List<String> lines = new ArrayList<>();
        facts.forEach((name, value) -> lines.add(name + ": " + value));
        dimensions.forEach((name, value) -> lines.add(name + ": " + value));
        args.forEach((name, value) -> lines.add(name + ": " + value));
        if (!description.isEmpty()) {
            lines.add("Description: " + description);
        }
        return String.join("\n", lines);
    }

    private interface Reader {
        void read(ResultSet row) throws java.sql.SQLException;
    }

    private static void rows(TraceQueries q, String sql, Reader reader) throws QueryException {
        q.each(sql, r -> {
            reader.read(r);
        });
    }
}
