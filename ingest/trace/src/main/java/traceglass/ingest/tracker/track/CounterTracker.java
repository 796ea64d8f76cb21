package traceglass.ingest.tracker.track;

import java.util.HashMap;
import java.util.Map;
import traceglass.store.names.TableNames;
import traceglass.store.table.DoubleColumn;
import traceglass.store.table.IntColumn;
import traceglass.store.table.LongColumn;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Writes counter samples of all machines: rows of the `counter` table.
public final class CounterTracker {

    private final Table table;
    private final LongColumn ts;
    private final IntColumn trackId;
    private final DoubleColumn value;
    private final IntColumn argSetId;
    /// Last sample of each track whose value the next sample will set.
    private final Map<Integer, Integer> lastOfInterval = new HashMap<>();

    public CounterTracker(TraceStorage storage) {
        table = storage.table(TableNames.Counter.TABLE);
        ts = table.longs(TableNames.Counter.TS);
        trackId = table.ints(TableNames.Counter.TRACK_ID);
        value = table.doubles(TableNames.Counter.VALUE);
        argSetId = table.ints(TableNames.Counter.ARG_SET_ID);
    }

    /// Adds a sample and returns its id.
    public int push(long time, double sample, int track) {
        int row = table.addRow();
        ts.set(row, time);
        value.set(row, sample);
        trackId.set(row, track);
        return row;
    }

    /// Adds a sample with arguments and returns its id; `args` is an id from
    /// [ArgSets][traceglass.ingest.tracker.args.ArgSets].
    public int push(long time, double sample, int track, int args) {
        int row = push(time, sample, track);
        if (args != IntColumn.NULL) {
            argSetId.set(row, args);
        }
        return row;
    }

    /// Adds a sample whose value applies to the interval before it: the value is stored in the preceding
    /// sample, and the new sample is 0 until the next one follows.
    public void pushForPrecedingInterval(long time, double sample, int track) {
        int row = push(time, 0, track);
        table.hold(row);
        Integer previous = lastOfInterval.put(track, row);
        if (previous != null) {
            value.set(previous, sample);
            table.release(previous);
        }
    }

    /// Adds a sample whose track is set later by [#setTrack], and returns its id.
    public int pushWithoutTrack(long time, double sample, int args) {
        int row = table.addRow();
        ts.set(row, time);
        value.set(row, sample);
        argSetId.set(row, args);
        table.hold(row);
        return row;
    }

    /// Sets the track of a sample added by [#pushWithoutTrack].
    public void setTrack(int row, int track) {
        trackId.set(row, track);
        table.release(row);
    }
}
