package traceglass.service.metatrace;

/// Timed operations of the service and the probes.
public enum MetatraceEvent {

    // Perfetto's ids for the same operations (ext/base/metatrace_events.h).
    READ_SYS_STATS(12),
    PS_WRITE_ALL_PROCESSES(13),
    PS_ON_PIDS(14),
    PS_WRITE_ALL_PROCESS_STATS(16),
    FTRACE_READ_TICK(18),
    LINUX_POWER_SYSFS_TICK(38),

    SERVICE_TASK(0),
    SERVICE_COMMIT(0),
    SERVICE_SCRAPE(0),
    SERVICE_FLUSH(0),
    SERVICE_READ_BUFFERS(0),
    PROBE_TASK(0);

    private final int id;

    MetatraceEvent(int id) {
        this.id = id;
    }

    /// Returns the id in traces, or 0 if the event is written with its name.
    public int id() {
        return id;
    }
}
