package traceglass.convert.json;

import java.io.IOException;
import java.io.OutputStream;
import java.util.PriorityQueue;
import traceglass.convert.format.StoredTables;
import traceglass.convert.format.TraceRows;
import traceglass.convert.ftracetext.FtraceTextWriter;
import traceglass.convert.output.ConvertProblem;
import traceglass.ingest.ImportProgress;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.ResultCursor;
import traceglass.sql.stored.RowBlock;
import traceglass.sql.stored.StoredArgs;
import traceglass.store.names.TableNames;

/// Writes the events of a JSON trace, row by row.
final class JsonEventsWriter {

    private static final String SLICE_COLUMNS =
            "ts, dur, track_id, category, coalesce(name, ''), thread_ts, thread_dur, arg_set_id, depth";
    private static final String[] TABLES = {
        TableNames.Slice.TABLE,
        TableNames.Args.TABLE,
        TableNames.Track.TABLE,
        TableNames.Counter.TABLE,
        TableNames.Flow.TABLE
    };
    private static final byte[] NO_NAME = {};
    private static final int CHECK = 4096;
    /// Number of flows that are joined with their slices at a time.
    private static final int FLOWS_PER_BATCH = 1 << 16;

    private final TraceRows rows;
    private final JsonTaskIds ids;
    private final OutputStream out;
    private final ImportProgress progress;
    private final JsonBytes json = new JsonBytes();
    private final PriorityQueue<End> ends = new PriorityQueue<>();
    private boolean isFirst = true;
    private int written;

    JsonEventsWriter(TraceRows rows, JsonTaskIds ids, OutputStream out, ImportProgress progress) {
        this.rows = rows;
        this.ids = ids;
        this.out = out;
        this.progress = progress;
    }

    /// End of a slice that is not on a thread's own track. Inner slices end first.
    private record End(long ts, long depth, JsonTracks.Slices track, byte[] category, byte[] name)
            implements Comparable<End> {

        @Override
        public int compareTo(End other) {
            int timeOrder = Long.compare(ts, other.ts);
            return timeOrder != 0 ? timeOrder : Long.compare(other.depth, depth);
        }
    }

    /// Writes all events.
    ///
    /// @return number of flows that could not be written, because the format has flows only between slices of
    ///     threads
    long write() throws IOException, ConvertProblem {
        writeNames();
        long lost;
        try (StoredTables tables = rows.openTables(TABLES)) {
            // Scheduling follows the events.
            FtraceTextWriter.loadAhead(rows);
            JsonTracks tracks = JsonTracks.read(tables, ids);
            writeSlices(tables, tracks);
            lost = flows(tables, tracks);
            writeCounters(tables, tracks);
        }
        json.flush(out);
        return lost;
    }

    /// Writes the separator before the next event.
    private void startEvent() throws IOException {
        if (!isFirst) {
            json.raw(",");
        }
        isFirst = false;
        if (++written % CHECK == 0) {
            progress.check();
        }
        json.flushIfLarge(out);
    }

    private void start(String phase, JsonTaskIds.Task id) throws IOException {
        startEvent();
        json.raw("\n{\"ph\":\"").raw(phase).raw("\",\"pid\":").number(id.pid());
        json.raw(",\"tid\":").number(id.tid());
    }

    private void start(String phase, JsonTracks.Slices track) throws IOException {
        startEvent();
        json.raw("\n{\"ph\":\"").raw(phase).raw("\"").add(track.ids());
    }

    private void writeNames() throws IOException {
        for (JsonTaskIds.Task process : ids.processes()) {
            writeName("process_name", process);
        }
        for (JsonTaskIds.Task thread : ids.threads()) {
            writeName("thread_name", thread);
        }
    }

    private void writeName(String event, JsonTaskIds.Task id) throws IOException {
        if (!id.name().isEmpty()) {
            start("M", id);
            json.raw(",\"cat\":\"__metadata\",\"name\":\"").raw(event).raw("\",\"ts\":0,\"args\":{\"name\":");
            json.text(id.name()).raw("}}");
        }
    }

    /// Writes slices in the order of their ids, which is mostly time order. Slices that are not on a thread's
    /// own track are written as a begin and an end event. An end comes before begin events with the same time,
    /// except those of slices inside the ended slice.
    private void writeSlices(StoredTables tables, JsonTracks tracks) throws IOException, ConvertProblem {
        try (StoredArgs<byte[]> args = tables.args(new ArgsObject()::write, a -> a.length)) {
            tables.readBlocks(
                    TableNames.Slice.TABLE,
                    SLICE_COLUMNS,
                    "",
                    block -> {
                        byte[][] sets = new byte[block.size()][];
                        for (int r = 0; r < sets.length; r++) {
                            byte[] set = block.isNull(7, r) ? null : args.get(block.number(7, r));
                            sets[r] = set == null ? ArgsObject.NONE : set;
                        }
                        return sets;
                    },
                    (block, sets) -> {
                        for (int r = 0; r < block.size(); r++) {
                            JsonTracks.Slices track = tracks.slices(block.number(2, r));
                            // Begin events always nest in earlier ones, so they can't
                            // start a slice that overlaps.
                            boolean isOpen = block.number(1, r) < 0;
                            if (track.isThreadTrack() && !(isOpen && track.isOverlapping())) {
                                writeOfThread(block, r, track, sets[r]);
                            } else {
                                writeAsync(block, r, track, sets[r]);
                            }
                        }
                    });
        } catch (QueryException e) {
            throw new ConvertProblem("can't read the trace: " + e.getMessage(), e);
        }
        while (!ends.isEmpty()) {
            end(ends.remove());
        }
    }

