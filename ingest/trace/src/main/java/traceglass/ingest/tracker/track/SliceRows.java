package traceglass.ingest.tracker.track;

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
        table = storage.table("__intrinsic_slice");
        ts = table.longs("ts");
        dur = table.longs("dur");
        trackId = table.ints("track_id");
        category = table.strings("category");
        name = table.strings("name");
        depth = table.ints("depth");
        parentId = table.ints("parent_id");
        argSetId = table.ints("arg_set_id");
        threadTs = table.longs("thread_ts");
        threadDur = table.longs("thread_dur");
        threadInstructions = table.longs("thread_instruction_count");
        threadInstructionDelta = table.longs("thread_instruction_delta");
    }

    /// @param open whether the row remains writable until [#close]
    int add(boolean open) {
        int row = table.addRow();
        if (open) {
            table.hold(row);
        }
        return row;
    }

    void close(int row) {
        table.release(row);
    }
}
