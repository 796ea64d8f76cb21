package traceglass.ingest.tracker.track;

import traceglass.store.names.TableNames;
import traceglass.store.table.IntColumn;
import traceglass.store.table.LongColumn;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Rows of the `slice` table, written by the slice trackers of all machines.
public final class SliceRows {

    private final Table table;
    final LongColumn ts;
    final LongColumn dur;
    final IntColumn trackId;
    final IntColumn category;
    final IntColumn name;
    final IntColumn depth;
    final IntColumn parentId;
    final IntColumn argSetId;
    final LongColumn threadTs;
    final LongColumn threadDur;
    final LongColumn threadInstructions;
    final LongColumn threadInstructionDelta;

    public SliceRows(TraceStorage storage) {
        table = storage.table(TableNames.Slice.TABLE);
        ts = table.longs(TableNames.Slice.TS);
        dur = table.longs(TableNames.Slice.DUR);
        trackId = table.ints(TableNames.Slice.TRACK_ID);
        category = table.strings(TableNames.Slice.CATEGORY);
        name = table.strings(TableNames.Slice.NAME);
        depth = table.ints(TableNames.Slice.DEPTH);
        parentId = table.ints(TableNames.Slice.PARENT_ID);
        argSetId = table.ints(TableNames.Slice.ARG_SET_ID);
        threadTs = table.longs(TableNames.Slice.THREAD_TS);
        threadDur = table.longs(TableNames.Slice.THREAD_DUR);
        threadInstructions = table.longs(TableNames.Slice.THREAD_INSTRUCTION_COUNT);
        threadInstructionDelta = table.longs(TableNames.Slice.THREAD_INSTRUCTION_DELTA);
    }

    /// @param isOpen whether the row remains writable until [#close]
    int add(boolean isOpen) {
        int row = table.addRow();
        if (isOpen) {
            table.hold(row);
        }
        return row;
    }

    void close(int row) {
        table.release(row);
    }
}
