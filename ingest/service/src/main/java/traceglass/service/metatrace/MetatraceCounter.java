package traceglass.service.metatrace;

/// Counters of the service and the probes.
public enum MetatraceCounter {

    // The id of Perfetto's own counter (ext/base/metatrace_events.h).
    PS_PIDS_SCANNED(2),

    SERVICE_QUEUED_TASKS(0),
    SERVICE_COMMITTED_CHUNKS(0),
    SERVICE_READ_BYTES(0);

    private final int id;

    MetatraceCounter(int id) {
        this.id = id;
    }

    /// Returns the id in traces, or 0 if the counter is written with its name.
    public int id() {
        return id;
    }
}
