package traceglass.ingest.gotrace;

import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.machine.CpuTracker;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.store.names.TableNames;
import traceglass.store.table.IntColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Writes scheduling: the states of goroutines, which goroutine ran on which processor, which thread held the
/// processor, and which goroutine made which other one runnable. Events that contradict the tracked state take
/// precedence: they end the slices that were open.
final class GoScheduling {

    private final ImportContext context;
    private final StringPool strings;
    private final GoProgram program;
    private final Map<Integer, Proc> procs = new HashMap<>();
    private final Map<Long, Integer> procOfThread = new HashMap<>();
    private final int[] counts = new int[GoState.values().length];
    private final Map<String, Integer> counters = new HashMap<>();
    private final int running;
    private final int sleeping;
    private final int procKey;
    private final int threadKey;

    /// A processor.
    private static final class Proc {
        long m = GoEvent.NONE;
        int schedRow = -1;
        Goroutine current;
    }

    GoScheduling(ImportContext context, GoProgram program) {
        this.context = context;
        this.program = program;
        strings = context.strings();
        running = strings.intern("Running");
        sleeping = strings.intern("S");
        procKey = strings.intern("proc");
        threadKey = strings.intern("thread");
    }

    void handleEvent(long ts, GoEvent e) {
        switch (e.kind()) {
            case PROC_START -> startProc(ts, e.p(), e.m());
            case PROC_STOP -> stopProc(ts, e.p());
            case CREATE -> create(ts, e);
            case STATUS -> handleStatus(ts, e);
            case START -> start(ts, program.goroutine(e.g()), e);
            case YIELD -> stop(ts, e, GoState.RUNNABLE);
            case BLOCK -> stop(ts, e, GoState.WAITING);
            case END -> end(ts, e);
            case UNBLOCK -> unblock(ts, e);
            case SYSCALL_BEGIN -> setState(ts, program.goroutine(e.g()), GoState.SYSCALL, e);
            case SYSCALL_BLOCK -> stop(ts, e, GoState.SYSCALL);
            case SYSCALL -> handleSystemCall(ts, e);
            case SYSCALL_END -> start(ts, program.goroutine(e.g()), e);
            case SYSCALL_END_BLOCKED -> {
                Goroutine g = program.goroutine(e.g());
                leave(ts, g);
                setState(ts, g, GoState.RUNNABLE, e);
            }
            default -> throw new IllegalArgumentException(e.kind().name());
        }
    }

    /// Returns the thread that holds a processor, or [GoEvent#NONE].
    long threadOf(int p) {
        Proc proc = procs.get(p);
        return proc == null ? GoEvent.NONE : proc.m;
    }

    private Proc proc(int p) {
        return procs.computeIfAbsent(p, key -> new Proc());
    }

    private void startProc(long ts, int p, long m) {
        Proc proc = proc(p);
        if (proc.m == m && proc.schedRow >= 0) {
            return;
        }
        stopProc(ts, p);
        Integer other = procOfThread.get(m);
        if (other != null && other != p) {
            stopProc(ts, other);
        }
        int utid = program.utid(m);
        if (utid == ProcessTracker.NONE || p < 0 || p >= CpuTracker.MAX_CPUS) {
            return;
        }
        proc.m = m;
        procOfThread.put(m, p);
        proc.schedRow = context.sched().begin(ts, p, utid, IntColumn.NULL);
        context.threadStates().setState(ts, utid, running, p, ProcessTracker.NONE);
    }

    private void stopProc(long ts, int p) {
        Proc proc = proc(p);
        if (proc.current != null) {
            leave(ts, proc.current);
        }
        if (proc.schedRow >= 0) {
            context.sched().end(proc.schedRow, ts, sleeping);
            context.threadStates().setState(ts, program.utid(proc.m), sleeping, -1, ProcessTracker.NONE);
            procOfThread.remove(proc.m);
        }
        proc.schedRow = -1;
        proc.m = GoEvent.NONE;
    }

    private void create(long ts, GoEvent e) {
        Goroutine g = program.goroutine(e.a());
        program.setFunction(g, e.text());
        Goroutine creator = e.g() == 0 ? null : program.find(e.g());
        setState(ts, g, e.b() == 1 ? GoState.WAITING : GoState.RUNNABLE, null);
        g.wokenBy = creator == null ? Goroutine.NONE : creator.slice;
        addCallsite(g, e.callsite());
    }

    /// Sets the state of a goroutine that existed before the section. Later sections only repeat the known state.
    private void handleStatus(long ts, GoEvent e) {
        Goroutine g = program.goroutine(e.g());
        program.setFunction(g, e.text());
        GoState state = GoState.of(e.a());
        if (g.state == state || state == GoState.UNKNOWN) {
            return;
        }
        if (state == GoState.RUNNING) {
            start(ts, g, e);
        } else {
            if (state == GoState.SYSCALL && e.p() >= 0) {
                enter(ts, g, e);
            }
            setState(ts, g, state, e);
        }
    }

    private void start(long ts, Goroutine g, GoEvent e) {
        enter(ts, g, e);
        int from = g.wokenBy;
        setState(ts, g, GoState.RUNNING, e);
        if (from >= 0 && g.slice >= 0) {
            context.flows().add(from, g.slice);
        }
        g.wokenBy = Goroutine.NONE;
    }

