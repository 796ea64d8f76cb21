package traceglass.analysis.ftrace;

/// User-visible strings for ftrace events: their list and the report of a range.
final class FtraceTexts {

    private FtraceTexts() {}

    // ---- List

    static final String LIST = "Ftrace events";
    static final String ONE_EVENT = "event";
    static final String EVENTS = "events";
    static final String ARGUMENTS = "Arguments";
    static final String CPUS = "CPUs";
    static final String PROCESSES = "processes";
    static final String THREADS = "threads";

    // ---- Report

    static final String REPORT = "Ftrace counts";
    static final String EVENT = "Event";
    static final String REMARK = "of the selected CPUs";
}
