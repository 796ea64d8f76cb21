package traceglass.ingest.tracker;

import traceglass.model.store.DoubleColumn;
import traceglass.model.store.IntColumn;
import traceglass.model.store.LongColumn;
import traceglass.model.store.Table;
import traceglass.model.store.TraceStorage;

/// Writes counter samples.
public final class CounterTracker {

    private final Table table;
    private final LongColumn ts;
    private final IntColumn trackId;
    private final DoubleColumn value;
    private final IntColumn argSetId;

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
        trackId.set(row, track);
        value.set(row, sample);
        return row;
    }

    /// Adds a sample with arguments; `args` is an id of [ArgSets].
    public int push(long time, double sample, int track, int args) {
        int row = push(time, sample, track);
        argSetId.set(row, args);
        return row;
    }
}
