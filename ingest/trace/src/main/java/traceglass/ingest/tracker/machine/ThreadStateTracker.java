package traceglass.ingest.tracker.machine;

import java.util.Arrays;
import traceglass.ingest.tracker.stats.StatsTracker;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.IntColumn;
import traceglass.store.table.LongColumn;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Writes the `thread_state` table: what each thread was doing and when. The last state of a thread is open (its
/// duration is -1) until the next one begins. The idle thread has no states.
public final class ThreadStateTracker {

    /// Value for unknown flags of a wakeup.
    public static final int NO_FLAGS = -1;
    private static final int NONE = -1;
    /// `TRACE_FLAG_HARDIRQ | TRACE_FLAG_SOFTIRQ` in the kernel's `common_flags`.
    private static final int IRQ_FLAGS = 0x08 | 0x10;

    private final CpuTracker cpus;
    private final StatsTracker.View stats;
    private final Table table;
    private final LongColumn ts;
    private final LongColumn dur;
    private final IntColumn utidColumn;
    private final IntColumn state;
    private final IntColumn ioWait;
    private final IntColumn blockedFunction;
    private final IntColumn wakerUtid;
    private final IntColumn wakerId;
    private final IntColumn irqContext;
    private final IntColumn ucpu;
    private final Table spurious;
    private final int running;
    private final int runnable;
    private final int swapper;
    private int[] lastRow = filled(256);
    private int[] lastBlocked = filled(256);

    /// @param processes processes of these threads
    public ThreadStateTracker(
            TraceStorage storage, ProcessTracker processes, CpuTracker cpus, StatsTracker.View stats) {
        this.cpus = cpus;
        this.stats = stats;
        table = storage.table(TableNames.ThreadState.TABLE);
        ts = table.longs(TableNames.ThreadState.TS);
        dur = table.longs(TableNames.ThreadState.DUR);
        utidColumn = table.ints(TableNames.ThreadState.UTID);
        state = table.strings(TableNames.ThreadState.STATE);
        ioWait = table.ints(TableNames.ThreadState.IO_WAIT);
        blockedFunction = table.strings(TableNames.ThreadState.BLOCKED_FUNCTION);
        wakerUtid = table.ints(TableNames.ThreadState.WAKER_UTID);
        wakerId = table.ints(TableNames.ThreadState.WAKER_ID);
        irqContext = table.ints(TableNames.ThreadState.IRQ_CONTEXT);
        ucpu = table.ints(TableNames.ThreadState.UCPU);
        spurious = storage.table(TableNames.SpuriousSchedWakeup.TABLE);
        running = storage.strings().intern("Running");
        runnable = storage.strings().intern("R");
        swapper = processes.swapperUtid();
    }

    private static int[] filled(int size) {
        int[] rows = new int[size];
        Arrays.fill(rows, NONE);
        return rows;
    }

    /// Records a context switch on a CPU.
    ///
    /// @param prevState string id of the letters for the next state of the previous thread
    public void addSwitch(long time, int cpu, int prevUtid, int prevState, int nextUtid) {
        int last = last(prevUtid);
        // A thread that stops running without having started: events were lost, including its switch-in.
        boolean isStartLost = last != NONE && state.get(last) != running;
        if (!isStartLost) {
            close(last, time);
        }
        open(time, prevUtid, prevState, NONE, NONE, NO_FLAGS);
        // The thread may still be running on another CPU according to the trace (forced migration). End that
        // state here.
        close(last(nextUtid), time);
        open(time, nextUtid, running, cpu, NONE, NO_FLAGS);
    }

    /// Records a wakeup of a thread.
    ///
    /// @param flags `common_flags` of the event, or [#NO_FLAGS]
    public void addWakeup(long time, int utid, int waker, int flags) {
        int last = last(utid);
        if (last != NONE) {
            int previous = state.get(last);
            if (previous == running || previous == runnable) {
                int row = spurious.addRow();
                spurious.longs(TableNames.SpuriousSchedWakeup.TS).set(row, time);
                spurious.longs(TableNames.SpuriousSchedWakeup.THREAD_STATE_ID).set(row, last);
                spurious.ints(TableNames.SpuriousSchedWakeup.IRQ_CONTEXT).set(row, irqContext(flags));
                spurious.ints(TableNames.SpuriousSchedWakeup.UTID).set(row, utid);
                spurious.ints(TableNames.SpuriousSchedWakeup.WAKER_UTID).set(row, waker);
                return;
            }
            close(last, time);
        }
        open(time, utid, runnable, NONE, waker, flags);
    }

    /// Records the creation of a thread by another thread.
    public void addNewThread(long time, int utid, int creator) {
        open(time, utid, runnable, NONE, creator, 0);
    }

    /// Sets the reason for the last blocked state of a thread.
    ///
    /// @param functionId string id of the kernel function in which it blocked; -1 if unknown
    public void setBlockedReason(int utid, boolean isIoWait, int functionId) {
        int row = utid < lastRow.length && lastRow[utid] != NONE ? lastBlocked[utid] : NONE;
        if (row == NONE) {
            return;
        }
        ioWait.set(row, isIoWait ? 1 : 0);
        if (functionId >= 0) {
            blockedFunction.set(row, functionId);
        }
    }

    /// Starts a new state of a thread, independent of its current state.
    ///
    /// @param cpu CPU on which it runs, or -1
    public void setState(long time, int utid, int stateId, int cpu) {
        int last = last(utid);
        close(last, time);
        if (last != NONE && ts.get(last) == time) {
            stats.increment(StatNames.GENERIC_TASK_STATE_INVALID_ORDER);
        }
        open(time, utid, stateId, cpu, NONE, NO_FLAGS);
    }

    /// Starts a new state of a thread, for kernels that report the states of threads rather than the switches of
    /// CPUs.
    ///
    /// @param cpu CPU of the event, or -1
    /// @param waker thread whose current state caused this one, or -1
    public void setState(long time, int utid, int stateId, int cpu, int waker) {
        int cause = waker < 0 ? NONE : last(waker);
        close(last(utid), time);
        open(time, utid, stateId, cpu, waker, NO_FLAGS);
        if (cause != NONE && utid != swapper) {
            wakerId.set(last(utid), cause);
        }
    }

    /// Changes the open state of a thread.
    ///
    /// @param cpu new CPU; -1 for no change
    /// @param waker new waker; -1 for no change
    /// @param flags new flags; [#NO_FLAGS] for no change
    public void changeOpen(int utid, int stateId, int cpu, int waker, int flags) {
        int row = last(utid);
        if (row == NONE) {
            return;
        }
        state.set(row, stateId);
        if (cpu >= 0) {
            ucpu.set(row, cpus.ucpu(cpu));
        }
        if (waker >= 0) {
            wakerUtid.set(row, waker);
        }
        if (flags != NO_FLAGS) {
            irqContext.set(row, irqContext(flags));
        }
    }

    /// Returns the string id of the open state of a thread; 0 if it has none.
    public int openState(int utid) {
        int row = last(utid);
        return row == NONE ? 0 : state.get(row);
    }

    private int last(int utid) {
        return utid < lastRow.length ? lastRow[utid] : NONE;
    }

    private void close(int row, long time) {
        if (row != NONE) {
            dur.set(row, time - ts.get(row));
        }
    }

    private static int irqContext(int flags) {
        return flags == NO_FLAGS ? IntColumn.NULL : (flags & IRQ_FLAGS) != 0 ? 1 : 0;
    }

    private void open(long time, int utid, int stateId, int cpu, int waker, int flags) {
        if (utid == swapper) {
            return;
        }
        int row = table.addRow();
        ts.set(row, time);
        dur.set(row, -1);
        utidColumn.set(row, utid);
        state.set(row, stateId);
        if (cpu >= 0) {
            ucpu.set(row, cpus.ucpu(cpu));
        }
        if (flags != NO_FLAGS) {
            irqContext.set(row, irqContext(flags));
        }
        if (waker >= 0) {
            wakerUtid.set(row, waker);
            int wakerRow = last(waker);
            // A waker is running, except at the start of a trace and after data losses.
            if (wakerRow != NONE && state.get(wakerRow) == running) {
                wakerId.set(row, wakerRow);
            }
        }
        if (utid >= lastRow.length) {
            int oldLength = lastRow.length;
            int size = Math.max(utid + 1, oldLength * 2);
            lastRow = Arrays.copyOf(lastRow, size);
            lastBlocked = Arrays.copyOf(lastBlocked, size);
            Arrays.fill(lastRow, oldLength, size, NONE);
            Arrays.fill(lastBlocked, oldLength, size, NONE);
        }
        table.hold(row);
        int before = lastRow[utid];
        int blocked = lastBlocked[utid];
        lastRow[utid] = row;
        if (stateId == running) {
            lastBlocked[utid] = NONE;
        } else if (stateId != runnable) {
            lastBlocked[utid] = row;
        }
        if (blocked != NONE && blocked != before && blocked != lastBlocked[utid]) {
            table.release(blocked);
        }
        if (before != NONE && before != lastBlocked[utid]) {
            table.release(before);
        }
    }
}
