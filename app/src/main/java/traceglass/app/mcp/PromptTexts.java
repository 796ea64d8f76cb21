package traceglass.app.mcp;

/// Texts of prompts, which a model follows step by step.
final class PromptTexts {

    static final String TRACE = "Path of the trace, or id if it is open.";
    static final String APP = "Name of the app or package to look at.";
    static final String PROCESS = "Name of the process to look at.";
    static final String THREAD = "Name or utid of the thread, and a time range if you know one.";
    static final String SECOND = "Path or id of the second trace.";
    static final String ANY_TRACE = "the open trace";
    static final String ANY_FOCUS = "the whole trace";

    /// Last step of each investigation.
    private static final String END = """

        At the end: name the cause in one or two sentences, the numbers that show it (slice ids, durations, share of the time), what is uncertain, and the most \
        promising fix. Take a picture of the relevant time range with take_picture (start, end, filter) to show it.\
        """;

    static final String STARTUP_TITLE = "Slow startup";
    static final String STARTUP = "Find out why an app starts slowly.";
    static final String STARTUP_STEPS = """
        Find out why the app starts slowly in {trace}. Look at: {focus}.
        1. open_trace (or describe_trace). Check problems of the recording first: lost data makes conclusions unreliable.
        2. find_startups. If it finds none, use find_long_tasks and look at the first seconds of the app's process.
        3. For the slowest start: explain_thread for the main thread (main_utid) from ts to ts + dur. How much was Running, Runnable (waiting for a CPU), Sleeping, \
        and uninterruptible sleep (reading storage)?
        4. List the longest slices of the main thread in that span with query, and explain_slice the top three.
        5. Follow waiting time along the critical path to the thread and slice that held it up: binder calls, locks, reading files, class loading, garbage collection.\
        """ + END;

    static final String JANK_TITLE = "Jank";
    static final String JANK = "Find out why frames are late.";
    static final String JANK_STEPS = """
        Find out why frames are late in {trace}. Look at: {focus}.
        1. open_trace (or describe_trace) and check problems of the recording.
        2. find_slow_frames. Is the jank caused by the app, the compositor or the buffers? How many frames of each kind?
        3. For the three longest late frames: find the work of the app's main and render thread in that span (query on thread_slice by ts), and explain_slice the longest slices.
        4. explain_thread for the main thread in that span: did it run, wait for a CPU, or wait for another thread?
        5. Look for a pattern over all late frames: the same slice, garbage collection, a low CPU frequency, other busy processes.\
        """ + END;

    static final String CPU_TITLE = "High CPU use";
    static final String CPU = "Find out what uses the CPU.";
    static final String CPU_STEPS = """
        Find out what uses the CPU in {trace}. Look at: {focus}.
        1. open_trace (or describe_trace): processes are listed by CPU time.
        2. list_threads for the busiest process.
        3. With query: CPU time by thread over time (table sched, for example in 100 ms steps) to see whether the load is constant or comes in bursts.
        4. find_hot_functions if there are callstack samples; otherwise look at slices: find_long_tasks, and slices by self time with query.
        5. CPU frequency (counter tracks cpufreq) and wakeups per second: many short runs point to polling or timers.\
        """ + END;

    static final String MEMORY_TITLE = "Memory growth";
    static final String MEMORY = "Find out which memory grows, and why.";
    static final String MEMORY_STEPS = """
        Find out which memory grows in {trace}, and why. Look at: {focus}.
        1. open_trace (or describe_trace). Which data does the trace contain: memory counters, heap profiles, heap dumps?
        2. With query: for each memory counter of a process (process_counter_track with names such as mem.rss, mem.rss.anon, mem.swap) the first, last and largest value.
        3. If there are allocations (heap_profile_allocation): sum sizes by callstack, starting with unfreed allocations.
        4. If there are heap dumps (heap_graph_object): retained size by class, and the paths that keep the largest classes reachable; compare two dumps if there are two.
        5. Relate the growth to what the app did at that time: long slices, frames, activities.\
        """ + END;

    static final String BLOCKED_TITLE = "Blocked thread";
    static final String BLOCKED = "Find out what blocks a thread.";
    static final String BLOCKED_STEPS = """
        Find out what blocks a thread in {trace}. Look at: {focus}.
        1. open_trace if needed, then list_threads with part of the name to find its utid.
        2. explain_thread for the span, or for the whole trace: how long was it Sleeping, in uninterruptible sleep, or Runnable?
        3. With query on thread_state: the longest states other than Running, with ts and dur. explain_thread for each of the longest three.
        4. Follow the critical path: which thread held it up, and in which slice? explain_slice that slice, and repeat until a thread runs or waits for a device.
        5. Runnable time means too few CPUs: list which threads ran on the CPUs at that time (table sched).\
        """ + END;

    static final String COMPARE_TITLE = "Compare before and after";
    static final String COMPARE = "Find out what changed between two traces.";
    static final String COMPARE_STEPS = """
        Find out what changed between {trace} (before) and {focus} (after).
        1. open_trace for both. Are they comparable: same device, similar duration, same data sources? Say so if not.
        2. compare_traces for slices by total, then by p99; then for states, and for frames and startups if there are any.
        3. For the names with the largest differences: does the count differ (more work) or the duration of each (slower work)?
        4. explain_slice for a typical slice of that name in each trace, and compare the states and critical paths.
        5. take_picture of both traces at such a slice.\
        """ + END;

    private PromptTexts() {}
}
