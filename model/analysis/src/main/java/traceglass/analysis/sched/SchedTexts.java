package traceglass.analysis.sched;

import traceglass.store.text.DisplayText;

/// User-visible strings for scheduling: details of scheduling slices and thread states, reports of a range, the
/// comparison, and the critical path.
final class SchedTexts {

    static final String STATISTICS_BY_CPU = "Statistics of this thread by CPU";

    static final String STATISTICS_BY_STATE = "Statistics of this thread by state";

    private SchedTexts() {}

    // ---- Tracks

    static final String STATES_TRACK_KIND = "thread states";
    static final String UNKNOWN_THREAD = "unknown thread";

    static String process(String pid) {
        return "Process " + pid;
    }

    static String thread(String tid) {
        return "Thread " + tid;
    }

    // ---- Details of a scheduling slice

    static final String NO_THREAD = "Unknown thread";
    static final String ALL_OF_THREAD = "All scheduling slices of this thread";
    static final String COMMAND = "Command";
    static final String END_STATE = "End state";
    static final String THREAD_STATE = "Thread state";
    static final String RUNNING = "Running";
    static final String PRIORITY = "Priority";
    static final String REAL_TIME = "real-time";
    static final String LATENCY = "Scheduling latency";
    static final String RUNNABLE_AT = "Runnable at";
    static final String WAITED = "Waited for CPU";
    static final String ABOUT_LATENCY = "Time from becoming runnable to running.";
    static final String NO_LATENCY = "The trace does not record when this thread became runnable.";

    // ---- Details of a thread state

    static final String ALL_STATES = "All states of this thread";
    static final String RAN_ON = "Ran on";
    static final String BEFORE_AND_AFTER = "Before and after";
    static final String BEFORE = "Before";
    static final String AFTER = "After";
    static final String WOKE = "Woke";

    static String ranLater(String time) {
        return "ran after " + time;
    }

    static final String INTERRUPT = "an interrupt";

    static String interruptWhile(String thread) {
        return "an interrupt while " + thread + " was running";
    }

    // ---- Reports of a range

    static final String BY_PROCESS = "CPU by process";
    static final String BY_THREAD = "CPU by thread";
    static final String THREADS = "Threads";
    static final String OF_WALL_TIME = "of wall time";
    static final String CPU_SLICES = "CPU slices";
    static final String CPU_REMARK = "slices clipped at the edges, without idle time";

    static String processes(int n) {
        return DisplayText.count(n, "process", "processes");
    }

    static String threads(int n) {
        return DisplayText.count(n, "thread", "threads");
    }

    static final String SOME_THREAD = "thread";
    static final String SOME_PROCESS = "process";
    static final String PROCESS_NUMBER = "Process ";
    static final String STATES_TITLE = "Thread states";
    static final String STATES = "States";
    static final String STATES_REMARK = "states clipped at the edges";

    // ---- Comparison

    static final String NOTHING_TO_COMPARE =
            "Neither trace has thread states here. They require scheduling events (sched/sched_switch).";

    // ---- Critical path

    static final String LANE_THREAD = "This thread";
    static final String LANE_PATH = "On the path";
    static final String LANE_STATE = "Its state";
    static final String LANE_SLICE = "Its slice";
    static final String ON_ITSELF = "itself";
    static final String ON_ANOTHER_THREAD = "another thread";
}
