package traceglass.analysis.sched;

import static traceglass.store.language.Translations.tr;

import traceglass.store.text.DisplayText;

/// User-visible strings for scheduling: details of scheduling slices and thread states, reports of a range, the
/// comparison, and the critical path.
final class SchedTexts {

    static final String STATISTICS_BY_CPU = tr("Statistics of this thread by CPU");

    static final String STATISTICS_BY_STATE = tr("Statistics of this thread by state");

    private SchedTexts() {}

    // ---- Tracks

    static final String STATES_TRACK_KIND = tr("thread states");
    static final String UNKNOWN_THREAD = tr("unknown thread");

    static String process(String pid) {
        return tr("Process {0}", pid);
    }

    static String thread(String tid) {
        return tr("Thread {0}", tid);
    }

    // ---- Details of a scheduling slice

    static final String NO_THREAD = tr("Unknown thread");
    static final String ALL_OF_THREAD = tr("All scheduling slices of this thread");
    static final String COMMAND = tr("Command");
    static final String END_STATE = tr("End state");
    static final String THREAD_STATE = tr("Thread state");
    static final String RUNNING = tr("Running");
    static final String PRIORITY = tr("Priority");
    static final String REAL_TIME = tr("real-time");
    static final String LATENCY = tr("Scheduling latency");
    static final String RUNNABLE_AT = tr("Runnable at");
    static final String WAITED = tr("Waited for CPU");
    static final String ABOUT_LATENCY = tr("Time from becoming runnable to running.");
    static final String NO_LATENCY = tr("The trace does not record when this thread became runnable.");

    // ---- Details of a thread state

    static final String ALL_STATES = tr("All states of this thread");
    static final String RAN_ON = tr("Ran on");
    static final String BEFORE_AND_AFTER = tr("Before and after");
    static final String BEFORE = tr("Before");
    static final String AFTER = tr("After");
    static final String WOKE = tr("Woke");

    static String ranLater(String time) {
        return tr("ran after {0}", time);
    }

    static final String INTERRUPT = tr("an interrupt");

    static String interruptWhile(String thread) {
        return tr("an interrupt while {0} was running", thread);
    }

    // ---- Reports of a range

    static final String BY_PROCESS = tr("CPU by process");
    static final String BY_THREAD = tr("CPU by thread");
    static final String THREADS = tr("Threads");
    static final String OF_WALL_TIME = tr("of wall time");
    static final String CPU_SLICES = tr("CPU slices");
    static final String CPU_REMARK = tr("slices clipped at the edges, without idle time");

    static String processes(int n) {
        return DisplayText.count(n, "process", "processes");
    }

    static String threads(int n) {
        return DisplayText.count(n, "thread", "threads");
    }

    static final String SOME_THREAD = tr("thread");
    static final String SOME_PROCESS = tr("process");
    static final String PROCESS_NUMBER = tr("Process ");
    static final String STATES_TITLE = tr("Thread states");
    static final String STATES = tr("States");
    static final String STATES_REMARK = tr("states clipped at the edges");

    // ---- Comparison

    static final String NOTHING_TO_COMPARE =
            tr("Neither trace has thread states here. They require scheduling events (sched/sched_switch).");

    // ---- Critical path

    static final String LANE_THREAD = tr("This thread");
    static final String LANE_PATH = tr("On the path");
    static final String LANE_STATE = tr("Its state");
    static final String LANE_SLICE = tr("Its slice");
    static final String ON_ITSELF = tr("itself");
    static final String ON_ANOTHER_THREAD = tr("another thread");
}
