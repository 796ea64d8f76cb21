package traceglass.ingest.tracker.track;

import traceglass.ingest.collection.LongMap;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.args.ArgSets;
import traceglass.ingest.tracker.args.ArgsWriter;
import traceglass.store.names.TableNames;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Writes the states of tracks over time: rows of the `state` table. A state lasts until the next one on its track.
public final class StateTracker {

    /// Duration of a state that has not ended.
    private static final long PENDING = -1;

    private final ArgSets argSets;
    private final Table table;
    private final LongMap<Active> active = new LongMap<>();

    private static final class Active {
        final int row;
        final int value;
        ArgSetBuilder args;

        Active(int row, int value) {
            this.row = row;
            this.value = value;
        }
    }

    /// Creates a tracker for the tracks of one file.
    public StateTracker(TraceStorage storage, ArgSets argSets) {
        this.argSets = argSets;
        this.table = storage.table(TableNames.State.TABLE);
    }

    /// Sets the state of a track from `ts` on. If the state does not change, it continues and only receives the new
    /// arguments.
    ///
    /// @param valueId string id of the state; [StringPool#NULL] for none
    /// @param args adds arguments; may be null
    /// @return the row, or -1 if there is no state
    public int update(long ts, int track, int valueId, int categoryId, ArgsWriter args) {
        Active previous = active.get(track);
        if (previous != null && previous.value == valueId) {
            addArgs(previous, args);
            return previous.row;
        }
        if (previous != null) {
            table.longs(TableNames.State.DUR)
                    .set(previous.row, ts - table.longs(TableNames.State.TS).get(previous.row));
            close(previous);
            active.remove(track);
        }
        if (valueId == StringPool.NULL) {
            return -1;
        }
        int row = table.addRow();
        table.longs(TableNames.State.TS).set(row, ts);
        table.longs(TableNames.State.DUR).set(row, PENDING);
        table.ints(TableNames.State.TRACK_ID).set(row, track);
        table.strings(TableNames.State.CATEGORY).set(row, categoryId);
        table.strings(TableNames.State.VALUE).set(row, valueId);
        Active current = new Active(row, valueId);
        addArgs(current, args);
        active.put(track, current);
        return row;
    }

    private void addArgs(Active state, ArgsWriter args) {
        if (args != null) {
            if (state.args == null) {
                state.args = argSets.builder();
            }
            args.write(state.args);
        }
    }

    private void close(Active state) {
        if (state.args != null) {
            table.ints(TableNames.State.ARG_SET_ID).set(state.row, argSets.commit(state.args));
            state.args = null;
        }
    }

    /// Writes the pending arguments of states that never ended.
    public void finish() {
        active.forEach((track, state) -> close(state));
    }
}
