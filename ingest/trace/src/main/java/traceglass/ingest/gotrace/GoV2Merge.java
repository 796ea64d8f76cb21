package traceglass.ingest.gotrace;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.clock.ClockGraph;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.store.names.StatNames;
import traceglass.store.table.StringPool;

/// Merges the events of all threads of a generation into one sequence: by time, but never before the event that made
/// them possible, according to the sequence numbers of goroutines and processors. The clocks of two threads may
/// differ slightly.
final class GoV2Merge {

    private static final int RUNNING = 1;
    private static final int IN_SYSCALL = 3;
    private static final int EVENTS_PER_CHECK = 1 << 12;

    private final ImportContext context;
    private final GoEvents events;
    private final Map<Long, Sequence> goroutines = new HashMap<>();
    private final Map<Long, Sequence> procs = new HashMap<>();
    private final Map<Long, ThreadContext> threads = new HashMap<>();
    private GoGeneration generation;
    private long lastNs;
    private boolean isCollecting;

    /// Sequence number of the last event of a goroutine or processor that has one; starts at 0 in each generation.
    private static final class Sequence {
        long generation = -1;
        long number;
        /// Thread that holds the processor.
        long m = GoEvent.NONE;
        /// Whether that thread is in a system call, during which it may lose the processor.
        boolean isInSyscall;
    }

    /// Processor and goroutine of a thread.
    private static final class ThreadContext {
        int p = GoEvent.NONE;
        long g;
    }

    GoV2Merge(ImportContext context, GoEvents events) {
        this.context = context;
        this.events = events;
    }

    /// Writes the events of a generation.
    void write(GoGeneration written) {
        generation = written;
        GoV2Cursor[] heap = new GoV2Cursor[written.batches.size()];
        int count = 0;
        for (Map.Entry<Long, List<GoGeneration.Batch>> e : written.batches.entrySet()) {
            GoV2Cursor cursor = new GoV2Cursor(
                    e.getKey(), e.getValue(), () -> context.stats().increment(StatNames.GO_TRACE_INVALID_EVENT));
            if (cursor.advance()) {
                heap[count++] = cursor;
            }
        }
        GoV2Cursor[] open = Arrays.copyOf(heap, count);
        GoTicks ticks = written.ticks();
        long done = 0;
        while (count > 0) {
            int i = next(open, count);
            GoV2Cursor cursor = open[i];
            lastNs = Math.max(lastNs, ticks.toNs(cursor.time));
            apply(cursor);
            if (!cursor.advance()) {
                open[i] = open[--count];
            }
            if (++done % EVENTS_PER_CHECK == 0) {
                context.progress().check();
            }
        }
        writeSamples(ticks);
    }

    /// Returns the index of the thread with the earliest event that can come next; the earliest of all if no
    /// event can.
    private int next(GoV2Cursor[] open, int count) {
        int earliest = 0;
        int ready = -1;
        for (int i = 0; i < count; i++) {
            if (open[i].time < open[earliest].time) {
                earliest = i;
            }
        }
        if (isReady(open[earliest])) {
            return earliest;
        }
        for (int i = 0; i < count; i++) {
            if ((ready < 0 || open[i].time < open[ready].time) && isReady(open[i])) {
                ready = i;
            }
        }
        if (ready >= 0) {
            return ready;
        }
        context.stats().increment(StatNames.GO_TRACE_UNORDERED);
        return earliest;
    }

    private boolean isReady(GoV2Cursor e) {
        return switch (e.type) {
            case GoEventType.PROC_START, GoEventType.PROC_STEAL -> follows(procs.get(e.args[0]), e.args[1]);
            case GoEventType.GO_START, GoEventType.GO_UNBLOCK, GoEventType.GO_SWITCH, GoEventType.GO_SWITCH_DESTROY ->
                follows(goroutines.get(e.args[0]), e.args[1]);
            // The processor was already taken away when the system call blocked.
            case GoEventType.GO_SYSCALL_END_BLOCKED -> {
                ThreadContext thread = threads.get(e.m);
                Sequence proc = thread == null ? null : procs.get((long) thread.p);
                yield proc == null || !proc.isInSyscall;
            }
            default -> true;
        };
    }

    private boolean follows(Sequence sequence, long number) {
        return sequence != null && sequence.generation == generation.number && sequence.number + 1 == number;
    }

    private Sequence setSequence(Map<Long, Sequence> all, long id, long number) {
        Sequence sequence = all.computeIfAbsent(id, key -> new Sequence());
        sequence.generation = generation.number;
        sequence.number = number;
        sequence.isInSyscall = false;
        return sequence;
    }

