package traceglass.analysis.offcpu;

import static traceglass.store.language.Translations.tr;

/// User-visible strings for flame graphs of the time off CPU.
final class OffCpuTexts {

    private OffCpuTexts() {}

    static final String OFF_CPU = tr("Off-CPU time");
    static final String OFF_CPU_TIME = tr("Time off CPU");
    static final String STATES = tr("States");
    static final String PROCESS_NUMBER = tr("Process ");
    static final String UNKNOWN_PROCESS = tr("Unknown process");

    static String wokenBy(String thread) {
        return tr("woken by {0}", thread);
    }

    static String statesOfFrame(String frame) {
        return tr("Thread states of the frame “{0}”", frame);
    }
}
