package traceglass.ingest.uftrace;

import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.store.names.StatNames;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;

/// Writes calls as slices on their threads. Threads and functions are resolved when the events are emitted, after all
/// files have been read.
final class UftraceCalls {

    private static final int ENTRY = 0;
    private static final int EXIT = 1;
    private static final int LOST = 2;
    /// Kinds of events besides the kinds of records.
    private static final int SWITCH_OUT = 4;
    private static final int SWITCH_IN = 5;
    private static final int KIND_BITS = 3;
    private static final int DEPTH_BITS = 10;
    /// Number of bits in which records store an address; kernel addresses are sign-extended.
    private static final int ADDRESS_BITS = 48;

    private final ImportContext context;
    private final StringPool strings;
    private final UftraceSymbols symbols;
    private final UftraceTasks tasks;
    private final Map<Long, String> events;
    private final boolean isRelative;
    private final Map<Long, Task> taskOfTid = new HashMap<>();
    private final Map<Task, EventSorter.Queue> queues = new HashMap<>();

    /// A thread while its events are being emitted.
    private static final class Task {
        final long tid;
        int track = -1;
        long pid;
        /// Number of open calls; their depths are 0 to `open - 1`.
        int open;
        boolean isOut;

        Task(long tid) {
            this.tid = tid;
        }
    }

    UftraceCalls(
            ImportContext context,
            UftraceSymbols symbols,
            UftraceTasks tasks,
            Map<Long, String> events,
            boolean isRelative) {
        this.context = context;
        this.symbols = symbols;
        this.tasks = tasks;
        this.events = events;
        this.isRelative = isRelative;
        strings = context.strings();
    }

    private void push(long tid, long ns, long data, long address) {
        Task task = taskOfTid.computeIfAbsent(tid, Task::new);
        long ts = context.clocks().defaultToTraceTime(ns);
        if (ts != ClockTracker.NONE) {
            queues.computeIfAbsent(
                            task,
                            key -> context.sorter().queue((time, packed, ref) -> emit(time, packed, (Long) ref, key)))
                    .push(ts, data, address);
        }
    }

    /// Adds a record.
    ///
    /// @param type record type as in the file
    void add(long tid, long ns, int type, int depth, long address) {
        if (type == LOST) {
            context.stats().add(StatNames.UFTRACE_LOST_EVENTS, Math.max(1, address));
            return;
        }
        push(tid, ns, (long) depth << KIND_BITS | type, address);
    }

    /// Adds a context switch.
    ///
    /// @param isSwitchedOut whether the thread is switched out rather than in
    void addSwitch(long tid, long ns, boolean isSwitchedOut) {
        push(tid, ns, isSwitchedOut ? SWITCH_OUT : SWITCH_IN, 0L);
    }

    private void emit(long ts, long packed, long address, Task task) {
        if (task.track < 0) {
            addThread(task, ts);
        }
        int kind = (int) packed & (1 << KIND_BITS) - 1;
        int depth = (int) (packed >> KIND_BITS) & (1 << DEPTH_BITS) - 1;
        switch (kind) {
            case ENTRY -> {
                resume(ts, task);
                close(ts, task, depth);
                handleCall(ts, task, address);
            }
            case EXIT -> {
                resume(ts, task);
                close(ts, task, depth);
            }
            case SWITCH_OUT -> {
                if (!task.isOut && task.open > 0) {
                    task.isOut = context.slices()
                                    .begin(
                                            ts,
                                            task.track,
                                            strings.intern("sched"),
                                            strings.intern("linux:schedule"),
                                            null)
                            >= 0;
                }
            }
            case SWITCH_IN -> resume(ts, task);
            default ->
                context.slices()
                        .scoped(
                                ts,
                                0,
                                task.track,
                                strings.intern("event"),
                                strings.intern(events.getOrDefault(address, "event " + address)),
                                null);
        }
    }

    private void resume(long ts, Task task) {
        if (task.isOut) {
            task.isOut = false;
            context.slices().end(ts, task.track, StringPool.NULL, StringPool.NULL, null);
        }
    }

    /// Ends the calls at this depth and below. The records of their ends may have been lost.
    private void close(long ts, Task task, int depth) {
        while (task.open > depth) {
            task.open--;
            context.slices().end(ts, task.track, StringPool.NULL, StringPool.NULL, null);
        }
    }

    private void handleCall(long ts, Task task, long address) {
        long signExtended = address << Long.SIZE - ADDRESS_BITS >> Long.SIZE - ADDRESS_BITS;
        UftraceTasks.ProgramRun run = tasks.session(task.pid, ts);
        UftraceSymbols.Function f = symbols.find(run == null ? null : run.id(), signExtended, isRelative);
        int category = f != null && f.isLibraryCall() ? strings.intern("library") : StringPool.NULL;
        String name = f == null ? "0x" + Long.toHexString(signExtended) : f.name();
        if (context.slices().begin(ts, task.track, category, strings.intern(name), null) >= 0) {
            task.open++;
        }
    }

    private void addThread(Task task, long ts) {
        ProcessTracker processes = context.processes();
        task.pid = tasks.pid(task.tid);
        int utid = processes.updateThread(task.tid, task.pid);
        int upid = processes.process(task.pid);
        UftraceTasks.ProgramRun run = tasks.session(task.pid, ts);
        if (run != null && !run.program().isEmpty()) {
            processes.setProcessName(
                    upid, strings.intern(UftraceSymbols.baseName(run.program())), NamePriority.OfProcess.OTHER);
        }
        long parent = tasks.parent(task.pid);
        if (parent >= 0) {
            processes.setParent(upid, processes.process(parent), LongColumn.NULL);
        }
        task.track = context.tracks().threadTrack(utid);
    }
}
