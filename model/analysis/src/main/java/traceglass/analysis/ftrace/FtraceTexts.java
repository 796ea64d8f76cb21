package traceglass.analysis.ftrace;

import static traceglass.store.language.Translations.tr;

/// User-visible strings for ftrace events: their list and the report of a range.
final class FtraceTexts {

    private FtraceTexts() {}

    // ---- List

    static final String LIST = tr("Ftrace events");
    static final String ONE_EVENT = tr("event");
    static final String EVENTS = tr("events");
    static final String ARGUMENTS = tr("Arguments");
    static final String CPUS = tr("CPUs");
    static final String PROCESSES = tr("processes");
    static final String THREADS = tr("threads");

    // ---- Report

    static final String REPORT = tr("Ftrace counts");
    static final String EVENT = tr("Event");
    static final String REMARK = tr("of the selected CPUs");
}
