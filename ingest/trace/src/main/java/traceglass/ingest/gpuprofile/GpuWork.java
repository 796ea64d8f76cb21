package traceglass.ingest.gpuprofile;

import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.GrowingInts;
import traceglass.ingest.collection.GrowingLongs;
import traceglass.ingest.collection.LongIntMap;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.stack.ProfilerSamples;
import traceglass.ingest.tracker.track.SliceTracker;
import traceglass.ingest.tracker.track.TrackCompressor;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.store.names.TableNames;
import traceglass.store.table.IntColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Writes calls of threads and the GPU work that they started as slices, with a flow from each call to its work.
final class GpuWork {

    private static final TrackType QUEUE =
            TrackCompressor.compressed("gpu_queue", TrackType.UPID, TrackType.Dimension.ofString("queue"));
    private static final TrackType RANGE =
            TrackCompressor.compressed("gpu_program_range", TrackType.UPID, TrackType.Dimension.ofString("range"));
    private static final TrackType OVERLAPPING = TrackCompressor.compressed("gpu_program_call", TrackType.UTID);
    private static final String ERROR_COLOR = "terrible";

    /// Correlation of a call without work, or of work without a call.
    static final long NO_CORRELATION = 0;

    private final ImportContext context;
    private final StringPool strings;
    private final EventSorter.Queue queue;
    private final String invalidTime;
    private final Correlations correlations;

    /// A slice waiting to be sorted.
    ///
    /// @param lanes tracks of a queue or range; null for a slice of the thread
    /// @param args id of the slice's arguments, may be [IntColumn#NULL]
    /// @param callsite callsite of the call, or [ProfilerSamples#NONE]
    private record Slice(
            TrackCompressor.Lanes lanes,
            int utid,
            int category,
            int name,
            long dur,
            int args,
            long correlation,
            int callsite,
            boolean hasFailed) {}

    /// @param invalidTime statistic of rows that end before they start
    GpuWork(ImportContext context, String invalidTime) {
        this.context = context;
        this.invalidTime = invalidTime;
        strings = context.strings();
        queue = context.sorter().queue((ts, data, ref) -> emit(ts, (Slice) ref));
        correlations = context.session().shared(Correlations.class, s -> {
            Correlations created = new Correlations();
            s.atEnd(() -> created.write(context));
            return created;
        });
    }

    /// Calls and work that have not been matched yet. Shared by all files, because a profiler may write calls and
    /// work to different files.
    private static final class Correlations {

        final LongIntMap calls = new LongIntMap();
        private final GrowingLongs waiting = new GrowingLongs();
        private final GrowingInts waitingSlices = new GrowingInts();

        void add(long correlation, int slice) {
            waiting.add(correlation);
            waitingSlices.add(slice);
        }

        void write(ImportContext context) {
            for (int i = 0; i < waiting.size(); i++) {
                int call = calls.get(waiting.get(i));
                if (call != LongIntMap.NONE) {
                    context.flows().add(call, waitingSlices.get(i));
                }
            }
        }
    }

    /// Returns the correlation of a call of this process and its work.
    static long correlation(long pid, long id) {
        return id <= 0 ? NO_CORRELATION : pid << 40 ^ id;
    }

    /// Adds a call, or another slice of a thread.
    void addCall(
            int utid,
            long start,
            long end,
            int category,
            int name,
            int args,
            long correlation,
            int callsite,
            boolean hasFailed) {
        push(start, end, new Slice(null, utid, category, name, end - start, args, correlation, callsite, hasFailed));
    }

    /// Adds GPU work.
    ///
    /// @param upid process that started the work
    /// @param queueName name of the tracks, such as `GPU 0, stream 7`
    void addWork(int upid, String queueName, long start, long end, int category, int name, int args, long correlation) {
        push(start, end, trackSlice(QUEUE, upid, queueName, end - start, category, name, args, correlation));
    }

    /// Adds a range of a process, which may begin and end on different threads.
    void addRange(int upid, String rangeName, long start, long end, int category, int name, int args) {
        push(start, end, trackSlice(RANGE, upid, rangeName, end - start, category, name, args, NO_CORRELATION));
    }

    private Slice trackSlice(
            TrackType type, int upid, String track, long dur, int category, int name, int args, long correlation) {
        int id = strings.intern(track);
        TrackCompressor.Lanes lanes = context.compressor().lanes(type, id, null, null, upid, id);
        return new Slice(
                lanes, ProfilerSamples.NONE, category, name, dur, args, correlation, ProfilerSamples.NONE, false);
    }

    private void push(long start, long end, Slice slice) {
        long ts =
                start < 0 || end < start ? ClockTracker.NONE : context.clocks().defaultToTraceTime(start);
        if (ts == ClockTracker.NONE) {
            context.stats().increment(invalidTime);
            return;
        }
        // The longest of the slices that begin at the same time is the outermost.
        queue.push(ts, -slice.dur, 0, slice);
    }

    private void emit(long ts, Slice s) {
        int track =
                s.lanes != null ? s.lanes.scoped(ts, s.dur) : context.tracks().threadTrack(s.utid);
        int row = context.slices().scopedUnlessOverlap(ts, s.dur, track, s.category, s.name, null);
        if (row == SliceTracker.OVERLAPS && s.lanes == null) {
            track = context.compressor()
                    .lanes(OVERLAPPING, StringPool.NULL, null, null, s.utid)
                    .nested(ts, s.dur);
            row = context.slices().scoped(ts, s.dur, track, s.category, s.name, null);
        }
        if (row < 0) {
            return;
        }
        if (s.args != IntColumn.NULL) {
            context.slices().setArgs(row, s.args);
        }
        if (s.hasFailed) {
            Table colors = context.storage().table(TableNames.SliceColor.TABLE);
            int color = colors.addRow();
            colors.ints(TableNames.SliceColor.SLICE_ID).set(color, row);
            colors.strings(TableNames.SliceColor.NAME).set(color, strings.intern(ERROR_COLOR));
        }
        if (s.callsite != ProfilerSamples.NONE) {
            Table stacks = context.storage().table(TableNames.TrackEventCallstacks.TABLE);
            int stack = stacks.addRow();
            stacks.ints(TableNames.TrackEventCallstacks.SLICE_ID).set(stack, row);
            stacks.ints(TableNames.TrackEventCallstacks.TRACK_ID).set(stack, track);
            stacks.ints(TableNames.TrackEventCallstacks.CALLSITE_ID).set(stack, s.callsite);
        }
        if (s.correlation != NO_CORRELATION) {
            addFlow(s, row);
        }
    }

    private void addFlow(Slice s, int row) {
        if (s.lanes == null) {
            if (correlations.calls.get(s.correlation) == LongIntMap.NONE) {
                correlations.calls.put(s.correlation, row);
            }
            return;
        }
        int call = correlations.calls.get(s.correlation);
        if (call != LongIntMap.NONE) {
            context.flows().add(call, row);
        } else {
            // The clock of a GPU may be slightly ahead, so the call may come later.
            correlations.add(s.correlation, row);
        }
    }
}
