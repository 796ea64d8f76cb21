package traceglass.service.probe.ftrace.page;

import java.util.Arrays;
import traceglass.protos.ftrace.FtraceEventBundle;
import traceglass.protos.ftrace.FtraceEventBundle.CompactSched;
import traceglass.sdk.proto.ProtoWriter;

/// Scheduler events of a bundle in the compact, columnar encoding: times are deltas and thread names are
/// indexes into a table.
final class SchedColumns {

    /// Number of names at which a new bundle starts, so that its table stays small.
    static final int MANY_NAMES = 64;

    /// Size of the hash table: more than [#MANY_NAMES] plus the names that a page can add.
    private static final int SLOTS = 4096;

    private final PackedColumn switchTime = new PackedColumn();
    private final PackedColumn prevState = new PackedColumn();
    private final PackedColumn nextPid = new PackedColumn();
    private final PackedColumn nextPrio = new PackedColumn();
    private final PackedColumn nextComm = new PackedColumn();
    private final PackedColumn wakingTime = new PackedColumn();
    private final PackedColumn wakingPid = new PackedColumn();
    private final PackedColumn targetCpu = new PackedColumn();
    private final PackedColumn wakingPrio = new PackedColumn();
    private final PackedColumn wakingComm = new PackedColumn();
    private final PackedColumn wakingFlags = new PackedColumn();

    private final RecordIds ids;
    private long lastSwitch;
    private long lastWaking;
    private int events;

    /// Names as pairs of 8-byte words, ordered by index.
    private long[] names = new long[2 * MANY_NAMES];
    private int nameCount;
    /// Open-addressing hash table of indexes plus one; 0 is an empty slot.
    private final short[] slots = new short[SLOTS];
    private final byte[] nameBytes = new byte[CompactFormat.COMM_BYTES];

    SchedColumns(RecordIds ids) {
        this.ids = ids;
    }

    void addSwitch(CompactFormat format, byte[] bytes, int offset, long time) {
        switchTime.add(time - lastSwitch);
        lastSwitch = time;
        int state = offset + format.prevState();
        prevState.add(format.hasWideState() ? LittleEndian.int64(bytes, state) : LittleEndian.int32(bytes, state));
        int thread = LittleEndian.int32(bytes, offset + format.nextPid());
        nextPid.add(thread);
        ids.addThread(thread);
        nextPrio.add(LittleEndian.int32(bytes, offset + format.nextPrio()));
        nextComm.add(name(bytes, offset + format.nextComm()));
        events++;
    }

    void addWaking(CompactFormat format, byte[] bytes, int offset, long time) {
        wakingTime.add(time - lastWaking);
        lastWaking = time;
        int thread = LittleEndian.int32(bytes, offset + format.wakingPid());
        wakingPid.add(thread);
        ids.addThread(thread);
        targetCpu.add(LittleEndian.int32(bytes, offset + format.targetCpu()));
        wakingPrio.add(LittleEndian.int32(bytes, offset + format.wakingPrio()));
        wakingComm.add(name(bytes, offset + format.wakingComm()));
        wakingFlags.add(bytes[offset + format.commonFlags()] & 0xff);
        events++;
    }

    boolean hasManyNames() {
        return nameCount > MANY_NAMES;
    }

    /// Returns the index of a name. Ignores bytes after the first NUL, because the kernel does not clear them.
    private int name(byte[] bytes, int offset) {
        long start = LittleEndian.int64(bytes, offset);
        long low = beforeNul(start);
        long high = nuls(start) == 0 ? beforeNul(LittleEndian.int64(bytes, offset + Long.BYTES)) : 0;
        long hash = (low * 31 + high) * 0x9E37_79B9_7F4A_7C15L;
        int slot = (int) (hash >>> 40) & SLOTS - 1;
        while (slots[slot] != 0) {
            int index = slots[slot] - 1;
            if (names[2 * index] == low && names[2 * index + 1] == high) {
                return index;
            }
            slot = slot + 1 & SLOTS - 1;
        }
        if (2 * nameCount == names.length) {
            names = Arrays.copyOf(names, 2 * names.length);
        }
        names[2 * nameCount] = low;
        names[2 * nameCount + 1] = high;
        slots[slot] = (short) (nameCount + 1);
        return nameCount++;
    }

    /// Returns the bytes before the first NUL.
    private static long beforeNul(long text) {
        long nuls = nuls(text);
        return nuls == 0 ? text : text & (1L << (Long.numberOfTrailingZeros(nuls) & ~7)) - 1;
    }

    /// Returns a word whose lowest set bit is the highest bit of the first zero byte, or 0 if no byte is zero.
    private static long nuls(long text) {
        return text - 0x0101_0101_0101_0101L & ~text & 0x8080_8080_8080_8080L;
    }

    /// Writes the columns and removes them. Writes nothing if there are no events.
    void flush(ProtoWriter to) {
        if (events == 0) {
            return;
        }
        int message = to.open(FtraceEventBundle.COMPACT_SCHED_FIELD_NUMBER);
        switchTime.flush(to, CompactSched.SWITCH_TIMESTAMP_FIELD_NUMBER);
        prevState.flush(to, CompactSched.SWITCH_PREV_STATE_FIELD_NUMBER);
        nextPid.flush(to, CompactSched.SWITCH_NEXT_PID_FIELD_NUMBER);
        nextPrio.flush(to, CompactSched.SWITCH_NEXT_PRIO_FIELD_NUMBER);
        for (int i = 0; i < nameCount; i++) {
            writeName(to, names[2 * i], names[2 * i + 1]);
        }
        nextComm.flush(to, CompactSched.SWITCH_NEXT_COMM_INDEX_FIELD_NUMBER);
        wakingTime.flush(to, CompactSched.WAKING_TIMESTAMP_FIELD_NUMBER);
        wakingPid.flush(to, CompactSched.WAKING_PID_FIELD_NUMBER);
        targetCpu.flush(to, CompactSched.WAKING_TARGET_CPU_FIELD_NUMBER);
        wakingPrio.flush(to, CompactSched.WAKING_PRIO_FIELD_NUMBER);
        wakingComm.flush(to, CompactSched.WAKING_COMM_INDEX_FIELD_NUMBER);
        wakingFlags.flush(to, CompactSched.WAKING_COMMON_FLAGS_FIELD_NUMBER);
        to.close(message);
        clear();
    }

    private void writeName(ProtoWriter to, long low, long high) {
        for (int i = 0; i < Long.BYTES; i++) {
            nameBytes[i] = (byte) (low >>> 8 * i);
            nameBytes[Long.BYTES + i] = (byte) (high >>> 8 * i);
        }
        int end = LittleEndian.textEnd(nameBytes, 0, nameBytes.length);
        to.bytes(CompactSched.INTERN_TABLE_FIELD_NUMBER, nameBytes, 0, end);
    }

    private void clear() {
        lastSwitch = 0;
        lastWaking = 0;
        events = 0;
        nameCount = 0;
        Arrays.fill(slots, (short) 0);
    }
}
