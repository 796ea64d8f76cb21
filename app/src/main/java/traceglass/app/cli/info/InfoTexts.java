package traceglass.app.cli.info;

import traceglass.store.text.DisplayText;

/// Texts of the command `info`.
final class InfoTexts {

    private InfoTexts() {}

    static final String TRACE = "The trace file; - for standard input.";
    static final String STANDARD_INPUT = "standard input";
    static final String INFO = "Describe a trace: format, duration, contents, problems.";
    static final String FILE = "File";
    static final String SIZE = "Size";
    static final String FORMAT = "Format";
    static final String UNKNOWN_FORMAT = "not recognized";
    static final String DURATION = "Duration";
    static final String START = "Start";
    static final String END = "End";
    static final String PROCESSES = "Processes";
    static final String THREADS = "Threads";
    static final String TRACKS = "Tracks";
    static final String SLICES = "Slices";
    static final String SCHED_SLICES = "Scheduling slices";
    static final String COUNTER_SAMPLES = "Counter samples";
    static final String FTRACE_EVENTS = "Ftrace events";
    static final String SAMPLES = "Callstack samples";
    static final String STACKS = "Profiled stacks";
    static final String HEAP_OBJECTS = "Heap objects";
    static final String ALLOCATIONS = "Heap profile rows";
    static final String LOGS = "Log lines";
    static final String PROBLEMS = "Problems";

    static String uncompressed(long bytes) {
        return DisplayText.size(bytes) + " uncompressed";
    }

    static String timestamp(long ns) {
        return ns + " ns";
    }

    static String kindsOfProblems(int kinds) {
        return kinds == 0 ? "none" : kinds + (kinds == 1 ? " kind" : " kinds");
    }
}
