package traceglass.ingest.tracker;

import java.util.Arrays;
import traceglass.model.store.IntColumn;
import traceglass.model.store.LongColumn;
import traceglass.model.store.Table;
import traceglass.model.store.TraceStorage;

/// The rows of the `slice` table, which the slice trackers of all machines write, and the count of those still open: a chunk is
/// sealed once nothing in it is.
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
    private int[] openInChunk = new int[16];
    private int sealedChunks;

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

    /// @param open whether the row will be written to again, until [#close]
    int add(boolean open) {
        int row = table.addRow();
        int chunk = row >> Table.CHUNK_BITS;
        if (chunk == openInChunk.length) {
            openInChunk = Arrays.copyOf(openInChunk, chunk * 2);
        }
        if (open) {
            openInChunk[chunk]++;
        }
        // Not at the close itself: its caller may still write to the row.
        while (sealedChunks < chunk && openInChunk[sealedChunks] == 0) {
            sealedChunks++;
            table.seal(sealedChunks << Table.CHUNK_BITS);
        }
        return row;
    }

    void close(int row) {
        openInChunk[row >> Table.CHUNK_BITS]--;
    }

    /// No tracker will write any more.
    public void finish() {
        table.seal(table.rowCount());
    }
}
