package traceglass.analysis.testing;

import java.nio.file.Path;
import traceglass.store.StoreWriter;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Trace of slices with arguments, filled row by row.
public final class SliceTrace {

    private final TraceStorage storage = new TraceStorage();
    private int nextArgSet = 1;

    /// Returns the tables, for rows of other kinds.
    public TraceStorage storage() {
        return storage;
    }

    /// Opens the trace as a store in memory.
    ///
    /// @param dir directory for temporary files
    public TraceStore store(Path dir) throws Exception {
        return StoreWriter.start(storage, StoreOptions.uncached().withTempDir(dir), null)
                .finish();
    }

    /// Adds a track of slices.
    ///
    /// @return its id
    public int track(String type, String name) {
        Table t = storage.table("__intrinsic_track");
        int row = t.addRow();
        t.strings("type").set(row, storage.strings().intern(type));
        t.strings("name").set(row, storage.strings().intern(name));
        t.strings("event_type").set(row, storage.strings().intern("slice"));
        return row;
    }

    /// Adds a slice, times in ns.
    ///
    /// @param parent id of its parent, or −1
    /// @return its id
    public int slice(int track, String name, long ts, long dur, int parent, int depth) {
        Table t = storage.table("__intrinsic_slice");
        int row = t.addRow();
        t.longs("ts").set(row, ts);
        t.longs("dur").set(row, dur);
        t.ints("track_id").set(row, track);
        t.strings("name").set(row, storage.strings().intern(name));
        t.ints("depth").set(row, depth);
        if (parent >= 0) {
            t.ints("parent_id").set(row, parent);
        }
        return row;
    }

    /// Replaces the argument set of a slice.
    ///
    /// @return id of the set
    public int args(int slice) {
        int set = nextArgSet++;
        storage.table("__intrinsic_slice").ints("arg_set_id").set(slice, set);
        return set;
    }

    /// Adds an argument to a set.
    ///
    /// @param value a String or a Long
    public void addArg(int set, String key, Object value) {
        Table a = storage.table("__intrinsic_args");
        int row = a.addRow();
        a.ints("arg_set_id").set(row, set);
        a.strings("key").set(row, storage.strings().intern(key));
        a.strings("flat_key").set(row, storage.strings().intern(key));
        if (value instanceof String text) {
            a.strings("string_value").set(row, storage.strings().intern(text));
            a.strings("value_type").set(row, storage.strings().intern("string"));
        } else {
            a.longs("int_value").set(row, (Long) value);
            a.strings("value_type").set(row, storage.strings().intern("int"));
        }
    }
}
