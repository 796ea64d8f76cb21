package traceglass.ingest.perfetto.trackevent;

import traceglass.ingest.collection.LongMap;
import traceglass.ingest.perfetto.packet.SequenceState;

/// The running sums that a sequence's track events are written as differences to: time, thread time, instructions,
/// counters.
public final class TrackEventDeltas {

    static final SequenceState.Key<TrackEventDeltas> KEY = SequenceState.Key.untilPacketLoss(TrackEventDeltas::new);

    private boolean valid;
    private long ts;
    private long threadTs;
    private long instructions;
    private final LongMap<double[]> counters = new LongMap<>();

    private TrackEventDeltas() {}

    /// Those of a sequence.
    public static TrackEventDeltas of(SequenceState state) {
        return state.get(KEY);
    }

    /// Whether there are references to add to.
    boolean isValid() {
        return valid;
    }

    void setReferences(long timeNs, long threadTimeNs, long instructionCount) {
        valid = true;
        ts = timeNs;
        threadTs = threadTimeNs;
        instructions = instructionCount;
    }

    /// Adds to the sequence's time, and returns the sum.
    public long addTime(long deltaNs) {
        ts = plus(ts, deltaNs);
        return ts;
    }

    long addThreadTime(long deltaNs) {
        threadTs = plus(threadTs, deltaNs);
        return threadTs;
    }

    long addInstructions(long delta) {
        instructions = plus(instructions, delta);
        return instructions;
    }

    double addToCounter(long uuid, double delta) {
        double[] sum = counters.computeIfAbsent(uuid, u -> new double[1]);
        sum[0] += delta;
        return sum[0];
    }

    /// Microseconds as nanoseconds, at most the largest number.
    public static long times1000(long us) {
        long ns = us * 1000;
        return ns / 1000 == us ? ns : us < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }

    /// The sum, at most the largest number.
    public static long plus(long a, long b) {
        long sum = a + b;
        return ((a ^ sum) & (b ^ sum)) < 0 ? a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE : sum;
    }
}
