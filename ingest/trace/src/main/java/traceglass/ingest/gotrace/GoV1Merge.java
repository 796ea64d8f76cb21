package traceglass.ingest.gotrace;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.GrowingLongs;
import traceglass.store.names.StatNames;
import traceglass.store.table.StringPool;

/// Merges the events of all processors of a version 1 trace into one sequence: by time, but never before the
/// event that made them possible, according to the states and sequence numbers of goroutines.
final class GoV1Merge {

    private static final int EVENTS_PER_CHECK = 1 << 12;
    /// Lowest id of the pseudo-processors for timers, the network and so on.
    private static final int FIRST_PSEUDO_PROC = 1_000_000;

    private final ImportContext context;
    private final GoEvents events;
    private final GoV1Index index;
    private final int release;
    private final GoTicks ticks;
    private final Map<Long, State> states = new HashMap<>();
    private final Map<Integer, Long> threads = new HashMap<>();
    private long lastNs;
    private long collections;

    private enum Status {
        DEAD,
        RUNNABLE,
        RUNNING,
        WAITING
    }

    /// State of a goroutine.
    private static final class State {
        long sequence;
        Status status = Status.DEAD;
        long blockedNs;
        /// Stack of its last system call.
        long stack;
    }

    GoV1Merge(ImportContext context, GoEvents events, GoV1Index index, int release) {
        this.context = context;
        this.events = events;
        this.index = index;
        this.release = release;
        ticks = new GoTicks(index.frequency > 0 ? index.frequency : 1_000_000_000);
    }

    void write(MemorySegment data) {
        List<GoV1Cursor> open = new ArrayList<>();
        for (Map.Entry<Integer, GrowingLongs> e : index.batches.entrySet()) {
            GoV1Cursor cursor = new GoV1Cursor(e.getKey(), data, e.getValue(), release);
            if (cursor.advance()) {
                open.add(cursor);
            }
        }
        for (long done = 1; !open.isEmpty(); done++) {
            int i = next(open);
            GoV1Cursor cursor = open.get(i);
            lastNs = Math.max(lastNs, ns(cursor.time));
            apply(cursor);
            if (!cursor.advance()) {
                open.set(i, open.getLast());
                open.removeLast();
            }
            if (done % EVENTS_PER_CHECK == 0) {
                context.progress().check();
            }
        }
        writeSamples();
    }

    private long ns(long time) {
        return ticks.toNs(Math.max(0, time - index.firstTime));
    }

    /// Returns the index of the processor with the earliest event that can come next; the earliest of all if no
    /// event can.
    private int next(List<GoV1Cursor> open) {
        int earliest = 0;
        for (int i = 1; i < open.size(); i++) {
            if (open.get(i).key() < open.get(earliest).key()) {
                earliest = i;
            }
        }
        if (release < 7 || isReady(open.get(earliest))) {
            return earliest;
        }
        int ready = -1;
        for (int i = 0; i < open.size(); i++) {
            if ((ready < 0 || open.get(i).time < open.get(ready).time) && isReady(open.get(i))) {
                ready = i;
            }
        }
        if (ready < 0) {
            context.stats().increment(StatNames.GO_TRACE_UNORDERED);
            return earliest;
        }
        return ready;
    }

    private boolean isReady(GoV1Cursor e) {
        int type = e.event.type;
        return switch (type) {
            case GoV1Type.GO_CREATE -> status(e.arg(0)) == Status.DEAD;
            case GoV1Type.GO_WAITING, GoV1Type.GO_IN_SYSCALL -> hasStatus(e.g, Status.RUNNABLE, 1);
            case GoV1Type.GO_START, GoV1Type.GO_START_LABEL -> hasStatus(e.g, Status.RUNNABLE, e.arg(1));
            case GoV1Type.GO_START_LOCAL -> status(e.g) == Status.RUNNABLE;
            case GoV1Type.GO_UNBLOCK, GoV1Type.GO_SYS_EXIT -> hasStatus(e.arg(0), Status.WAITING, e.arg(1));
            case GoV1Type.GO_UNBLOCK_LOCAL, GoV1Type.GO_SYS_EXIT_LOCAL -> status(e.arg(0)) == Status.WAITING;
            case GoV1Type.GC_START -> e.arg(0) == collections;
            case GoV1Type.GO_SCHED, GoV1Type.GO_PREEMPT, GoV1Type.GO_SYS_BLOCK -> status(e.g) == Status.RUNNING;
            default -> !GoV1Type.isBlock(type) || status(e.g) == Status.RUNNING;
        };
    }

    private Status status(long g) {
        State state = states.get(g);
        return state == null ? Status.DEAD : state.status;
    }

    private boolean hasStatus(long g, Status status, long sequence) {
        State state = states.get(g);
        return state != null && state.status == status && state.sequence == sequence;
    }

