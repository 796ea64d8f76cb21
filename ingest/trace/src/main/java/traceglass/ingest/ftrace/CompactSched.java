package traceglass.ingest.ftrace;

import traceglass.ingest.sort.RunInput;
import traceglass.ingest.sort.RunOutput;
import traceglass.protos.ftrace.CompactSchedDecoder;
import traceglass.store.table.StringPool;

/// Scheduling events of a bundle in the columns of `FtraceEventBundle.CompactSched`: switches and wakings, with times
/// in the clock of the bundle.
final class CompactSched {

    /// Reads the columns of bundles with buffers that all bundles share.
    static final class Reader {

        private static final long SWITCHES = CompactSchedDecoder.SWITCH_TIMESTAMP
                | CompactSchedDecoder.SWITCH_PREV_STATE
                | CompactSchedDecoder.SWITCH_NEXT_PID
                | CompactSchedDecoder.SWITCH_NEXT_PRIO
                | CompactSchedDecoder.SWITCH_NEXT_COMM_INDEX;
        private static final long WAKINGS = CompactSchedDecoder.WAKING_TIMESTAMP
                | CompactSchedDecoder.WAKING_PID
                | CompactSchedDecoder.WAKING_TARGET_CPU
                | CompactSchedDecoder.WAKING_PRIO
                | CompactSchedDecoder.WAKING_COMM_INDEX;

        private final CompactSchedDecoder columns = new CompactSchedDecoder();
        private final StringPool strings;
        private int[] comms = new int[64];
        private int commCount;
        private int errors;
        /// Whether the kind of events being read has been counted as an error.
        private boolean isInvalid;

        Reader(StringPool strings) {
            this.strings = strings;
        }

        /// Reads a `CompactSched`; see [#errors].
        CompactSched read(byte[] bytes, int from, int size) {
            columns.decode(bytes, from, size);
            errors = 0;
            commCount = columns.internTableCount();
            if (commCount > comms.length) {
                comms = new int[commCount * 2];
            }
            for (int i = 0; i < commCount; i++) {
                comms[i] = strings.intern(bytes, columns.internTableOffset(i), columns.internTableLength(i));
            }
            return new CompactSched(this);
        }

        /// Returns for how many of the two kinds of events (0 to 2) the last columns read were damaged or truncated.
        int errors() {
            return errors;
        }

        /// Returns the number of switches before the first missing or invalid value.
        private int switches() {
            CompactSchedDecoder c = columns;
            int complete = events(
                    SWITCHES,
                    c.switchTimestampCount(),
                    c.switchPrevStateCount(),
                    c.switchNextPidCount(),
                    c.switchNextPrioCount(),
                    c.switchNextCommIndexCount());
            for (int i = 0; i < complete; i++) {
                if (!isComm(c.switchNextCommIndex(i))) {
                    return invalidFrom(i);
                }
            }
            return complete;
        }

        /// Returns the number of wakings before the first missing or invalid value.
        private int wakings() {
            CompactSchedDecoder c = columns;
            int complete = events(
                    WAKINGS,
                    c.wakingTimestampCount(),
                    c.wakingPidCount(),
                    c.wakingTargetCpuCount(),
                    c.wakingPrioCount(),
                    c.wakingCommIndexCount());
            for (int i = 0; i < complete; i++) {
                if (!isComm(c.wakingCommIndex(i))) {
                    return invalidFrom(i);
                }
            }
            return complete;
        }

        /// Returns the number of events for which all columns have a value.
        private int events(long fields, int... sizes) {
            int complete = Integer.MAX_VALUE;
            int longest = 0;
            for (int size : sizes) {
                complete = Math.min(complete, size);
                longest = Math.max(longest, size);
            }
            isInvalid = complete != longest || columns.hasTruncated(fields);
            errors += isInvalid ? 1 : 0;
            return complete;
        }

        private boolean isComm(int index) {
            return index >= 0 && index < commCount;
        }

        private int invalidFrom(int i) {
            errors += isInvalid ? 0 : 1;
            return i;
        }
    }

    /// Times of the switches, in the clock of the bundle.
    final long[] switchTs;
    final long[] prevState;
    final int[] nextPid;
    final int[] nextPrio;
    /// String ids of the names of the tasks that were switched to.
    final int[] nextComm;
    /// Times of the wakings, in the clock of the bundle.
    final long[] wakingTs;
    final int[] wakeePid;
    final int[] targetCpu;
    final int[] wakeePrio;
    /// String ids of the names of the woken tasks.
    final int[] wakeeComm;
    final int[] commonFlags;

    private CompactSched(int switches, int wakings) {
        switchTs = new long[switches];
        prevState = new long[switches];
        nextPid = new int[switches];
        nextPrio = new int[switches];
        nextComm = new int[switches];
        wakingTs = new long[wakings];
        wakeePid = new int[wakings];
        targetCpu = new int[wakings];
        wakeePrio = new int[wakings];
        wakeeComm = new int[wakings];
        commonFlags = new int[wakings];
    }

    /// Creates columns for one switch or waking that is read from disk, see [#readSwitch] and [#readWaking].
    static CompactSched ofOneEvent() {
        return new CompactSched(1, 1);
    }

    /// Writes a switch without its time.
    void writeSwitch(int i, RunOutput out) {
        out.writeSigned(prevState[i]);
        out.writeSigned(nextPid[i]);
        out.writeSigned(nextPrio[i]);
        out.writeSigned(nextComm[i]);
    }

    /// Reads a switch written by [#writeSwitch] into row 0.
    void readSwitch(RunInput in) {
        prevState[0] = in.signed();
        nextPid[0] = (int) in.signed();
        nextPrio[0] = (int) in.signed();
        nextComm[0] = (int) in.signed();
    }

    /// Writes a waking without its time.
    void writeWaking(int i, RunOutput out) {
        out.writeSigned(wakeePid[i]);
        out.writeSigned(targetCpu[i]);
        out.writeSigned(wakeePrio[i]);
        out.writeSigned(wakeeComm[i]);
        out.writeSigned(commonFlags[i]);
    }

    /// Reads a waking written by [#writeWaking] into row 0.
    void readWaking(RunInput in) {
        wakeePid[0] = (int) in.signed();
        targetCpu[0] = (int) in.signed();
        wakeePrio[0] = (int) in.signed();
        wakeeComm[0] = (int) in.signed();
        commonFlags[0] = (int) in.signed();
    }

    private CompactSched(Reader r) {
        this(r.switches(), r.wakings());
        CompactSchedDecoder c = r.columns;
        long time = 0;
        for (int i = 0; i < switchTs.length; i++) {
            time += c.switchTimestamp(i);
            switchTs[i] = time;
            prevState[i] = c.switchPrevState(i);
            nextPid[i] = c.switchNextPid(i);
            nextPrio[i] = c.switchNextPrio(i);
            nextComm[i] = r.comms[c.switchNextCommIndex(i)];
        }
        time = 0;
        // Older recorders do not write the flags.
        int flags = c.wakingCommonFlagsCount();
        for (int i = 0; i < wakingTs.length; i++) {
            time += c.wakingTimestamp(i);
            wakingTs[i] = time;
            wakeePid[i] = c.wakingPid(i);
            targetCpu[i] = c.wakingTargetCpu(i);
            wakeePrio[i] = c.wakingPrio(i);
            wakeeComm[i] = r.comms[c.wakingCommIndex(i)];
            commonFlags[i] = i < flags ? c.wakingCommonFlags(i) & 0xffff : 0;
        }
    }
}
