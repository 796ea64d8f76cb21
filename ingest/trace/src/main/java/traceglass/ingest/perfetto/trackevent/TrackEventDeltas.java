package traceglass.ingest.perfetto.trackevent;

import traceglass.ingest.collection.LongMap;
import traceglass.ingest.perfetto.packet.SequenceState;

/// Running sums of a sequence's delta-encoded values: time, thread time, instructions, counters.
public final class TrackEventDeltas {

    static final SequenceState.Key<TrackEventDeltas> KEY = SequenceState.Key.untilPacketLoss(TrackEventDeltas::new);

    private boolean isValid;
    private long ts;
    private long threadTs;
    private long instructions;
    private final LongMap<double[]> counters = new LongMap<>();

    private TrackEventDeltas() {}

    /// Returns the instance of a sequence.
    public static TrackEventDeltas of(SequenceState state) {
        return state.get(KEY);
    }

    /// Returns whether reference values are set.
    boolean isValid() {
        return isValid;
    }

    void setReferences(long timeNs, long threadTimeNs, long instructionCount) {
        isValid = true;
        ts = timeNs;
        threadTs = threadTimeNs;
        instructions = instructionCount;
    }

    /// Adds to the sequence's time and returns the sum, in ns.
    public long addTime(long deltaNs) {
        ts = addSaturating(ts, deltaNs);
        return ts;
    }

    long addThreadTime(long deltaNs) {
        threadTs = addSaturating(threadTs, deltaNs);
        return threadTs;
    }

    long addInstructions(long delta) {
        instructions = addSaturating(instructions, delta);
        return instructions;
    }

    double addToCounter(long uuid, double delta) {
        double[] sum = counters.computeIfAbsent(uuid, u -> new double[1]);
        sum[0] += delta;
        return sum[0];
    }

    /// Converts microseconds to nanoseconds, saturating on overflow.
    public static long usToNs(long us) {
        long ns = us * 1000;
        return ns / 1000 == us ? ns : us < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }

    /// Returns the sum, saturating on overflow.
    public static long addSaturating(long a, long b) {
        long sum = a + b;
        return ((a ^ sum) & (b ^ sum)) < 0 ? a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE : sum;
    }
}