    /// Puts a goroutine on a processor.
    private void enter(long ts, Goroutine g, GoEvent e) {
        if (e.p() < 0 || g.p == e.p() && proc(g.p).current == g) {
            return;
        }
        leave(ts, g);
        Proc proc = proc(e.p());
        if (proc.current != null) {
            leave(ts, proc.current);
        }
        proc.current = g;
        g.p = e.p();
        int name = g.name;
        int slice = context.slices().begin(ts, program.procTrack(g.p), StringPool.NULL, name, b -> addThread(b, e));
        g.isOnProc = slice >= 0;
    }

    private void addThread(ArgSetBuilder b, GoEvent e) {
        if (e.p() >= 0) {
            b.addInt(procKey, e.p());
        }
        if (e.m() != GoEvent.NONE) {
            b.addInt(threadKey, e.m());
        }
    }

    /// Takes a goroutine off its processor.
    private void leave(long ts, Goroutine g) {
        if (g.p < 0) {
            return;
        }
        Proc proc = proc(g.p);
        if (proc.current == g) {
            proc.current = null;
        }
        if (g.isOnProc) {
            while (context.slices().end(ts, program.procTrack(g.p), StringPool.NULL, StringPool.NULL, null) >= 0) {
                // A sweep that is open on the processor ends with its goroutine.
                g.isOnProc = false;
            }
        }
        g.p = Goroutine.NONE;
    }

    private void stop(long ts, GoEvent e, GoState state) {
        Goroutine g = program.goroutine(e.g());
        leave(ts, g);
        setState(ts, g, state, e);
    }

    private void end(long ts, GoEvent e) {
        Goroutine g = program.goroutine(e.g());
        leave(ts, g);
        closeState(ts, g);
        for (; g.openRegions > 0; g.openRegions--) {
            context.slices().end(ts, g.annotations, StringPool.NULL, StringPool.NULL, null);
        }
        program.remove(g.id);
    }

    private void unblock(long ts, GoEvent e) {
        Goroutine g = program.goroutine(e.a());
        Goroutine waker = e.g() == 0 ? null : program.find(e.g());
        setState(ts, g, GoState.RUNNABLE, null);
        g.wokenBy = waker == null ? Goroutine.NONE : waker.slice;
        addCallsite(g, e.callsite());
    }

    private void handleSystemCall(long ts, GoEvent e) {
        if (e.p() < 0) {
            return;
        }
        int track = program.procTrack(e.p());
        int slice = context.slices().scoped(ts, 0, track, StringPool.NULL, strings.intern("syscall"), null);
        if (slice >= 0 && e.callsite() >= 0) {
            addCallsite(context, slice, track, e.callsite());
        }
    }

    private void closeState(long ts, Goroutine g) {
        if (g.slice >= 0) {
            context.slices().end(ts, g.track, StringPool.NULL, StringPool.NULL, null);
            g.slice = Goroutine.NONE;
        }
        if (g.state != GoState.UNKNOWN) {
            count(ts, g.state, -1);
            g.state = GoState.UNKNOWN;
        }
    }

    /// Starts a state of a goroutine.
    ///
    /// @param e event with the reason and callstack of the new state; may be null
    private void setState(long ts, Goroutine g, GoState state, GoEvent e) {
        closeState(ts, g);
        g.state = state;
        count(ts, state, 1);
        boolean hasReason = e != null
                && e.text() != StringPool.NULL
                && (e.kind() == GoEvent.Kind.BLOCK || e.kind() == GoEvent.Kind.YIELD);
        String name = hasReason ? state.text + " (" + strings.get(e.text()) + ")" : state.text;
        g.slice = context.slices()
                .begin(
                        ts,
                        g.track,
                        StringPool.NULL,
                        strings.intern(name),
                        state == GoState.RUNNING && e != null ? b -> addThread(b, e) : null);
        if (e != null) {
            addCallsite(g, e.callsite());
        }
    }

    private void addCallsite(Goroutine g, int callsite) {
        if (g.slice >= 0 && callsite >= 0) {
            addCallsite(context, g.slice, g.track, callsite);
        }
    }

    /// Adds the callstack of a slice.
    static void addCallsite(ImportContext context, int slice, int track, int callsite) {
        Table table = context.storage().table(TableNames.TrackEventCallstacks.TABLE);
        int row = table.addRow();
        table.ints(TableNames.TrackEventCallstacks.SLICE_ID).set(row, slice);
        table.ints(TableNames.TrackEventCallstacks.TRACK_ID).set(row, track);
        table.ints(TableNames.TrackEventCallstacks.CALLSITE_ID).set(row, callsite);
    }

    private void count(long ts, GoState state, int change) {
        int value = counts[state.ordinal()] += change;
        String name = switch (state) {
            case RUNNING -> "Goroutines running";
            case RUNNABLE -> "Goroutines runnable";
            case SYSCALL -> "Goroutines in system calls";
            default -> null;
        };
        if (name != null) {
            int track = counters.computeIfAbsent(name, n -> program.counterTrack(n, "count"));
            context.counters().push(ts, value, track);
        }
    }
}
