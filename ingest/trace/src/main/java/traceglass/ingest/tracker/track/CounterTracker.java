package traceglass.ingest.tracker.track;

import java.util.HashMap;
import java.util.Map;
import traceglass.store.table.DoubleColumn;
import traceglass.store.table.IntColumn;
import traceglass.store.table.LongColumn;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Writes counter samples: rows of the `counter` table, of all machines.
public final class CounterTracker {

    private final Table table;
    private final LongColumn ts;
    private final IntColumn trackId;
    private final DoubleColumn value;
    private final IntColumn argSetId;
    /// By track: the sample whose value is told by the next one.
    private final Map<Integer, Integer> lastOfInterval = new HashMap<>();

    public CounterTracker(TraceStorage storage) {
        table = storage.table("__intrinsic_counter");
        ts = table.longs("ts");
        trackId = table.ints("track_id");
        value = table.doubles("value");
        argSetId = table.ints("arg_set_id");
    }

    /// Adds a sample and returns its id.
    public int push(long time, double sample, int track) {
        int row = table.addRow();
        ts.set(row, time);
        value.set(row, sample);
        trackId.set(row, track);
        return row;
    }

    /// Adds a sample with arguments; `args` is an id of [ArgSets].
    public int push(long time, double sample, int track, int args) {
        int row = push(time, sample, track);
        if (args != IntColumn.NULL) {
            argSetId.set(row, args);
        }
        return row;
    }

    /// Adds a sample of a counter whose values are those of the time before them: the value goes to the sample
    /// before, and this one is 0 until the next comes.
    public void pushOfIntervalBefore(long time, double sample, int track) {
        int row = push(time, 0, track);
        table.hold(row);
        Integer before = lastOfInterval.put(track, row);
        if (before != null) {
            value.set(before, sample);
            table.release(before);
        }
    }

    /// Adds a sample whose track is not known yet, to be told by [#setTrack].
    public int pushWithoutTrack(long time, double sample, int args) {
        int row = table.addRow();
        ts.set(row, time);
        value.set(row, sample);
        argSetId.set(row, args);
        table.hold(row);
        return row;
    }

    /// Sets the track of a row of [#pushWithoutTrack].
    public void setTrack(int row, int track) {
        trackId.set(row, track);
        table.release(row);
    }
}
