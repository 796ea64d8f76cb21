package traceglass.analysis.offcpu;

/// User-visible strings for flame graphs of the time off CPU.
final class OffCpuTexts {

    private OffCpuTexts() {}

    static final String OFF_CPU = "Off-CPU time";
    static final String OFF_CPU_TIME = "Time off CPU";
    static final String STATES = "States";
    static final String PROCESS_NUMBER = "Process ";
    static final String UNKNOWN_PROCESS = "Unknown process";

    static String wokenBy(String thread) {
        return "woken by " + thread;
    }

    static String statesOfFrame(String frame) {
        return "Thread states of the frame “" + frame + "”";
    }
}