    private void apply(GoV2Cursor e) {
        ThreadContext thread = threads.computeIfAbsent(e.m, key -> new ThreadContext());
        if (e.type <= GoEventType.PROC_STATUS) {
            applyToProc(e, thread);
        } else if (e.type <= GoEventType.GO_STATUS
                || e.type >= GoEventType.GO_SWITCH && e.type <= GoEventType.GO_STATUS_STACK) {
            applyToGoroutine(e, thread);
        } else {
            applyToRuntime(e, thread);
        }
    }

    private void add(GoEvent.Kind kind, ThreadContext thread, GoV2Cursor e, long a, long b, int text, long stack) {
        add(kind, thread, e.m, thread.g, a, b, text, generation.stacks.callsite(stack));
    }

    private void add(GoEvent.Kind kind, ThreadContext thread, long m, long g, long a, long b, int text, int callsite) {
        events.add(lastNs, new GoEvent(kind, thread.p, m, g, a, b, text, callsite));
    }

    private void add(GoEvent.Kind kind, ThreadContext thread, GoV2Cursor e) {
        add(kind, thread, e, 0, 0, StringPool.NULL, 0);
    }

    private void applyToProc(GoV2Cursor e, ThreadContext thread) {
        switch (e.type) {
            case GoEventType.PROCS_CHANGE ->
                add(GoEvent.Kind.MAX_PROCS, thread, e, e.args[0], 0, StringPool.NULL, e.args[1]);
            case GoEventType.PROC_START -> {
                setSequence(procs, e.args[0], e.args[1]);
                acquireProc(e.args[0], e, thread);
            }
            case GoEventType.PROC_STOP -> releaseProc(thread, e.m);
            case GoEventType.PROC_STEAL -> {
                setSequence(procs, e.args[0], e.args[1]);
                long from = e.args[2];
                ThreadContext other = threads.get(from);
                if (other != null && other.p == (int) e.args[0]) {
                    releaseProc(other, from);
                }
            }
            default -> {
                Sequence existing = procs.get(e.args[0]);
                boolean isNew = existing == null || existing.generation != generation.number;
                if (isNew) {
                    setSequence(procs, e.args[0], 0).isInSyscall = e.args[1] == IN_SYSCALL;
                }
                if (e.args[1] == RUNNING || e.args[1] == IN_SYSCALL) {
                    acquireProc(e.args[0], e, thread);
                }
            }
        }
    }

    /// Assigns a processor to a thread, taking it from the thread that holds it.
    private void acquireProc(long p, GoV2Cursor e, ThreadContext thread) {
        int number = p < 0 || p > Integer.MAX_VALUE ? GoEvent.NONE : (int) p;
        if (thread.p == number) {
            return;
        }
        releaseProc(thread, e.m);
        Sequence proc = procs.get(p);
        ThreadContext previous = proc == null ? null : threads.get(proc.m);
        if (previous != null && previous.p == number) {
            releaseProc(previous, proc.m);
        }
        thread.p = number;
        if (proc != null) {
            proc.m = e.m;
        }
        add(GoEvent.Kind.PROC_START, thread, e);
    }

    private void releaseProc(ThreadContext thread, long m) {
        if (thread.p != GoEvent.NONE) {
            add(GoEvent.Kind.PROC_STOP, thread, m, thread.g, 0, 0, StringPool.NULL, -1);
            Sequence proc = procs.get((long) thread.p);
            if (proc != null) {
                proc.isInSyscall = false;
            }
            thread.p = GoEvent.NONE;
        }
    }

