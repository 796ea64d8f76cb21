package traceglass.ingest.ftrace;

import java.util.Arrays;
import traceglass.ingest.proto.PackedCursor;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.ingest.sort.RunInput;
import traceglass.ingest.sort.RunOutput;
import traceglass.store.table.StringPool;

/// Scheduling events of a bundle in the columns of `FtraceEventBundle.CompactSched`: switches and wakings, with times
/// in the clock of the bundle.
final class CompactSched {

    private static final int SWITCH_TIMESTAMP = 1;
    private static final int SWITCH_PREV_STATE = 2;
    private static final int SWITCH_NEXT_PID = 3;
    private static final int SWITCH_NEXT_PRIO = 4;
    private static final int INTERN_TABLE = 5;
    private static final int SWITCH_NEXT_COMM_INDEX = 6;
    private static final int WAKING_TIMESTAMP = 7;
    private static final int WAKING_PID = 8;
    private static final int WAKING_TARGET_CPU = 9;
    private static final int WAKING_PRIO = 10;
    private static final int WAKING_COMM_INDEX = 11;
    private static final int WAKING_COMMON_FLAGS = 12;

    /// Values of one column.
    private static final class Column {
        long[] values = new long[0];
        int size;
        boolean damaged;

        void read(ProtoCursor field, PackedCursor packed) {
            size = 0;
            damaged = false;
            if (values.length < field.length()) {
                values = new long[field.length()];
            }
            for (packed.enter(field); packed.nextVarint(); ) {
                if (size == values.length) {
                    values = Arrays.copyOf(values, size * 2 + 1);
                }
                values[size++] = packed.asLong();
            }
            damaged = packed.isDamaged();
        }
    }

    /// Buffers for reading, shared by all bundles.
    static final class Reader {

        private final Column[] columns = new Column[WAKING_COMMON_FLAGS + 1];
        private final PackedCursor packed = new PackedCursor();
        private final ProtoCursor cursor = new ProtoCursor();
        private final StringPool strings;
        private int[] comms = new int[64];
        private int commCount;
        private int errors;

        Reader(StringPool strings) {
            this.strings = strings;
            for (int i = 0; i < columns.length; i++) {
                columns[i] = new Column();
            }
        }

        /// Reads the columns from the current field of `field`; see [#errors].
        CompactSched read(ProtoCursor field) {
            for (Column c : columns) {
                c.size = 0;
                c.damaged = false;
            }
            commCount = 0;
            errors = 0;
            for (cursor.enter(field); cursor.next(); ) {
                int number = cursor.field();
                if (number == INTERN_TABLE) {
                    if (commCount == comms.length) {
                        comms = Arrays.copyOf(comms, commCount * 2);
                    }
                    comms[commCount++] = cursor.asStringId(strings);
                } else if (number < columns.length && number > 0) {
                    columns[number].read(cursor, packed);
                }
            }
            return new CompactSched(this);
        }

        /// Returns for how many of the two kinds of events the last columns read were damaged or truncated.
        int errors() {
            return errors;
        }

        private int events(int from, int to) {
            int n = Integer.MAX_VALUE;
            for (int i = from; i <= to; i++) {
                n = i == INTERN_TABLE ? n : Math.min(n, columns[i].size);
            }
            boolean bad = false;
            for (int i = from; i <= to; i++) {
                bad |= i != INTERN_TABLE && (columns[i].damaged || columns[i].size != n);
            }
            Column index = columns[to];
            for (int i = 0; i < n; i++) {
                long v = index.values[i] & 0xFFFF_FFFFL;
                if (v >= commCount) {
                    n = i;
                    bad = true;
                }
            }
            errors += bad ? 1 : 0;
            return n;
        }

        private long[] times(int column, int n) {
            long[] times = new long[n];
            long t = 0;
            for (int i = 0; i < n; i++) {
                t += columns[column].values[i];
                times[i] = t;
            }
            return times;
        }

        private int[] ints(int column, int n) {
            int[] ints = new int[n];
            for (int i = 0; i < n; i++) {
                ints[i] = (int) columns[column].values[i];
            }
            return ints;
        }

        private int[] comms(int column, int n) {
            int[] ids = new int[n];
            for (int i = 0; i < n; i++) {
                ids[i] = comms[(int) columns[column].values[i]];
            }
            return ids;
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
        out.signed(prevState[i]);
        out.signed(nextPid[i]);
        out.signed(nextPrio[i]);
        out.signed(nextComm[i]);
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
        out.signed(wakeePid[i]);
        out.signed(targetCpu[i]);
        out.signed(wakeePrio[i]);
        out.signed(wakeeComm[i]);
        out.signed(commonFlags[i]);
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
        int switches = r.events(SWITCH_TIMESTAMP, SWITCH_NEXT_COMM_INDEX);
        switchTs = r.times(SWITCH_TIMESTAMP, switches);
        prevState = Arrays.copyOf(r.columns[SWITCH_PREV_STATE].values, switches);
        nextPid = r.ints(SWITCH_NEXT_PID, switches);
        nextPrio = r.ints(SWITCH_NEXT_PRIO, switches);
        nextComm = r.comms(SWITCH_NEXT_COMM_INDEX, switches);
        int wakings = r.events(WAKING_TIMESTAMP, WAKING_COMM_INDEX);
        wakingTs = r.times(WAKING_TIMESTAMP, wakings);
        wakeePid = r.ints(WAKING_PID, wakings);
        targetCpu = r.ints(WAKING_TARGET_CPU, wakings);
        wakeePrio = r.ints(WAKING_PRIO, wakings);
        wakeeComm = r.comms(WAKING_COMM_INDEX, wakings);
        // Older recorders do not write the flags.
        Column flags = r.columns[WAKING_COMMON_FLAGS];
        commonFlags = new int[wakings];
        for (int i = 0; i < Math.min(wakings, flags.size); i++) {
            commonFlags[i] = (int) flags.values[i] & 0xffff;
        }
    }
}
