package traceglass.convert.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import traceglass.convert.format.TraceRows;
import traceglass.convert.output.ConvertProblem;
import traceglass.ingest.ImportProgress;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.ResultCursor;

/// Writes the events of a JSON trace, row by row.
final class JsonEventsWriter {

    private static final int CHECK = 4096;
    /// Columns of an argument, see [NestedArgs#add].
    private static final String ARGUMENT = "a.key, a.value_type, a.int_value, a.real_value, a.string_value";

    private final TraceRows rows;
    private final JsonIds ids;
    private final JsonGenerator json;
    private final ImportProgress progress;
    private final Set<Long> threadTracks = new HashSet<>();
    private int written;

    JsonEventsWriter(TraceRows rows, JsonIds ids, JsonGenerator json, ImportProgress progress) {
        this.rows = rows;
        this.ids = ids;
        this.json = json;
        this.progress = progress;
    }

    /// Writes all events.
    ///
    /// @return number of flows that could not be written, because the format has arrows between slices of threads
    ///     only
    long write() throws IOException, ConvertProblem {
        names();
        // Slices of a thread's own track follow each other; those of its other tracks may overlap them.
        rows.query("SELECT min(id) FROM thread_track WHERE type = 'thread_execution' GROUP BY utid", c -> {
            while (c.next()) {
                threadTracks.add(c.getLong(0));
            }
        });
        slices();
        asyncSlices();
        long lost = flows();
        counters();
        return lost;
    }

    private void start(String phase, JsonIds.Id id) throws IOException {
        if (++written % CHECK == 0) {
            progress.check();
        }
        json.writeRaw('\n');
        json.writeStartObject();
        json.writeStringField("ph", phase);
        json.writeNumberField("pid", id.pid());
        json.writeNumberField("tid", id.tid());
    }

    private void names() throws IOException {
        for (JsonIds.Id process : ids.processes()) {
            name("process_name", process);
        }
        for (JsonIds.Id thread : ids.threads()) {
            name("thread_name", thread);
        }
    }

    private void name(String event, JsonIds.Id id) throws IOException {
        if (id.name().isEmpty()) {
            return;
        }
        start("M", id);
        json.writeStringField("cat", "__metadata");
        json.writeStringField("name", event);
        json.writeNumberField("ts", 0);
        json.writeObjectFieldStart("args");
        json.writeStringField("name", id.name());
        json.writeEndObject();
        json.writeEndObject();
    }

    private void time(String field, long ns) throws IOException {
        json.writeNumberField(field, BigDecimal.valueOf(ns, 3));
    }

    private void text(String field, @Nullable String value) throws IOException {
        if (value != null) {
            json.writeStringField(field, value);
        }
    }

    /// Runs a query for events whose first column is the id of a slice, together with one for their arguments.
    private void withArgs(String sql, String from, EventWriter writer) throws IOException, ConvertProblem {
        rows.query(
                sql,
                events -> rows.query(
                        "SELECT s.id, " + ARGUMENT + " FROM slice AS s JOIN args AS a USING (arg_set_id) " + from
                                + " ORDER BY s.id, a.id",
                        args -> {
                            NestedArgs collected = new NestedArgs();
                            boolean hasArg = args.next();
                            while (events.next()) {
                                long id = events.getLong(0);
                                collected.clear();
                                for (; hasArg && args.getLong(0) <= id; hasArg = args.next()) {
                                    if (args.getLong(0) == id) {
                                        collected.add(args, 1);
                                    }
                                }
                                writer.write(events, collected);
                            }
                        }));
    }

    private interface EventWriter {
        void write(ResultCursor row, NestedArgs args) throws IOException, QueryException;
    }

    private void args(NestedArgs args) throws IOException {
        json.writeFieldName("args");
        args.write(json);
    }

    private void slices() throws IOException, ConvertProblem {
        withArgs("""
                SELECT s.id, s.ts, s.dur, s.track_id, s.category, coalesce(s.name, ''), t.utid, s.thread_ts, s.thread_dur
                FROM slice AS s JOIN thread_track AS t ON t.id = s.track_id ORDER BY s.id\
                """, "JOIN thread_track AS t ON t.id = s.track_id", (row, args) -> {
            if (!threadTracks.contains(row.getLong(3))) {
                return;
            }
            long dur = row.getLong(2);
            start(dur > 0 ? "X" : dur == 0 ? "I" : "B", ids.thread(row.getLong(6)));
            text("cat", row.getString(4));
            text("name", row.getString(5));
            time("ts", row.getLong(1));
            if (dur > 0) {
                time("dur", dur);
            } else if (dur == 0) {
                json.writeStringField("s", "t");
            }
            long threadTs = row.getLong(7);
            if (!row.wasNull()) {
                time("tts", threadTs);
            }
            long threadDur = row.getLong(8);
            if (!row.wasNull() && dur > 0) {
                time("tdur", threadDur);
            }
            args(args);
            json.writeEndObject();
        });
    }

