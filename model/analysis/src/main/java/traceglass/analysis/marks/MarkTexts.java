package traceglass.analysis.marks;

import static traceglass.store.language.Translations.tr;

import traceglass.store.text.DisplayText;

/// User-visible strings for marks on the timeline: losses and flows.
final class MarkTexts {

    private MarkTexts() {}

    // ---- Losses

    static String perfSamples(long count, long cpu) {
        return tr("{0} of CPU {1}", count(count, "perf sample", "perf samples"), cpu);
    }

    static String ftraceEvents(long count, long cpu) {
        return tr("{0} of CPU {1}", ftraceEvents(count), cpu);
    }

    static String ftraceEvents(long count) {
        return count(count, "ftrace event", "ftrace events");
    }

    static String overwrittenEvents(long cpu) {
        return tr("events of CPU {0}{1}", cpu, OVERWRITTEN);
    }

    /// Describes lost packets of a process, or of an unknown process.
    ///
    /// @param process name and id of the process; empty if it is unknown
    /// @param isOverwritten whether they were overwritten in the ring buffer
    /// @param reason reason in the trace, may be empty
    static String packets(String process, boolean isOverwritten, String reason) {
        return tr(
                "packets{0}{1}",
                process.isEmpty() ? "" : tr(" of {0}", process),
                isOverwritten ? OVERWRITTEN : reason.isEmpty() ? "" : " (" + reason + ")");
    }

    static final String NO_PROCESS_NAME = tr("process");
    static final String OVERWRITTEN = tr(" overwritten in the ring buffer");

    /// Returns the number of events with their noun; only the plural noun if the number is unknown.
    private static String count(long count, String singular, String plural) {
        return count == 0 ? plural : DisplayText.count(count, singular, plural);
    }

    // ---- Flows

    static final String NO_CATEGORY = tr("(no category)");
}
