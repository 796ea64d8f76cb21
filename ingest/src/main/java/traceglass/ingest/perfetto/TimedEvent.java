package traceglass.ingest.perfetto;

/// A waiting track event that has more than its bytes: sums that were made of differences when it was read.
final class TimedEvent extends EventBytes {

    /// More are not written by anybody.
    static final int MAX_EXTRA_COUNTERS = 8;

    boolean hasThreadTs;
    long threadTs;
    boolean hasInstructions;
    long instructions;
    double counterValue;
    double[] extraCounters;

    TimedEvent(byte[] buffer, SequenceState state) {
        super(buffer, state);
    }

    void setThreadTs(long ns) {
        hasThreadTs = true;
        threadTs = ns;
    }

    void setInstructions(long count) {
        hasInstructions = true;
        instructions = count;
    }
}
