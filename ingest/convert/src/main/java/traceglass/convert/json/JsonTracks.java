package traceglass.convert.json;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import traceglass.convert.format.StoredTables;
import traceglass.convert.output.ConvertProblem;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.ResultCursor;

/// The tracks of a trace with the JSON that is common to all events of a track.
final class JsonTracks {

    /// A track of slices.
    ///
    /// @param isThreadTrack whether it is the thread's own track, or a track that readers create for slices that
    ///     overlap slices on that track. Slices on other tracks of a thread belong to the process in this
    ///     format
    /// @param isOverlapping whether it is a track for slices that overlap slices on the thread's own track
    /// @param ids process and thread id
    /// @param name category of slices that have none
    /// @param key id of the track
    record Slices(boolean isThreadTrack, boolean isOverlapping, byte[] ids, byte[] name, byte[] key) {

        /// Returns whether it is the thread's own track.
        boolean isOwn() {
            return isThreadTrack && !isOverlapping;
        }
    }

    /// A track of a counter.
    ///
    /// @param start JSON up to the time
    /// @param value JSON between the time and the value
    record Counter(byte[] start, byte[] value) {}

    private final JsonTaskIds ids;
    private final JsonBytes json = new JsonBytes();
    private final Map<Long, Slices> slices = new HashMap<>();
    private final Map<Long, Counter> counters = new HashMap<>();
    private final Map<Long, Long> ownTracks = new HashMap<>();

    private JsonTracks(JsonTaskIds ids) {
        this.ids = ids;
    }

    /// Reads all tracks.
    static JsonTracks read(StoredTables tables, JsonTaskIds ids) throws IOException, ConvertProblem {
        JsonTracks tracks = new JsonTracks(ids);
        tables.query("""
                SELECT t.id, coalesce(t.name, ''), t.type, t.event_type, t.utid, t.upid, coalesce(t.counter_unit, ''), d.cpu
                FROM __intrinsic_track AS t LEFT JOIN (
                  SELECT arg_set_id, any_value(int_value) AS cpu FROM __intrinsic_args WHERE key = 'cpu' GROUP BY arg_set_id
                ) AS d ON d.arg_set_id = t.dimension_arg_set_id
                ORDER BY t.id\
                """, c -> {
            while (c.next()) {
                if ("counter".equals(c.getString(3))) {
                    tracks.counters.put(c.getLong(0), tracks.counter(c));
                } else {
                    tracks.slices.put(c.getLong(0), tracks.slices(c));
                }
            }
        });
        return tracks;
    }

    Slices slices(long id) {
        return slices.getOrDefault(id, NO_SLICES);
    }

    Counter counter(long id) {
        return counters.getOrDefault(id, NO_COUNTER);
    }

    private static final Slices NO_SLICES = new Slices(false, false, new byte[0], new byte[0], new byte[0]);
    private static final Counter NO_COUNTER = new Counter(new byte[0], new byte[0]);

    private Slices slices(ResultCursor row) throws QueryException {
        long utid = row.getLong(4);
        boolean hasThread = !row.wasNull();
        long upid = row.getLong(5);
        boolean hasProcess = !row.wasNull();
        JsonTaskIds.Task id = hasThread ? ids.thread(utid) : hasProcess ? ids.process(upid) : JsonTaskIds.Task.NONE;
        boolean isOwn = hasThread
                && "slice".equals(row.getString(3))
                && "thread_execution".equals(row.getString(2))
                && ownTracks.putIfAbsent(utid, row.getLong(0)) == null;
        boolean isOverlapping = hasThread && "thread_overlapping_slice".equals(row.getString(2));
        String track = "\"0x" + Long.toHexString(row.getLong(0)) + '"';
        String key = hasThread || hasProcess ? ",\"id2\":{\"local\":" + track + "}" : ",\"id\":" + track;
        json.raw(",\"pid\":").number(id.pid()).raw(",\"tid\":").number(id.tid());
        byte[] start = json.drain();
        byte[] name = row.getString(1).getBytes(StandardCharsets.UTF_8);
        return new Slices(
                isOwn || isOverlapping,
                isOverlapping,
                start,
                name,
                json.raw(key).drain());
    }

    private Counter counter(ResultCursor row) throws QueryException {
        String name = row.getString(1).isEmpty() ? row.getString(2) : row.getString(1);
        name = name == null ? "" : name;
        JsonTaskIds.Task id = JsonTaskIds.Task.NONE;
        long utid = row.getLong(4);
        if (!row.wasNull()) {
            id = ids.thread(utid);
            // Counters belong to processes in this format.
            name += " (" + (id.name().isEmpty() ? "thread" : id.name()) + " " + id.tid() + ")";
        } else {
            long upid = row.getLong(5);
            id = row.wasNull() ? id : ids.process(upid);
        }
        long cpu = row.getLong(7);
        if (!row.wasNull()) {
            name += " (CPU " + cpu + ")";
        }
        json.raw("\n{\"ph\":\"C\",\"pid\":").number(id.pid()).raw(",\"tid\":").number(id.tid());
        byte[] start = json.raw(",\"name\":").text(name).raw(",\"ts\":").drain();
        String unit = row.getString(6).isEmpty() ? "value" : row.getString(6);
        return new Counter(start, json.raw(",\"args\":{").text(unit).raw(":").drain());
    }
}
