package traceglass.ingest.tracker.machine;

/// Ranks of the sources of names. A name is replaced only by names from sources of the same or a higher rank.
public final class NamePriority {

    private NamePriority() {}

    /// Sources of thread names.
    public enum OfThread {
        OTHER(0),
        FTRACE(1),
        ETW(1),
        GENERIC_KERNEL(1),
        PROCESS_TREE(2),
        PERF_COMM(2),
        TRACK_DESCRIPTOR_THREAD_TYPE(3),
        TRACK_DESCRIPTOR(4),
        CONSTANT(5);

        final byte rank;

        OfThread(int rank) {
            this.rank = (byte) rank;
        }
    }

    /// Sources of process names.
    public enum OfProcess {
        OTHER(0),
        CHROME_PROCESS_LABEL(1),
        TRACK_DESCRIPTOR(2),
        CHROME_PROCESS_LABEL_RENDERER(3),
        SYSTEM(4);

        final byte rank;

        OfProcess(int rank) {
            this.rank = (byte) rank;
        }
    }
}
