package traceglass.analysis.samples;

import java.util.Arrays;
import traceglass.analysis.load.EventArrays;

/// Computes the boxes of a flame chart: consecutive samples of a thread with the same frame at the same depth, below
/// the same callers, are one box. A sample lasts until the next one; but if the next one comes late, only for the
/// sampling period, because it is unknown what the thread did afterwards.
final class SampleRuns {

    /// Number of depths that ids have room for. Deeper frames are omitted.
    static final int MAX_DEPTH = 1 << 10;

    /// A sample lasts until the next one if that comes within this number of periods: timers are sometimes late.
    private static final double MAX_GAP_PERIODS = 2;

    /// Frames of the callsites of a trace.
    interface Frames {

        /// Returns the frames of a callsite as numbers, outermost first. Equal numbers are equal frames.
        int[] of(long callsite);

        String name(int frame);

        String module(int frame);
    }

    private final Frames frames;
    private final long period;
    private final EventArrays out;
    /// First sample, start and frame of the box that is open at each depth.
    private long[] sample = new long[64];

    private long[] start = new long[64];
    private int[] frame = new int[64];
    private int depth;
    /// End of the last sample.
    private long end;

    private SampleRuns(Frames frames, long period, EventArrays out) {
        this.frames = frames;
        this.period = Math.max(1, period);
        this.out = out;
    }

    /// Adds the boxes of samples to events, with ids computed by [#id].
    ///
    /// @param id ids of the samples, sorted by time
    /// @param ts times, ns
    /// @param callsite callsite of each sample
    /// @param period sampling period, ns
    static void add(Frames frames, long[] id, long[] ts, long[] callsite, long period, EventArrays out) {
        SampleRuns runs = new SampleRuns(frames, period, out);
        for (int i = 0; i < id.length; i++) {
            if (i + 1 < id.length && ts[i + 1] == ts[i]) {
                // Another sample at the same time replaces this one.
                continue;
            }
            boolean isContinued = i + 1 < id.length && ts[i + 1] - ts[i] <= MAX_GAP_PERIODS * runs.period;
            runs.add(id[i], ts[i], isContinued ? ts[i + 1] : ts[i] + runs.period, frames.of(callsite[i]));
        }
        runs.close(0);
    }

    /// Returns the id of the box that starts at a depth with a sample.
    static long id(long sampleId, int atDepth) {
        return sampleId * MAX_DEPTH + atDepth;
    }

    private void add(long id, long from, long to, int[] stack) {
        int length = Math.min(stack.length, MAX_DEPTH);
        int count = 0;
        if (from == end) {
            while (count < depth && count < length && frame[count] == stack[count]) {
                count++;
            }
        }
        close(count);
        if (length > frame.length) {
            int size = Math.max(length, frame.length * 2);
            sample = Arrays.copyOf(sample, size);
            start = Arrays.copyOf(start, size);
            frame = Arrays.copyOf(frame, size);
        }
        for (int d = count; d < length; d++) {
            sample[d] = id;
            start[d] = from;
            frame[d] = stack[d];
        }
        depth = length;
        end = to;
    }

    /// Ends the boxes from a depth on.
    private void close(int from) {
        for (int d = depth - 1; d >= from; d--) {
            String name = frames.name(frame[d]);
            out.add(id(sample[d], d), start[d], end - start[d], d, 0, name, name);
        }
        depth = Math.min(depth, from);
    }
}
