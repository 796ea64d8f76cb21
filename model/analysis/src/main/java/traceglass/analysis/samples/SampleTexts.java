package traceglass.analysis.samples;

import static traceglass.store.language.Translations.tr;

/// User-visible strings for callstack samples: sources and scopes of flame graphs, and the report of a range.
final class SampleTexts {

    private SampleTexts() {}

    // ---- Flame graphs

    static final String PROFILER_SAMPLES = tr("Profiler samples");
    static final String INSTRUMENTS_SAMPLES = tr("Instruments samples");
    static final String CPU_SAMPLES = tr("CPU samples");
    static final String SAMPLES = tr("Samples");
    static final String UNKNOWN_PROCESS = tr("unknown process");
    static final String UNKNOWN_FUNCTION = tr("unknown");

    /// Name of a function without a symbol on a flame chart, where colors depend on names.
    ///
    /// @param module name of the module, may be empty
    static String unknownFunction(String module) {
        return module.isEmpty() ? UNKNOWN_FUNCTION : tr("{0} in {1}", UNKNOWN_FUNCTION, module);
    }

    /// Returns a title for a source, derived from its name in the trace.
    static String source(String name) {
        return tr("{0} samples", name.isEmpty() ? tr("Other") : name);
    }

    static String counter(String name) {
        return tr("Counter {0}", name);
    }

    static String samplesWithFrame(String frame) {
        return tr("Samples with the frame “{0}”", frame);
    }

    // ---- Flame charts

    static final String FLAME_CHART = tr("Flame chart");
    static final String FLAME_CHART_KIND = tr("sampled stacks");
    static final String FIRST_SAMPLE = tr("First sample");

    // ---- Scopes

    static final String THIS_SAMPLE = tr("This sample");
    static final String ALL_PROCESSES = tr("All processes");
    static final String THREAD_NUMBER = tr("thread ");
    static final String PROCESS_NUMBER = tr("process ");

    static String thread(String name) {
        return tr("Thread {0}", name);
    }

    static String process(String name) {
        return tr("Process {0}", name);
    }

    // ---- Report

    static final String MODULE = tr("Module");
    static final String REMARK = tr("by the innermost frame");
}
