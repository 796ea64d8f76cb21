package traceglass.analysis.samples;

/// User-visible strings for callstack samples: sources and scopes of flame graphs, and the report of a range.
final class SampleTexts {

    private SampleTexts() {}

    // ---- Flame graphs

    static final String PROFILER_SAMPLES = "Profiler samples";
    static final String INSTRUMENTS_SAMPLES = "Instruments samples";
    static final String CPU_SAMPLES = "CPU samples";
    static final String SAMPLES = "Samples";
    static final String UNKNOWN_PROCESS = "unknown process";
    static final String UNKNOWN_FUNCTION = "unknown";

    /// Name of a function without a symbol on a flame chart, where colors depend on names.
    ///
    /// @param module name of the module, may be empty
    static String unknownFunction(String module) {
        return module.isEmpty() ? UNKNOWN_FUNCTION : UNKNOWN_FUNCTION + " in " + module;
    }

    /// Returns a title for a source, derived from its name in the trace.
    static String source(String name) {
        return (name.isEmpty() ? "Other" : name) + " samples";
    }

    static String counter(String name) {
        return "Counter " + name;
    }

    static String samplesWithFrame(String frame) {
        return "Samples with the frame “" + frame + "”";
    }

    // ---- Flame charts

    static final String FLAME_CHART = "Flame chart";
    static final String FLAME_CHART_KIND = "sampled stacks";
    static final String FIRST_SAMPLE = "First sample";

    // ---- Scopes

    static final String THIS_SAMPLE = "This sample";
    static final String ALL_PROCESSES = "All processes";
    static final String THREAD_NUMBER = "thread ";
    static final String PROCESS_NUMBER = "process ";

    static String thread(String name) {
        return "Thread " + name;
    }

    static String process(String name) {
        return "Process " + name;
    }

    // ---- Report

    static final String MODULE = "Module";
    static final String REMARK = "by the innermost frame";
}
