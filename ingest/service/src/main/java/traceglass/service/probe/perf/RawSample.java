package traceglass.service.probe.perf;

/// Record of a perf ring buffer: a sample, or the number of records that the kernel had to drop.
///
/// @param cpuMode CPU mode from the record's header
/// @param ts time in ns on the clock of the event
/// @param counts value of the timebase counter, followed by those of the follower counters
/// @param callchain addresses, innermost first, with the kernel's markers between contexts
/// @param lostCount number of dropped records; 0 for a sample
record RawSample(int cpu, int cpuMode, int pid, int tid, long ts, long[] counts, long[] callchain, long lostCount) {

    private static final int OBJECT_BYTES = 96;

    /// Returns the approximate memory use in bytes.
    long bytes() {
        return OBJECT_BYTES + 8L * (counts.length + callchain.length);
    }
}
