package traceglass.analysis.track.info;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.track.Owner;
import traceglass.analysis.track.TrackKind;
import traceglass.analysis.track.TrackNode;
import traceglass.sql.result.QueryException;
import traceglass.store.text.DisplayText;
import traceglass.store.time.TimeStyle;

/// Details of a track: position, content and origin. Immutable.
///
/// @param node track or group
/// @param path names of its groups and its own
/// @param fields names and values, in order
/// @param dimensions dimensions that distinguish it from other tracks of its type
/// @param args further arguments from the trace
/// @param description description of such tracks from the trace or this program, or empty
/// @param sql query for its content, or empty
public record TrackDetails(
        TrackNode node,
        String path,
        Map<String, String> fields,
        Map<String, String> dimensions,
        Map<String, String> args,
        String description,
        String sql) {

    /// Maximum number of rows of `track` that are described for one merged track.
    private static final int MAX_IDS = 200;
    private static final int NAMED_IDS = 8;

    /// Queries the trace; do not call on the JavaFX thread.
    ///
    /// @param times time format
    /// @param origin start of the trace, ns
    public static TrackDetails read(
            TraceQueries q, TrackNode node, String path, TrackHelp help, TimeStyle times, long origin)
            throws QueryException {
        Map<String, String> fields = new LinkedHashMap<>();
        Map<String, String> dimensions = new LinkedHashMap<>();
        Map<String, String> args = new LinkedHashMap<>();
        fields.put(TrackInfoTexts.PATH, path);
        fields.put(TrackInfoTexts.KIND, node.kind().label());
        List<Long> ids = node.kind().trackIds();
        if (!ids.isEmpty()) {
            readStored(q, ids.subList(0, Math.min(MAX_IDS, ids.size())), fields, dimensions, args);
        }
        addOwner(q, node, fields);
        put(fields, TrackInfoTexts.UNIT, node.kind().unit());
        TrackKind.Formula formula = node.kind().formula();
        if (formula != null) {
            fields.put(TrackInfoTexts.FORMULA, formula.expression());
            fields.put(
                    TrackInfoTexts.FORMULA_OF,
                    String.join(
                            ", ",
                            formula.counters().stream().map(TrackPath::nameOf).toList()));
        }
        String table = node.kind().table();
        put(fields, TrackInfoTexts.TABLE, node.isGroup() ? "" : table.isEmpty() ? TrackInfoTexts.COMPUTED : table);
        if (!ids.isEmpty()) {
            String named = String.join(
                    ", ", ids.stream().limit(NAMED_IDS).map(String::valueOf).toList());
            fields.put(
                    TrackInfoTexts.ids(ids.size()),
                    ids.size() > NAMED_IDS ? TrackInfoTexts.moreIds(named, ids.size()) : named);
        }
        String countSql = node.isGroup() ? "" : node.kind().query().countSql();
        if (!countSql.isEmpty()) {
            q.forEachRow(countSql, r -> {
                fields.put(TrackInfoTexts.EVENTS, DisplayText.grouped(r.getLong(1)));
                if (r.getLong(1) > 0) {
                    fields.put(TrackInfoTexts.FIRST, times.time(r.getLong(2), origin));
                    fields.put(TrackInfoTexts.LAST, times.time(r.getLong(3), origin));
                }
            });
        } else if (node.isGroup()) {
            fields.put(TrackInfoTexts.TRACKS, DisplayText.grouped(tracks(node)));
        }
        fields.put(TrackInfoTexts.KEY, node.key());
        String description = args.remove("description");
        return new TrackDetails(
                node,
                path,
                fields,
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

    /// Adds data from the table of tracks.
    private static void readStored(
            TraceQueries q,
            List<Long> ids,
            Map<String, String> fields,
            Map<String, String> dimensions,
            Map<String, String> args)
            throws QueryException {
        String list = String.join(", ", ids.stream().map(String::valueOf).toList());
        TreeSet<String> types = new TreeSet<>();
        q.forEachRow(
                "SELECT DISTINCT type FROM __intrinsic_track WHERE id IN (" + list + ")",
                r -> types.add(String.valueOf(r.getString(1))));
        fields.put(TrackInfoTexts.TYPE, String.join(", ", types));
        q.forEachRow(
                "SELECT m.label_index, m.name, t.counter_unit, p.name, p.type, p.id FROM __intrinsic_track AS"
                        + " t LEFT JOIN machine AS m ON m.id = t.machine_id LEFT JOIN __intrinsic_track AS p ON"
                        + " p.id = t.parent_id WHERE t.id = " + ids.getFirst(),
                r -> {
                    String machine = r.getString(1);
                    if (machine != null && !machine.equals("0")) {
                        fields.put(
                                TrackInfoTexts.MACHINE,
                                r.getString(2) == null || r.getString(2).isEmpty()
                                        ? machine
                                        : r.getString(2) + " (" + machine + ")");
                    }
                    if (r.getString(6) != null) {
                        String name =
                                r.getString(4) == null || r.getString(4).isEmpty() ? r.getString(5) : r.getString(4);
                        fields.put(TrackInfoTexts.PARENT, name + " (" + r.getString(6) + ")");
                    }
                });
        readArgs(q, "dimension_arg_set_id", list, dimensions);
        readArgs(q, "source_arg_set_id", list, args);
    }

    private static void readArgs(TraceQueries q, String set, String ids, Map<String, String> into)
            throws QueryException {
        Map<String, TreeSet<String>> values = new LinkedHashMap<>();
        q.forEachRow(
                "SELECT DISTINCT a.key, coalesce(a.string_value, CAST(a.int_value AS VARCHAR),"
                        + " CAST(a.real_value AS VARCHAR)) FROM __intrinsic_track AS t JOIN __intrinsic_args AS a"
                        + " ON a.arg_set_id = t." + set + " WHERE t.id IN (" + ids
                        + ") ORDER BY 1, 2",
                r -> {
                    if (r.getString(2) != null) {
                        values.computeIfAbsent(r.getString(1), k -> new TreeSet<>())
                                .add(r.getString(2));
                    }
                });
        values.forEach((key, all) ->
                into.put(key, all.size() == 1 ? all.first() : TrackInfoTexts.more(all.first(), all.size() - 1)));
    }

    /// Adds the thread, process or CPU of the track.
    private static void addOwner(TraceQueries q, TrackNode node, Map<String, String> fields) throws QueryException {
        Owner owner = node.kind().owner();
        List<Long> ids = node.kind().trackIds();
        String threads = owner.isThread()
                ? "SELECT " + owner.utid() + " AS utid, NULL AS upid"
                : owner.isProcess()
                        ? "SELECT NULL AS utid, " + owner.upid() + " AS upid"
                        : ids.isEmpty() ? "" : "SELECT utid, upid FROM __intrinsic_track WHERE id = " + ids.getFirst();
        if (!threads.isEmpty()) {
            q.forEachRow(
                    "SELECT t.utid, t.tid, t.name, p.upid, p.pid, p.name FROM (" + threads
                            + ") AS o LEFT JOIN thread AS t ON t.utid = o.utid "
                            + "LEFT JOIN process AS p ON p.upid = coalesce(t.upid, o.upid)",
                    r -> {
                        if (r.getString(1) != null) {
                            fields.put(TrackInfoTexts.THREAD, named(r.getString(3), "tid " + r.getString(2)));
                            fields.put("utid", r.getString(1));
                        }
                        if (r.getString(4) != null) {
                            fields.put(TrackInfoTexts.PROCESS, named(r.getString(6), "pid " + r.getString(5)));
                            fields.put("upid", r.getString(4));
                        }
                    });
        }
        if (owner.isCpu()) {
            fields.put(TrackInfoTexts.CPU, TrackInfoTexts.cpu(owner.cpu(), owner.ucpu()));
        }
    }

    private static String named(String name, String id) {
        return name == null || name.isEmpty() ? id : name + " (" + id + ")";
    }

    private static void put(Map<String, String> fields, String name, String value) {
        if (value != null && !value.isEmpty()) {
            fields.put(name, value);
        }
    }

    /// Returns all lines as text for copying.
    public String text() {
        List<String> lines = new ArrayList<>();
        fields.forEach((name, value) -> lines.add(name + ": " + value));
        dimensions.forEach((name, value) -> lines.add(name + ": " + value));
        args.forEach((name, value) -> lines.add(name + ": " + value));
        if (!description.isEmpty()) {
            lines.add(TrackInfoTexts.description(description));
        }
        return String.join("\n", lines);
    }
}
