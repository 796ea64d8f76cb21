package traceglass.convert.json;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import traceglass.convert.format.TraceRows;
import traceglass.convert.output.ConvertProblem;
import traceglass.ingest.ImportProgress;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.ResultCursor;

/// Writes the events of a JSON trace, row by row.
final class JsonEventsWriter {

    private static final int CHECK = 4096;
    private static final int NS_PER_US = 1000;
    private static final String[] THOUSANDTHS =
            IntStream.range(0, NS_PER_US).mapToObj("%03d"::formatted).toArray(String[]::new);
    /// Tracks of the threads themselves: their slices are nested, while those of a thread's other tracks may
    /// overlap them.
    private static final String THREAD_TRACKS =
            "(SELECT min(id) FROM thread_track WHERE type = 'thread_execution' GROUP BY utid)";
    /// Columns of an argument, see [NestedArgs#add].
    private static final String ARGUMENT = "a.key, a.value_type, a.int_value, a.real_value, a.string_value";

    private final TraceRows rows;
    private final JsonIds ids;
    private final JsonGenerator json;
    private final ImportProgress progress;
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
        json.writeFieldName(field);
        long us = Math.abs(ns / NS_PER_US);
        json.writeNumber((ns < 0 ? "-" : "") + us + '.' + THOUSANDTHS[(int) Math.abs(ns % NS_PER_US)]);
    }

    private void text(String field, @Nullable String value) throws IOException {
        if (value != null) {
            json.writeStringField(field, value);
        }
    }

    private interface EventWriter {
        void write(ResultCursor row, NestedArgs args) throws IOException, QueryException;
    }

    /// Runs a query for slices, whose first column is the id, together with one for their arguments.
    ///
    /// @param condition which slices `s` to read
    private void withArgs(String sql, String condition, EventWriter writer) throws IOException, ConvertProblem {
        NestedArgs args = new NestedArgs();
        rows.joined(
                sql + condition + " ORDER BY s.id",
                "SELECT s.id, " + ARGUMENT + " FROM slice AS s JOIN args AS a USING (arg_set_id)" + condition
                        + " ORDER BY s.id, a.id",
                (row, details) -> {
                    args.clear();
                    while (details.next()) {
                        args.add(details.row(), 1);
                    }
                    writer.write(row, args);
                });
    }

    private void args(NestedArgs args) throws IOException {
        json.writeFieldName("args");
        args.write(json);
    }

    private void slices() throws IOException, ConvertProblem {
        withArgs("""
                SELECT s.id, s.ts, s.dur, s.track_id, s.category, coalesce(s.name, ''), t.utid, s.thread_ts, s.thread_dur
                FROM slice AS s JOIN thread_track AS t ON t.id = s.track_id\
                """, " WHERE s.track_id IN " + THREAD_TRACKS, (row, args) -> {
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
        String slices = """
                SELECT s.id, s.ts, s.dur, s.track_id, coalesce(s.category, t.name, ''), coalesce(s.name, ''), tt.utid, pt.upid
                FROM slice AS s JOIN track AS t ON t.id = s.track_id
                LEFT JOIN thread_track AS tt ON tt.id = s.track_id LEFT JOIN process_track AS pt ON pt.id = s.track_id\
                """;
        String condition = " WHERE s.track_id NOT IN " + THREAD_TRACKS;
        withArgs(slices, condition, (row, args) -> async(row, row.getLong(2) == 0 ? "n" : "b", row.getLong(1), args));
        rows.query(slices + condition + " AND s.dur > 0 ORDER BY s.ts + s.dur, s.depth DESC", c -> {
            while (c.next()) {
                async(c, "e", c.getLong(1) + c.getLong(2), null);
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
        rows.query(
                """
                SELECT f.id, o.ts, i.ts, ot.utid, it.utid, coalesce(o.category, ''), coalesce(o.name, '')
                FROM flow AS f JOIN slice AS o ON o.id = f.slice_out JOIN slice AS i ON i.id = f.slice_in
                JOIN thread_track AS ot ON ot.id = o.track_id JOIN thread_track AS it ON it.id = i.track_id\
                """
                        + " WHERE o.track_id IN " + THREAD_TRACKS + " AND i.track_id IN " + THREAD_TRACKS
                        + " ORDER BY f.id",
                c -> {
                    while (c.next()) {
                        flow("s", c, ids.thread(c.getLong(3)), c.getLong(1));
                        flow("f", c, ids.thread(c.getLong(4)), c.getLong(2));
                        lost[0]--;
                    }
                });
        return lost[0];
    }

    private void flow(String phase, ResultCursor row, JsonIds.Id id, long ts) throws IOException, QueryException {
        start(phase, id);
        text("cat", row.getString(5));
        text("name", row.getString(6));
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
