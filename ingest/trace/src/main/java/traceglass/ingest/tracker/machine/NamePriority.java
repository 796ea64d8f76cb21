package traceglass.ingest.tracker.machine;

/// How far a source of names is to be believed: a name is replaced by one of the same or a higher rank.
public final class NamePriority {

    private NamePriority() {}

    /// Sources of names of threads.
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

    /// Sources of names of processes.
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
