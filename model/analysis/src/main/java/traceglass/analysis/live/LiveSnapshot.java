package traceglass.analysis.live;

import java.util.Arrays;
import java.util.List;
import traceglass.store.names.TableNames;
import traceglass.store.table.IntColumn;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Copy of the tables of a running import that [LiveTracks] displays. Created on the import's thread; readable from
/// any thread.
final class LiveSnapshot {

    /// Rows of one table, with one array for each column.
    ///
    /// @param lane CPU or track of each row
    /// @param content thread or name of each row
    record Rows(int count, long[] ts, long[] dur, int[] lane, int[] content, int[] depth) {}

    /// Rows of a finished chunk of `slice`; the arrays are the table's own.
    record SliceChunk(long[] ts, long[] dur, int[] track, int[] name, int[] depth) {}

    /// Rows of a finished chunk of `sched_slice`.
    record RunChunk(long[] ts, long[] dur, int[] cpu, int[] thread) {}

    final StringPool.Snapshot strings;
    final List<RunChunk> sealedRuns;
    /// Scheduling rows after the finished chunks; `lane` is the `ucpu`, `content` the `utid`.
    final Rows openRuns;
    final List<SliceChunk> sealedSlices;
    /// Row number of the first slice after the finished chunks.
    final int firstOpenSlice;
    /// Slices after the finished chunks; `lane` is the track, `content` the name.
    final Rows openSlices;
    final int[] trackThread;
    final int[] threadProcess;
    final int[] threadName;
    final long[] threadTid;
    final boolean[] threadMain;
    final boolean[] threadIdle;
    final int[] processName;
    final long[] processPid;
    final int[] cpuNumber;

    /// @param sealedRuns finished chunks of `sched_slice`, from row 0
    /// @param sealedSlices finished chunks of slices
    /// @param includesRest whether to copy the rows after the finished chunks, too
    LiveSnapshot(TraceStorage storage, List<RunChunk> sealedRuns, List<SliceChunk> sealedSlices, boolean includesRest) {
        strings = storage.strings().snapshot();
        Table runs = storage.table(TableNames.SchedSlice.TABLE);
        this.sealedRuns = List.copyOf(sealedRuns);
        openRuns = copy(
                runs, includesRest ? sealedRuns.size() << Table.CHUNK_BITS : runs.rowCount(), "ucpu", "utid", null);
        this.sealedSlices = List.copyOf(sealedSlices);
        firstOpenSlice = sealedSlices.size() << Table.CHUNK_BITS;
        Table slices = storage.table(TableNames.Slice.TABLE);
        openSlices = copy(slices, includesRest ? firstOpenSlice : slices.rowCount(), "track_id", "name", "depth");
        Table tracks = storage.table(TableNames.Track.TABLE);
        trackThread = ints(tracks, tracks.ints(TableNames.Track.UTID));
        Table threads = storage.table(TableNames.Thread.TABLE);
        threadProcess = ints(threads, threads.ints(TableNames.Thread.UPID));
        threadName = ints(threads, threads.strings(TableNames.Thread.NAME));
        threadTid = longs(threads, threads.longs(TableNames.Thread.TID));
        threadMain = flags(threads, threads.ints(TableNames.Thread.IS_MAIN_THREAD));
        threadIdle = flags(threads, threads.ints(TableNames.Thread.IS_IDLE));
        Table processes = storage.table(TableNames.Process.TABLE);
        processName = ints(processes, processes.strings(TableNames.Process.NAME));
        processPid = longs(processes, processes.longs(TableNames.Process.PID));
        Table cpus = storage.table(TableNames.Cpu.TABLE);
        cpuNumber = ints(cpus, cpus.ints(TableNames.Cpu.CPU));
    }

    private static Rows copy(Table table, int from, String lane, String content, String depth) {
        int count = Math.max(0, table.rowCount() - from);
        if (count > 0 && table.longs("ts").isNull(table.rowCount() - 1)) {
            // This row was still being written when a chunk of another table was finished.
            count--;
        }
        long[] ts = new long[count];
        long[] dur = new long[count];
        int[] lanes = new int[count];
        int[] contents = new int[count];
        int[] depths = new int[depth == null ? 0 : count];
        LongColumn tsColumn = table.longs("ts");
        LongColumn durColumn = table.longs("dur");
        IntColumn laneColumn = table.ints(lane);
        IntColumn contentColumn = depth == null ? table.ints(content) : table.strings(content);
        for (int done = 0; done < count; ) {
            int row = from + done;
            int chunk = row >> Table.CHUNK_BITS;
            int offset = row & Table.CHUNK_ROWS - 1;
            int n = Math.min(count - done, Table.CHUNK_ROWS - offset);
            System.arraycopy(tsColumn.chunk(chunk), offset, ts, done, n);
            System.arraycopy(durColumn.chunk(chunk), offset, dur, done, n);
            System.arraycopy(laneColumn.chunk(chunk), offset, lanes, done, n);
            System.arraycopy(contentColumn.chunk(chunk), offset, contents, done, n);
            if (depth != null) {
                System.arraycopy(table.ints(depth).chunk(chunk), offset, depths, done, n);
            }
            done += n;
        }
        return new Rows(count, ts, dur, lanes, contents, depths);
    }

    private static int[] ints(Table table, IntColumn column) {
        int[] values = new int[table.rowCount()];
        Arrays.setAll(values, column::get);
        return values;
    }

    private static long[] longs(Table table, LongColumn column) {
        long[] values = new long[table.rowCount()];
        Arrays.setAll(values, column::get);
        return values;
    }

    private static boolean[] flags(Table table, IntColumn column) {
        boolean[] values = new boolean[table.rowCount()];
        for (int i = 0; i < values.length; i++) {
            values[i] = column.get(i) == 1;
        }
        return values;
    }
}