    private void applyToGoroutine(GoV2Cursor e, ThreadContext thread) {
        GoStacks stacks = generation.stacks;
        switch (e.type) {
            case GoEventType.GO_CREATE, GoEventType.GO_CREATE_BLOCKED -> {
                setSequence(goroutines, e.args[0], 0);
                int isBlocked = e.type == GoEventType.GO_CREATE_BLOCKED ? 1 : 0;
                add(GoEvent.Kind.CREATE, thread, e, e.args[0], isBlocked, stacks.innermost(e.args[1]), e.args[2]);
            }
            case GoEventType.GO_CREATE_SYSCALL -> {
                setSequence(goroutines, e.args[0], 0);
                thread.g = e.args[0];
                add(GoEvent.Kind.STATUS, thread, e, GoState.SYSCALL.ordinal(), 0, StringPool.NULL, 0);
            }
            case GoEventType.GO_START -> {
                setSequence(goroutines, e.args[0], e.args[1]);
                thread.g = e.args[0];
                add(GoEvent.Kind.START, thread, e);
            }
            case GoEventType.GO_STATUS, GoEventType.GO_STATUS_STACK -> readStatus(e, thread);
            case GoEventType.GO_UNBLOCK -> {
                setSequence(goroutines, e.args[0], e.args[1]);
                add(GoEvent.Kind.UNBLOCK, thread, e, e.args[0], 0, StringPool.NULL, e.args[2]);
            }
            case GoEventType.GO_SWITCH, GoEventType.GO_SWITCH_DESTROY -> {
                setSequence(goroutines, e.args[0], e.args[1]);
                boolean ends = e.type == GoEventType.GO_SWITCH_DESTROY;
                add(GoEvent.Kind.UNBLOCK, thread, e, e.args[0], 0, StringPool.NULL, 0);
                leave(ends ? GoEvent.Kind.END : GoEvent.Kind.BLOCK, e, thread, ends ? null : "coroutine switch", 0);
                thread.g = e.args[0];
                add(GoEvent.Kind.START, thread, e);
            }
            default -> applyToRunning(e, thread);
        }
    }

    private void leave(GoEvent.Kind kind, GoV2Cursor e, ThreadContext thread, String reason, long stack) {
        if (thread.g != 0) {
            add(
                    kind,
                    thread,
                    e,
                    0,
                    0,
                    reason == null ? StringPool.NULL : context.strings().intern(reason),
                    stack);
            if (kind == GoEvent.Kind.END) {
                goroutines.remove(thread.g);
            }
        }
        thread.g = 0;
    }

    private void applyToRunning(GoV2Cursor e, ThreadContext thread) {
        int reason = generation.stacks.text(e.args[0]);
        if (thread.g == 0) {
            context.stats().increment(StatNames.GO_TRACE_UNORDERED);
            return;
        }
        switch (e.type) {
            case GoEventType.GO_DESTROY -> leave(GoEvent.Kind.END, e, thread, null, 0);
            case GoEventType.GO_DESTROY_SYSCALL -> {
                leave(GoEvent.Kind.END, e, thread, null, 0);
                releaseProc(thread, e.m);
            }
            case GoEventType.GO_STOP -> {
                add(GoEvent.Kind.YIELD, thread, e, 0, 0, reason, e.args[1]);
                thread.g = 0;
            }
            case GoEventType.GO_BLOCK -> {
                add(GoEvent.Kind.BLOCK, thread, e, 0, 0, reason, e.args[1]);
                thread.g = 0;
            }
            case GoEventType.GO_SYSCALL_BEGIN -> {
                setSequence(procs, thread.p, e.args[0]).isInSyscall = true;
                add(GoEvent.Kind.SYSCALL_BEGIN, thread, e, 0, 0, StringPool.NULL, e.args[1]);
            }
            case GoEventType.GO_SYSCALL_END -> {
                Sequence proc = procs.get((long) thread.p);
                if (proc != null) {
                    proc.isInSyscall = false;
                }
                add(GoEvent.Kind.SYSCALL_END, thread, e);
            }
            case GoEventType.GO_SYSCALL_END_BLOCKED -> {
                add(GoEvent.Kind.SYSCALL_END_BLOCKED, thread, e);
                thread.g = 0;
            }
            default -> throw new IllegalStateException("type " + e.type);
        }
    }

    private void readStatus(GoV2Cursor e, ThreadContext thread) {
        Sequence existing = goroutines.get(e.args[0]);
        if (existing == null || existing.generation != generation.number) {
            setSequence(goroutines, e.args[0], 0);
        }
        long m = e.args[1];
        GoState state = GoState.of(
                switch ((int) e.args[2]) {
                    case 1 -> GoState.RUNNABLE.ordinal();
                    case 2 -> GoState.RUNNING.ordinal();
                    case 3 -> GoState.SYSCALL.ordinal();
                    case 4 -> GoState.WAITING.ordinal();
                    default -> 0;
                });
        ThreadContext owner = thread;
        if (state == GoState.RUNNING || state == GoState.SYSCALL) {
            owner = m == GoEvent.NONE ? thread : threads.computeIfAbsent(m, key -> new ThreadContext());
            owner.g = e.args[0];
        }
        long stack = e.type == GoEventType.GO_STATUS_STACK ? e.args[3] : 0;
        int function = generation.stacks.outermost(stack);
        int callsite = generation.stacks.callsite(stack);
        add(GoEvent.Kind.STATUS, owner, m, e.args[0], state.ordinal(), 0, function, callsite);
    }