    private static byte[] writeName(RowBlock block, int row) {
        byte[] name = block.bytes(4, row);
        return name == null ? NO_NAME : name;
    }

    private void writeOfThread(RowBlock block, int row, JsonTracks.Slices track, byte[] args) throws IOException {
        long dur = block.number(1, row);
        // An instant has no CPU time.
        boolean isComplete = dur > 0 || dur == 0 && !block.isNull(6, row);
        start(isComplete ? "X" : dur == 0 ? "I" : "B", track);
        byte[] category = block.bytes(3, row);
        if (category != null) {
            json.raw(",\"cat\":").text(category);
        }
        json.raw(",\"name\":").text(writeName(block, row));
        json.raw(",\"ts\":").time(block.number(0, row));
        if (isComplete) {
            json.raw(",\"dur\":").time(dur);
        } else if (dur == 0) {
            json.raw(",\"s\":\"t\"");
        }
        if (!block.isNull(5, row)) {
            json.raw(",\"tts\":").time(block.number(5, row));
        }
        if (!block.isNull(6, row) && isComplete) {
            json.raw(",\"tdur\":").time(block.number(6, row));
        }
        json.add(args).raw("}");
    }

    private void writeAsync(RowBlock block, int row, JsonTracks.Slices track, byte[] args) throws IOException {
        long ts = block.number(0, row);
        long dur = block.number(1, row);
        long depth = block.number(8, row);
        for (End next; (next = ends.peek()) != null && (next.ts < ts || next.ts == ts && next.depth >= depth); ) {
            end(ends.remove());
        }
        byte[] sliceCategory = block.bytes(3, row);
        byte[] category = sliceCategory == null ? track.name() : sliceCategory;
        byte[] name = writeName(block, row);
        writeAsync(dur == 0 ? "n" : "b", track, category, name, ts);
        json.add(args).raw("}");
        if (dur > 0) {
            ends.add(new End(ts + dur, depth, track, category, name));
        }
    }

    private void end(End end) throws IOException {
        writeAsync("e", end.track, end.category, end.name, end.ts);
        json.raw("}");
    }

    private void writeAsync(String phase, JsonTracks.Slices track, byte[] category, byte[] name, long ts)
            throws IOException {
        start(phase, track);
        json.raw(",\"cat\":").text(category);
        json.raw(",\"name\":").text(name).raw(",\"ts\":").time(ts).add(track.key());
    }

    private long flows(StoredTables tables, JsonTracks tracks) throws IOException, ConvertProblem {
        long[] lost = {0};
        long end = tables.number("SELECT coalesce(max(id) + 1, 0) FROM __intrinsic_flow");
        // The database keeps the right side of a join in memory: the flows of a range.
        for (long from = 0; from < end; from += FLOWS_PER_BATCH) {
            tables.query("""
                SELECT x.id, x.ts, i.ts, x.track_id, i.track_id, x.category, x.name
                FROM __intrinsic_slice AS i JOIN (
                  SELECT f.id, f.slice_in, o.ts, o.track_id, coalesce(o.category, '') AS category,
                    coalesce(o.name, '') AS name
                  FROM __intrinsic_slice AS o JOIN (
                    SELECT * FROM __intrinsic_flow WHERE id >= %d AND id < %d
                  ) AS f ON f.slice_out = o.id
                ) AS x ON x.slice_in = i.id
                ORDER BY x.id\
                """.formatted(from, from + FLOWS_PER_BATCH), c -> {
                while (c.next()) {
                    JsonTracks.Slices out = tracks.slices(c.getLong(3));
                    JsonTracks.Slices in = tracks.slices(c.getLong(4));
                    if (out.isOwn() && in.isOwn()) {
                        writeFlow("s", c, out, c.getLong(1));
                        writeFlow("f", c, in, c.getLong(2));
                    } else {
                        lost[0]++;
                    }
                }
            });
        }
        return lost[0];
    }

    private void writeFlow(String phase, ResultCursor row, JsonTracks.Slices track, long ts)
            throws IOException, QueryException {
        start(phase, track);
        json.raw(",\"cat\":").text(row.getString(5)).raw(",\"name\":").text(row.getString(6));
        json.raw(",\"id\":").number(row.getLong(0)).raw(",\"ts\":").time(ts);
        json.raw(phase.equals("f") ? ",\"bp\":\"e\"}" : "}");
    }

    private void writeCounters(StoredTables tables, JsonTracks tracks) throws IOException, ConvertProblem {
        tables.readBlocks(TableNames.Counter.TABLE, "ts, track_id, value", "", block -> block, (block, same) -> {
            for (int r = 0; r < block.size(); r++) {
                double value = block.real(2, r);
                if (Double.isFinite(value)) {
                    writeCounter(tracks.counter(block.number(1, r)), block.number(0, r), value);
                }
            }
        });
    }

    private void writeCounter(JsonTracks.Counter track, long ts, double value) throws IOException {
        if (track.start().length == 0) {
            return;
        }
        startEvent();
        json.add(track.start()).time(ts).add(track.value());
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            json.number((long) value);
        } else {
            json.raw(Double.toString(value));
        }
        json.raw("}}");
    }
}