    /// Writes the slices of other tracks: begins with their arguments, in the order of their ids, then ends in time
    /// order, inner slices first.
    private void asyncSlices() throws IOException, ConvertProblem {
        withArgs("""
                SELECT s.id, s.ts, s.dur, s.track_id, coalesce(s.category, t.name, ''), coalesce(s.name, ''), tt.utid, pt.upid, t.name
                FROM slice AS s JOIN track AS t ON t.id = s.track_id
                LEFT JOIN thread_track AS tt ON tt.id = s.track_id LEFT JOIN process_track AS pt ON pt.id = s.track_id
                ORDER BY s.id\
                """, "", (row, args) -> {
            if (!threadTracks.contains(row.getLong(3))) {
                async(row, row.getLong(2) == 0 ? "n" : "b", row.getLong(1), args);
            }
        });
        rows.query("""
                SELECT s.id, s.ts, s.dur, s.track_id, coalesce(s.category, t.name, ''), coalesce(s.name, ''), tt.utid, pt.upid, t.name
                FROM slice AS s JOIN track AS t ON t.id = s.track_id
                LEFT JOIN thread_track AS tt ON tt.id = s.track_id LEFT JOIN process_track AS pt ON pt.id = s.track_id
                WHERE s.dur > 0 ORDER BY s.ts + s.dur, s.depth DESC\
                """, c -> {
            while (c.next()) {
                if (!threadTracks.contains(c.getLong(3))) {
                    async(c, "e", c.getLong(1) + c.getLong(2), null);
                }
            }
        });
    }

    private void async(ResultCursor row, String phase, long ts, @Nullable NestedArgs args)
            throws IOException, QueryException {
        long utid = row.getLong(6);
        boolean isOfThread = !row.wasNull();
        long upid = row.getLong(7);
        boolean isOfProcess = !row.wasNull();
        start(phase, isOfThread ? ids.thread(utid) : isOfProcess ? ids.process(upid) : JsonIds.Id.NONE);
        text("cat", row.getString(4));
        text("name", row.getString(5));
        time("ts", ts);
        String track = "0x" + Long.toHexString(row.getLong(3));
        if (isOfThread || isOfProcess) {
            json.writeObjectFieldStart("id2");
            json.writeStringField("local", track);
            json.writeEndObject();
        } else {
            json.writeStringField("id", track);
        }
        if (args != null) {
            args(args);
        }
        json.writeEndObject();
    }

    private long flows() throws IOException, ConvertProblem {
        long[] lost = {rows.number("SELECT count(*) FROM flow")};
        rows.query("""
                SELECT f.id, o.ts, i.ts, ot.utid, it.utid, o.track_id, i.track_id, coalesce(o.category, ''), coalesce(o.name, '')
                FROM flow AS f JOIN slice AS o ON o.id = f.slice_out JOIN slice AS i ON i.id = f.slice_in
                JOIN thread_track AS ot ON ot.id = o.track_id JOIN thread_track AS it ON it.id = i.track_id ORDER BY f.id\
                """, c -> {
            while (c.next()) {
                if (threadTracks.contains(c.getLong(5)) && threadTracks.contains(c.getLong(6))) {
                    flow("s", c, ids.thread(c.getLong(3)), c.getLong(1));
                    flow("f", c, ids.thread(c.getLong(4)), c.getLong(2));
                    lost[0]--;
                }
            }
        });
        return lost[0];
    }

    private void flow(String phase, ResultCursor row, JsonIds.Id id, long ts) throws IOException, QueryException {
        start(phase, id);
        text("cat", row.getString(7));
        text("name", row.getString(8));
        json.writeNumberField("id", row.getLong(0));
        time("ts", ts);
        if (phase.equals("f")) {
            json.writeStringField("bp", "e");
        }
        json.writeEndObject();
    }

    private void counters() throws IOException, ConvertProblem {
        rows.query("""
                SELECT c.ts, c.value, coalesce(t.name, t.type, ''), tt.utid, pt.upid, ct.cpu, coalesce(t.unit, '')
                FROM counter AS c JOIN counter_track AS t ON t.id = c.track_id
                LEFT JOIN thread_counter_track AS tt ON tt.id = t.id LEFT JOIN process_counter_track AS pt ON pt.id = t.id
                LEFT JOIN cpu_counter_track AS ct ON ct.id = t.id
                ORDER BY c.id\
                """, c -> {
            while (c.next()) {
                counter(c);
            }
        });
    }

    private void counter(ResultCursor row) throws IOException, QueryException {
        String name = row.getString(2);
        JsonIds.Id id = JsonIds.Id.NONE;
        long utid = row.getLong(3);
        if (!row.wasNull()) {
            id = ids.thread(utid);
            // Counters belong to processes in this format.
            name += " (" + (id.name().isEmpty() ? "thread" : id.name()) + " " + id.tid() + ")";
        } else {
            long upid = row.getLong(4);
            id = row.wasNull() ? id : ids.process(upid);
        }
        long cpu = row.getLong(5);
        if (!row.wasNull()) {
            name += " (CPU " + cpu + ")";
        }
        double value = row.getDouble(1);
        if (!Double.isFinite(value)) {
            return;
        }
        start("C", id);
        json.writeStringField("name", name);
        time("ts", row.getLong(0));
        json.writeObjectFieldStart("args");
        json.writeFieldName(row.getString(6).isEmpty() ? "value" : row.getString(6));
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            json.writeNumber((long) value);
        } else {
            json.writeNumber(value);
        }
        json.writeEndObject();
        json.writeEndObject();
    }
}
