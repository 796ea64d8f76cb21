package traceglass.ingest.fuchsia;

import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.LongIntMap;
import traceglass.ingest.collection.LongMap;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.store.names.StatNames;
import traceglass.store.table.StringPool;

/// Writes scheduling: which thread ran on which CPU, and the states of threads.
final class FuchsiaSched {

    /// Weight of the idle thread of a CPU.
    private static final int IDLE_WEIGHT = Integer.MIN_VALUE;
    /// Letters of a thread's state after it stopped running: new, running, suspended, blocked, dying, dead.
    private static final String[] STATES = {"R", "R", "T", "S", "Z", "X"};

    private final ImportContext context;
    private final LongMap<Long> pidOfTid;
    private final LongIntMap openSlices = new LongIntMap();
    /// Time of the last event of each thread. The duration of a slice is measured from this time, so a wakeup of a
    /// running thread shortens the slice, as in trace processor.
    private final LongMap<Long> lastEvents = new LongMap<>();
    private final int[] states = new int[16];
    private final int running;
    private final int waking;
    private final int weight;
    private final int waker;
    private final int incomingWeight;
    private final int outgoingWeight;
    private boolean isInvalid;

    /// @param pidOfTid processes of threads
    FuchsiaSched(ImportContext context, LongMap<Long> pidOfTid) {
        this.context = context;
        this.pidOfTid = pidOfTid;
        StringPool strings = context.strings();
        for (int i = 0; i < states.length; i++) {
            states[i] = i < STATES.length ? strings.intern(STATES[i]) : StringPool.NULL;
        }
        running = strings.intern("Running");
        waking = strings.intern("W");
        weight = strings.intern("weight");
        waker = strings.intern("waker");
        incomingWeight = strings.intern("incoming_weight");
        outgoingWeight = strings.intern("outgoing_weight");
    }

    /// Adds a context switch in the old form.
    ///
    /// @param offset index of the word with the thread state and CPU
    void handleLegacySwitch(long ts, long[] words, int offset) {
        int outPriority = (int) (words[offset + 5] >>> 32);
        int inPriority = (int) words[offset + 5];
        // An idle thread has neither process nor priority.
        if (outPriority != 0 || pid(words[offset + 2], 0) != 0) {
            switchFrom(ts, words[offset], words[offset + 1], words[offset + 2]);
        }
        if (inPriority != 0 || pid(words[offset + 4], 0) != 0) {
            switchTo(ts, (int) words[offset], words[offset + 3], words[offset + 4], inPriority);
        }
    }

    /// Adds a context switch.
    ///
    /// @param offset index of the word with the thread state and CPU
    void handleContextSwitch(long ts, long[] words, int offset, int arguments) {
        isInvalid = false;
        int in = (int) argument(words, offset + 3, arguments, incomingWeight, Argument.INT32, 0);
        int out = (int) argument(words, offset + 3, arguments, outgoingWeight, Argument.INT32, 0);
        if (isInvalid) {
            return;
        }
        if (out != IDLE_WEIGHT) {
            switchFrom(ts, words[offset], 0, words[offset + 1]);
        }
        if (in != IDLE_WEIGHT) {
            switchTo(ts, (int) words[offset], 0, words[offset + 2], in);
        }
    }

    /// Adds a wakeup of a thread.
    ///
    /// @param offset index of the word with the CPU
    void handleWakeup(long ts, long[] words, int offset, int arguments) {
        isInvalid = false;
        int woken = (int) argument(words, offset + 2, arguments, weight, Argument.INT32, 0);
        long wakerTid = argument(words, offset + 2, arguments, waker, Argument.KOID, -1);
        if (isInvalid || woken == IDLE_WEIGHT) {
            return;
        }
        int utid = utid(0, words[offset + 1]);
        lastEvents.put(words[offset + 1], ts);
        // Without a waker, a timer of the thread itself has fired.
        int wakerUtid = wakerTid < 0 ? utid : context.processes().thread(wakerTid);
        context.threadStates().setState(ts, utid, waking, (int) words[offset], wakerUtid);
    }

    private long argument(long[] words, int from, int count, int name, int type, long fallback) {
        for (int i = from; i < from + 2 * count; i += 2) {
            if ((int) words[i] == name) {
                if ((int) (words[i] >>> 32) != type) {
                    if (!isInvalid) {
                        context.stats().increment(StatNames.FUCHSIA_INVALID_EVENT_ARG_TYPE);
                    }
                    isInvalid = true;
                    return fallback;
                }
                return type == Argument.KOID ? words[i + 1] & Long.MAX_VALUE : words[i + 1];
            }
        }
        return fallback;
    }

    private void switchFrom(long ts, long stateAndCpu, long pid, long tid) {
        int state = states[(int) (stateAndCpu >>> 32) & 0xf];
        int utid = utid(pid, tid);
        int slice = openSlices.get(tid);
        if (slice != LongIntMap.NONE) {
            context.sched().endAfter(slice, ts - lastEvents.get(tid), state);
            openSlices.remove(tid);
        }
        lastEvents.put(tid, ts);
        context.threadStates().setState(ts, utid, state, (int) stateAndCpu, ProcessTracker.NONE);
    }

    private void switchTo(long ts, int cpu, long pid, long tid, int priority) {
        int utid = utid(pid, tid);
        lastEvents.put(tid, ts);
        openSlices.put(tid, context.sched().begin(ts, cpu, utid, priority));
        context.threadStates().setState(ts, utid, running, cpu, ProcessTracker.NONE);
    }

    private long pid(long tid, long fallback) {
        Long existing = pidOfTid.get(tid);
        return existing == null ? fallback : existing;
    }

    private int utid(long pid, long tid) {
        return context.processes().updateThread(tid, pid(tid, pid));
    }
}