    private State set(long g, Status status, boolean counts) {
        State state = states.computeIfAbsent(g, key -> new State());
        state.status = status;
        state.sequence += counts ? 1 : 0;
        return state;
    }

    private void add(GoEvent.Kind kind, GoV1Cursor e, long a, long b, int text, long stack) {
        add(lastNs, kind, e, e.g, a, b, text, stack);
    }

    private void add(long ns, GoEvent.Kind kind, GoV1Cursor e, long g, long a, long b, int text, long stack) {
        int p = e.p < 0 || e.p >= FIRST_PSEUDO_PROC ? GoEvent.NONE : e.p;
        long m = threads.getOrDefault(e.p, (long) GoEvent.NONE);
        events.add(ns, new GoEvent(kind, p, m, g, a, b, text, index.stacks.callsite(stack)));
    }

    private void add(GoEvent.Kind kind, GoV1Cursor e) {
        add(kind, e, 0, 0, StringPool.NULL, 0);
    }

    private int intern(String text) {
        return text == null ? StringPool.NULL : context.strings().intern(text);
    }

    private void apply(GoV1Cursor e) {
        int type = e.event.type;
        if (type <= GoV1Type.PROC_STOP || type >= GoV1Type.GC_START && type <= GoV1Type.SWEEP_DONE) {
            applyToRuntime(e);
        } else if (GoV1Type.isBlock(type)) {
            set(e.g, Status.WAITING, false);
            add(GoEvent.Kind.BLOCK, e, 0, 0, intern(GoV1Type.blockReason(type)), e.stack(0));
        } else if (type <= GoV1Type.GO_IN_SYSCALL
                || type >= GoV1Type.GO_START_LOCAL && type <= GoV1Type.GO_START_LABEL) {
            applyToGoroutine(e);
        } else {
            applyAnnotation(e);
        }
    }

    private void applyToRuntime(GoV1Cursor e) {
        switch (e.event.type) {
            case GoV1Type.GOMAXPROCS -> add(GoEvent.Kind.MAX_PROCS, e, e.arg(0), 0, StringPool.NULL, e.stack(1));
            case GoV1Type.PROC_START -> {
                threads.put(e.p, e.arg(0));
                add(GoEvent.Kind.PROC_START, e);
            }
            case GoV1Type.PROC_STOP -> add(GoEvent.Kind.PROC_STOP, e);
            case GoV1Type.GC_START -> {
                long number = release < 7 ? -1 : e.arg(0);
                collections = number + 1;
                add(GoEvent.Kind.GC_BEGIN, e, number, 0, StringPool.NULL, e.stack(release < 7 ? 0 : 1));
            }
            case GoV1Type.GC_DONE -> add(GoEvent.Kind.GC_END, e);
            case GoV1Type.STW_START -> {
                String reason = release < 10 ? null : GoV1Type.stopReason(e.arg(0), release);
                add(GoEvent.Kind.STW_BEGIN, e, 0, 0, intern(reason), 0);
            }
            case GoV1Type.STW_DONE -> add(GoEvent.Kind.STW_END, e);
            case GoV1Type.SWEEP_START -> add(GoEvent.Kind.SWEEP_BEGIN, e, 0, 0, StringPool.NULL, e.stack(0));
            default -> add(GoEvent.Kind.SWEEP_END, e, e.arg(0), e.arg(1), StringPool.NULL, 0);
        }
    }

    private void applyToGoroutine(GoV1Cursor e) {
        switch (e.event.type) {
            case GoV1Type.GO_CREATE -> {
                set(e.arg(0), Status.RUNNABLE, false).sequence = 1;
                add(GoEvent.Kind.CREATE, e, e.arg(0), 0, index.stacks.innermost(e.arg(1)), e.stack(2));
            }
            case GoV1Type.GO_START, GoV1Type.GO_START_LOCAL, GoV1Type.GO_START_LABEL -> {
                set(e.g, Status.RUNNING, true);
                add(GoEvent.Kind.START, e);
                if (e.event.type == GoV1Type.GO_START_LABEL) {
                    add(GoEvent.Kind.LABEL, e, 0, 0, index.stacks.text(e.arg(2)), 0);
                }
            }
            case GoV1Type.GO_END, GoV1Type.GO_STOP -> {
                set(e.g, Status.DEAD, false);
                add(GoEvent.Kind.END, e);
            }
            case GoV1Type.GO_SCHED -> {
                set(e.g, Status.RUNNABLE, false);
                add(GoEvent.Kind.YIELD, e, 0, 0, intern("runtime.Gosched"), e.stack(0));
            }
            case GoV1Type.GO_PREEMPT -> {
                set(e.g, Status.RUNNABLE, false);
                add(GoEvent.Kind.YIELD, e, 0, 0, intern("preempted"), e.stack(0));
            }
            case GoV1Type.GO_UNBLOCK, GoV1Type.GO_UNBLOCK_LOCAL -> {
                set(e.arg(0), Status.RUNNABLE, true);
                boolean hasSequence = e.event.type == GoV1Type.GO_UNBLOCK && release >= 7;
                add(GoEvent.Kind.UNBLOCK, e, e.arg(0), 0, StringPool.NULL, e.stack(hasSequence ? 2 : 1));
            }
            default -> applySystemCall(e);
        }
    }

