package traceglass.service.probe.perf;

/// A record of a ring: a sample, or the number of records that the kernel could not store.
///
/// @param cpuMode mode of the processor, as in the record's header
/// @param counts value of the timebase, then those of the followers
/// @param callchain addresses from the inside out, with the kernel's markers between contexts
/// @param lost 0 for a sample
record RawSample(int cpu, int cpuMode, int pid, int tid, long ts, long[] counts, long[] callchain, long lost) {

    private static final int OBJECT_BYTES = 96;

    /// Returns the memory that it takes, about.
    long bytes() {
        return OBJECT_BYTES + 8L * (counts.length + callchain.length);
    }
}