    private void applyToRuntime(GoV2Cursor e, ThreadContext thread) {
        GoStacks stacks = generation.stacks;
        long[] args = e.args;
        switch (e.type) {
            case GoEventType.STW_BEGIN -> add(GoEvent.Kind.STW_BEGIN, thread, e, 0, 0, stacks.text(args[0]), args[1]);
            case GoEventType.STW_END -> add(GoEvent.Kind.STW_END, thread, e);
            case GoEventType.GC_ACTIVE -> collect(e, thread, 0);
            case GoEventType.GC_BEGIN -> collect(e, thread, args[1]);
            case GoEventType.GC_END -> {
                isCollecting = false;
                add(GoEvent.Kind.GC_END, thread, e);
            }
            case GoEventType.GC_SWEEP_BEGIN -> add(GoEvent.Kind.SWEEP_BEGIN, thread, e, 0, 0, StringPool.NULL, args[0]);
            case GoEventType.GC_SWEEP_END ->
                add(GoEvent.Kind.SWEEP_END, thread, e, args[0], args[1], StringPool.NULL, 0);
            case GoEventType.GC_MARK_ASSIST_BEGIN ->
                add(GoEvent.Kind.ASSIST_BEGIN, thread, e, 0, 0, StringPool.NULL, args[0]);
            case GoEventType.GC_MARK_ASSIST_END -> add(GoEvent.Kind.ASSIST_END, thread, e);
            case GoEventType.HEAP_ALLOC -> add(GoEvent.Kind.HEAP_ALLOC, thread, e, args[0], 0, StringPool.NULL, 0);
            case GoEventType.HEAP_GOAL -> add(GoEvent.Kind.HEAP_GOAL, thread, e, args[0], 0, StringPool.NULL, 0);
            case GoEventType.GO_LABEL -> add(GoEvent.Kind.LABEL, thread, e, 0, 0, stacks.text(args[0]), 0);
            case GoEventType.USER_TASK_BEGIN ->
                add(GoEvent.Kind.TASK_BEGIN, thread, e, args[0], args[1], stacks.text(args[2]), args[3]);
            case GoEventType.USER_TASK_END ->
                add(GoEvent.Kind.TASK_END, thread, e, args[0], 0, StringPool.NULL, args[1]);
            case GoEventType.USER_REGION_BEGIN ->
                add(GoEvent.Kind.REGION_BEGIN, thread, e, args[0], 0, stacks.text(args[1]), args[2]);
            case GoEventType.USER_REGION_END ->
                add(GoEvent.Kind.REGION_END, thread, e, args[0], 0, stacks.text(args[1]), args[2]);
            case GoEventType.USER_LOG ->
                add(GoEvent.Kind.LOG, thread, e, args[0], stacks.text(args[2]), stacks.text(args[1]), args[3]);
            default -> {
                // Each generation repeats active sweeps and mark assists; experimental events are not shown.
            }
        }
    }

    /// Starts a garbage collection, or reports in a new generation that it is still in progress.
    private void collect(GoV2Cursor e, ThreadContext thread, long stack) {
        if (!isCollecting) {
            isCollecting = true;
            add(GoEvent.Kind.GC_BEGIN, thread, e, e.args[0], 0, StringPool.NULL, stack);
        }
    }

    private void writeSamples(GoTicks ticks) {
        for (GoGeneration.Sample s : generation.samples) {
            int p = s.p() < 0 || s.p() > Integer.MAX_VALUE ? GoEvent.NONE : (int) s.p();
            int callsite = generation.stacks.callsite(s.stack());
            long g = s.g() < 0 ? 0 : s.g();
            events.add(
                    ticks.toNs(s.time()),
                    new GoEvent(GoEvent.Kind.SAMPLE, p, s.m(), g, 0, 0, StringPool.NULL, callsite));
        }
    }

    /// Writes how the clocks of a generation relate, if this is known.
    void writeClocks(GoGeneration generation, ClockId clock) {
        if (generation.clocks != null) {
            context.clocks()
                    .addSnapshot(List.of(
                            new ClockGraph.Reading(clock, generation.ticks().toNs(generation.clocks[0])),
                            new ClockGraph.Reading(ClockId.of(ClockId.REALTIME), generation.clocks[2])));
        }
    }
}