    private void applySystemCall(GoV1Cursor e) {
        switch (e.event.type) {
            case GoV1Type.GO_SYSCALL -> {
                State state = states.get(e.g);
                if (state != null) {
                    state.stack = e.stack(0);
                }
                add(GoEvent.Kind.SYSCALL, e, 0, 0, StringPool.NULL, e.stack(0));
            }
            case GoV1Type.GO_SYS_BLOCK -> {
                State state = set(e.g, Status.WAITING, false);
                state.blockedNs = lastNs;
                add(GoEvent.Kind.SYSCALL_BLOCK, e, 0, 0, StringPool.NULL, state.stack);
            }
            case GoV1Type.GO_WAITING -> {
                set(e.g, Status.WAITING, true);
                add(GoEvent.Kind.STATUS, e, GoState.WAITING.ordinal(), 0, StringPool.NULL, 0);
            }
            case GoV1Type.GO_IN_SYSCALL -> {
                set(e.g, Status.WAITING, true).blockedNs = lastNs;
                long state = GoState.SYSCALL.ordinal();
                // The goroutine has no processor: the event's processor is the tracer's.
                events.add(
                        lastNs,
                        new GoEvent(
                                GoEvent.Kind.STATUS, GoEvent.NONE, GoEvent.NONE, e.g, state, 0, StringPool.NULL, -1));
            }
            default -> {
                State state = set(e.arg(0), Status.RUNNABLE, true);
                long real = e.arg(e.event.type == GoV1Type.GO_SYS_EXIT && release >= 7 ? 2 : 1);
                // The call may have returned long before the event was written.
                long ns = real <= 0 ? lastNs : Math.clamp(ns(real), Math.min(state.blockedNs, lastNs), lastNs);
                add(ns, GoEvent.Kind.SYSCALL_END_BLOCKED, e, e.arg(0), 0, 0, StringPool.NULL, 0);
            }
        }
    }

    private void applyAnnotation(GoV1Cursor e) {
        GoStacks stacks = index.stacks;
        switch (e.event.type) {
            case GoV1Type.HEAP_ALLOC -> add(GoEvent.Kind.HEAP_ALLOC, e, e.arg(0), 0, StringPool.NULL, 0);
            case GoV1Type.HEAP_GOAL -> add(GoEvent.Kind.HEAP_GOAL, e, e.arg(0), 0, StringPool.NULL, 0);
            case GoV1Type.ASSIST_START -> add(GoEvent.Kind.ASSIST_BEGIN, e, 0, 0, StringPool.NULL, e.stack(0));
            case GoV1Type.ASSIST_DONE -> add(GoEvent.Kind.ASSIST_END, e);
            case GoV1Type.TASK_CREATE ->
                add(GoEvent.Kind.TASK_BEGIN, e, e.arg(0), e.arg(1), stacks.text(e.arg(2)), e.stack(3));
            case GoV1Type.TASK_END -> add(GoEvent.Kind.TASK_END, e, e.arg(0), 0, StringPool.NULL, e.stack(1));
            case GoV1Type.REGION -> {
                GoEvent.Kind kind = e.arg(1) == 0 ? GoEvent.Kind.REGION_BEGIN : GoEvent.Kind.REGION_END;
                add(kind, e, e.arg(0), 0, stacks.text(e.arg(2)), e.stack(3));
            }
            case GoV1Type.LOG -> {
                int message = e.event.message == null || e.event.message.isEmpty()
                        ? StringPool.NULL
                        : intern(e.event.message);
                add(GoEvent.Kind.LOG, e, e.arg(0), message, stacks.text(e.arg(1)), e.stack(2));
            }
            default -> {
                // Futile wakeups are not shown.
            }
        }
    }

    private void writeSamples() {
        for (GoV1Index.Sample s : index.samples) {
            int p = s.p() >= FIRST_PSEUDO_PROC ? GoEvent.NONE : s.p();
            events.add(
                    ns(s.time()),
                    new GoEvent(
                            GoEvent.Kind.SAMPLE,
                            p,
                            GoEvent.NONE,
                            Math.max(0, s.g()),
                            0,
                            0,
                            StringPool.NULL,
                            index.stacks.callsite(s.stack())));
        }
    }
}
