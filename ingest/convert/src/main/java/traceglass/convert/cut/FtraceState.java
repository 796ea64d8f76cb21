package traceglass.convert.cut;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import traceglass.convert.cut.select.PacketSelector;
import traceglass.convert.cut.state.LatestEvents;
import traceglass.convert.cut.state.OpenEvents;
import traceglass.convert.cut.state.StartTimes;
import traceglass.ingest.collection.GrowingLongs;
import traceglass.ingest.collection.LongMap;
import traceglass.ingest.perfetto.reader.PacketTimes;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.protos.ftrace.BinderTransactionFtraceEvent;
import traceglass.protos.ftrace.BinderTransactionReceivedFtraceEvent;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.FtraceEventBundle.CompactSched;
import traceglass.protos.ftrace.PrintFtraceEvent;
import traceglass.protos.ftrace.RssStatFtraceEvent;
import traceglass.protos.ftrace.RssStatThrottledFtraceEvent;
import traceglass.protos.ftrace.SchedProcessFreeFtraceEvent;
import traceglass.protos.ftrace.SchedSwitchFtraceEvent;
import traceglass.protos.ftrace.SchedWakeupFtraceEvent;
import traceglass.protos.ftrace.SchedWakingFtraceEvent;
import traceglass.protos.ftrace.SuspendResumeFtraceEvent;
import traceglass.protos.ftrace.TaskNewtaskFtraceEvent;
import traceglass.protos.ftrace.ZeroFtraceEvent;

/// Finds the ftrace events that are still in effect at a time: running and woken threads, open slices, last values of
/// counters, and thread names.
final class FtraceState implements FtraceBundleReader.Visitor {

    /// Events that begin or end a slice.
    ///
    /// @param name name of the pair
    /// @param isPerCpu whether the slice belongs to the CPU instead of the thread
    private record Pair(String name, boolean isPerCpu, boolean isBegin) {}

    private static final Map<Integer, Pair> PAIRS = new HashMap<>();

    static {
        addPair(true, FtraceEvent.IRQ_HANDLER_ENTRY_FIELD_NUMBER, FtraceEvent.IRQ_HANDLER_EXIT_FIELD_NUMBER);
        addPair(true, FtraceEvent.SOFTIRQ_ENTRY_FIELD_NUMBER, FtraceEvent.SOFTIRQ_EXIT_FIELD_NUMBER);
        addPair(true, FtraceEvent.IPI_ENTRY_FIELD_NUMBER, FtraceEvent.IPI_EXIT_FIELD_NUMBER);
        addPair(true, FtraceEvent.HYP_ENTER_FIELD_NUMBER, FtraceEvent.HYP_EXIT_FIELD_NUMBER);
        addPair(false, FtraceEvent.SYS_ENTER_FIELD_NUMBER, FtraceEvent.SYS_EXIT_FIELD_NUMBER);
        addPair(
                false,
                FtraceEvent.WORKQUEUE_EXECUTE_START_FIELD_NUMBER,
                FtraceEvent.WORKQUEUE_EXECUTE_END_FIELD_NUMBER);
        addPair(
                false,
                FtraceEvent.MM_VMSCAN_DIRECT_RECLAIM_BEGIN_FIELD_NUMBER,
                FtraceEvent.MM_VMSCAN_DIRECT_RECLAIM_END_FIELD_NUMBER);
        addPair(false, FtraceEvent.EXT4_SYNC_FILE_ENTER_FIELD_NUMBER, FtraceEvent.EXT4_SYNC_FILE_EXIT_FIELD_NUMBER);
        addPair(false, FtraceEvent.F2FS_SYNC_FILE_ENTER_FIELD_NUMBER, FtraceEvent.F2FS_SYNC_FILE_EXIT_FIELD_NUMBER);
        addPair(false, FtraceEvent.SCM_CALL_START_FIELD_NUMBER, FtraceEvent.SCM_CALL_END_FIELD_NUMBER);
        addPair(false, FtraceEvent.DMA_FENCE_WAIT_START_FIELD_NUMBER, FtraceEvent.DMA_FENCE_WAIT_END_FIELD_NUMBER);
        addPair(false, FtraceEvent.TRUSTY_SMC_FIELD_NUMBER, FtraceEvent.TRUSTY_SMC_DONE_FIELD_NUMBER);
        addPair(
                false,
                FtraceEvent.DEVICE_PM_CALLBACK_START_FIELD_NUMBER,
                FtraceEvent.DEVICE_PM_CALLBACK_END_FIELD_NUMBER);
    }

    /// Events with a value, and their fields that identify the quantity.
    private static final Map<Integer, int[]> VALUES = Map.ofEntries(
            Map.entry(FtraceEvent.CPU_FREQUENCY_FIELD_NUMBER, new int[] {2}),
            Map.entry(FtraceEvent.CPU_FREQUENCY_LIMITS_FIELD_NUMBER, new int[] {3}),
            Map.entry(FtraceEvent.CPU_IDLE_FIELD_NUMBER, new int[] {2}),
            Map.entry(FtraceEvent.CLOCK_SET_RATE_FIELD_NUMBER, new int[] {1}),
            Map.entry(FtraceEvent.CLOCK_ENABLE_FIELD_NUMBER, new int[] {1}),
            Map.entry(FtraceEvent.CLOCK_DISABLE_FIELD_NUMBER, new int[] {1}),
            Map.entry(FtraceEvent.GPU_FREQUENCY_FIELD_NUMBER, new int[] {1}),
            Map.entry(FtraceEvent.KGSL_GPU_FREQUENCY_FIELD_NUMBER, new int[] {2}),
            Map.entry(FtraceEvent.ION_HEAP_GROW_FIELD_NUMBER, new int[] {1}),
            Map.entry(FtraceEvent.ION_HEAP_SHRINK_FIELD_NUMBER, new int[] {1}),
            Map.entry(FtraceEvent.ION_STAT_FIELD_NUMBER, new int[] {}),
            Map.entry(FtraceEvent.DMA_HEAP_STAT_FIELD_NUMBER, new int[] {}),
            Map.entry(FtraceEvent.FASTRPC_DMA_STAT_FIELD_NUMBER, new int[] {1}),
            Map.entry(FtraceEvent.GPU_MEM_TOTAL_FIELD_NUMBER, new int[] {1, 2}),
            Map.entry(FtraceEvent.THERMAL_TEMPERATURE_FIELD_NUMBER, new int[] {4}),
            Map.entry(FtraceEvent.CDEV_UPDATE_FIELD_NUMBER, new int[] {2}),
            Map.entry(FtraceEvent.OOM_SCORE_ADJ_UPDATE_FIELD_NUMBER, new int[] {3}),
            Map.entry(FtraceEvent.SCHED_CPU_UTIL_CFS_FIELD_NUMBER, new int[] {4}),
            Map.entry(FtraceEvent.GPU_POWER_STATE_FIELD_NUMBER, new int[] {}));

    /// Field numbers of driver markers: type, name, pid.
    private static final Map<Integer, int[]> DRIVER_MARKS = Map.of(
            FtraceEvent.SDE_TRACING_MARK_WRITE_FIELD_NUMBER, new int[] {3, 2, 1},
            FtraceEvent.DPU_TRACING_MARK_WRITE_FIELD_NUMBER, new int[] {5, 4, 1});

    private static final long NONE = -1;
    private static final int ZERO_BEGIN = 1;
    private static final int ZERO_END = 2;
    private static final int ZERO_COUNTER = 4;

    private final long start;
    private final long end;
    private final FtraceBundleReader bundleReader;
    private final OpenEvents open = new OpenEvents();
    private final LatestEvents latest = new LatestEvents();
    private final MemoryState memory = new MemoryState();
    /// Time and id of the last switch of each CPU, and the id of the previous one.
    private final LongMap<long[]> switches = new LongMap<>();
    private final LongMap<long[]> wakings = new LongMap<>();
    private final LongMap<long[]> switchedIn = new LongMap<>();
    private final GrowingLongs names = new GrowingLongs();
    private final EarlierThreads threads = new EarlierThreads();
    private final BinderState binder = new BinderState();
    private final ProtoCursor cursor = new ProtoCursor();
    private long base;
    private boolean isInRange;

    /// @param start first time of the range in ns
    /// @param end end of the range, exclusive
    /// @param selector selects events
    FtraceState(long start, long end, PacketSelector selector) {
        bundleReader = new FtraceBundleReader(selector);
        this.start = start;
        this.end = end;
    }

    /// Returns the id of an event in a packet.
    static long id(long ordinal, int index) {
        return ordinal * FtraceBundleReader.MAX_INDEX + index;
    }

    /// Reads a bundle. Returns whether it has events in the range.
    boolean read(CutPacketReader reader) {
        base = id(reader.ordinal(), 0);
        isInRange = false;
        bundleReader.read(reader.packet, reader.times, this);
        return isInRange;
    }

    /// Returns the threads that were created before the range.
    EarlierThreads threads() {
        return threads;
    }

    /// Returns whether a time is before the range, after recording whether it is in the range.
    private boolean isBefore(long ts) {
        isInRange |= ts >= start && ts < end;
        return ts != PacketTimes.NONE && ts < start;
    }

    @Override
    public void onCompactSwitch(int index, long ts, FtraceBundleReader.Columns columns, int i) {
        if (isBefore(ts)) {
            onSwitched(ts, index, columns.value(CompactSched.SWITCH_NEXT_PID_FIELD_NUMBER, i));
        }
    }

    @Override
    public void onCompactWaking(int index, long ts, FtraceBundleReader.Columns columns, int i) {
        if (isBefore(ts)) {
            onWoken(ts, index, columns.value(CompactSched.WAKING_PID_FIELD_NUMBER, i), false);
        }
    }

    private void onSwitched(long ts, int index, long tid) {
        long[] last = switches.computeIfAbsent(bundleReader.cpu(), _ -> new long[] {Long.MIN_VALUE, NONE, NONE});
        if (ts >= last[0]) {
            last[0] = ts;
            last[2] = last[1];
            last[1] = base + index;
        }
        long[] switchIn = switchedIn.computeIfAbsent(tid, _ -> new long[] {Long.MIN_VALUE});
        switchIn[0] = Math.max(switchIn[0], ts);
    }

    private void onWoken(long ts, int index, long tid, boolean isWakeup) {
        long[] last = wakings.computeIfAbsent(tid << 1 | (isWakeup ? 1 : 0), _ -> new long[] {Long.MIN_VALUE, 0});
        if (ts >= last[0]) {
            last[0] = ts;
            last[1] = base + index;
        }
    }

    @Override
    public void onEvent(int index, long ts, int id, long tid) {
        if (!isBefore(ts) || index >= FtraceBundleReader.COMPACT_SWITCHES) {
            return;
        }
        switch (id) {
            case FtraceEvent.SCHED_SWITCH_FIELD_NUMBER ->
                onSwitched(ts, index, number(SchedSwitchFtraceEvent.NEXT_PID_FIELD_NUMBER));
            case FtraceEvent.SCHED_WAKING_FIELD_NUMBER ->
                onWoken(ts, index, number(SchedWakingFtraceEvent.PID_FIELD_NUMBER), false);
            case FtraceEvent.SCHED_WAKEUP_FIELD_NUMBER ->
                onWoken(ts, index, number(SchedWakeupFtraceEvent.PID_FIELD_NUMBER), true);
            case FtraceEvent.TASK_NEWTASK_FIELD_NUMBER -> {
                long created = number(TaskNewtaskFtraceEvent.PID_FIELD_NUMBER);
                threads.onCreated(ts, tid, created, number(TaskNewtaskFtraceEvent.CLONE_FLAGS_FIELD_NUMBER));
                memory.onEnded(ts, created);
            }
            case FtraceEvent.SCHED_PROCESS_FREE_FIELD_NUMBER ->
                memory.onEnded(ts, number(SchedProcessFreeFtraceEvent.PID_FIELD_NUMBER));
            case FtraceEvent.RSS_STAT_FIELD_NUMBER -> handleMemory(ts, index, tid);
            case FtraceEvent.RSS_STAT_THROTTLED_FIELD_NUMBER -> handleThrottledMemory(ts, index, tid);
            case FtraceEvent.TASK_RENAME_FIELD_NUMBER -> names.add(base + index);
            case FtraceEvent.BINDER_TRANSACTION_FIELD_NUMBER ->
                binder.onSent(
                        ts,
                        base + index,
                        tid,
                        number(BinderTransactionFtraceEvent.DEBUG_ID_FIELD_NUMBER),
                        number(BinderTransactionFtraceEvent.TO_THREAD_FIELD_NUMBER),
                        number(BinderTransactionFtraceEvent.FLAGS_FIELD_NUMBER),
                        number(BinderTransactionFtraceEvent.REPLY_FIELD_NUMBER) != 0);
            case FtraceEvent.BINDER_TRANSACTION_RECEIVED_FIELD_NUMBER ->
                binder.onReceived(
                        ts, base + index, tid, number(BinderTransactionReceivedFtraceEvent.DEBUG_ID_FIELD_NUMBER));
            case FtraceEvent.PRINT_FIELD_NUMBER -> readMarker(text(PrintFtraceEvent.BUF_FIELD_NUMBER), ts, index, tid);
            case FtraceEvent.ZERO_FIELD_NUMBER -> readZeroMarker(ts, index, tid);
            case FtraceEvent.SUSPEND_RESUME_FIELD_NUMBER -> handleSuspend(ts, index);
            default -> handleOther(index, ts, id, tid);
        }
    }

    private void handleOther(int index, long ts, int id, long tid) {
        Pair pair = PAIRS.get(id);
        int[] key = VALUES.get(id);
        int[] driver = DRIVER_MARKS.get(id);
        if (pair != null) {
            String pairKey = pair.name + (pair.isPerCpu ? " on " + bundleReader.cpu() : " of " + tid);
            if (pair.isBegin) {
                open.begin(pairKey, ts, base + index);
            } else {
                open.end(pairKey, ts);
            }
        } else if (key != null) {
            latest.add(valueKey(id, key, tid), ts, base + index);
        } else if (driver != null) {
            handleDriverMark(driver, id, ts, index);
        }
    }

    private void handleMemory(long ts, int index, long tid) {
        long member = number(RssStatFtraceEvent.MEMBER_FIELD_NUMBER);
        // Older kernels do not report the owner of the memory; readers assume that it is the current thread.
        boolean isNamed = value(RssStatFtraceEvent.CURR_FIELD_NUMBER) != null
                && value(RssStatFtraceEvent.MM_ID_FIELD_NUMBER) != null;
        long space = isNamed ? number(RssStatFtraceEvent.MM_ID_FIELD_NUMBER) : 0;
        if (isNamed && number(RssStatFtraceEvent.CURR_FIELD_NUMBER) == 0) {
            memory.handleOther(ts, base + index, space, member);
        } else {
            memory.handleCurrent(ts, base + index, tid, space, member);
        }
    }

    private void handleThrottledMemory(long ts, int index, long tid) {
        long member = number(RssStatThrottledFtraceEvent.MEMBER_FIELD_NUMBER);
        long space = number(RssStatThrottledFtraceEvent.MM_ID_FIELD_NUMBER);
        if (number(RssStatThrottledFtraceEvent.CURR_FIELD_NUMBER) == 0) {
            memory.handleOther(ts, base + index, space, member);
        } else {
            memory.handleCurrent(ts, base + index, tid, space, member);
        }
    }

    private void handleDriverMark(int[] fields, int id, long ts, int index) {
        char kind = (char) number(fields[0]);
        long pid = number(fields[2]);
        if (kind == 'C') {
            latest.add(id + "C" + pid + "|" + text(fields[1]), ts, base + index);
        } else if (kind == 'B') {
            open.begin(id + "B" + pid, ts, base + index);
        } else if (kind == 'E') {
            open.end(id + "B" + pid, ts);
        }
    }

    /// Reads a marker of the driver events of Pixel devices.
    private void readZeroMarker(long ts, int index, long tid) {
        long flags = number(ZeroFtraceEvent.FLAG_FIELD_NUMBER);
        if ((flags & ZERO_BEGIN) != 0) {
            open.begin(tid, ts, base + index);
        } else if ((flags & ZERO_END) != 0) {
            open.end(tid, ts);
        } else if ((flags & ZERO_COUNTER) != 0) {
            String name = text(ZeroFtraceEvent.NAME_FIELD_NUMBER);
            latest.add("C" + number(ZeroFtraceEvent.PID_FIELD_NUMBER) + "|" + name, ts, base + index);
        }
    }

    private void handleSuspend(long ts, int index) {
        String key = "suspend " + text(SuspendResumeFtraceEvent.ACTION_FIELD_NUMBER);
        if (number(SuspendResumeFtraceEvent.START_FIELD_NUMBER) != 0) {
            open.begin(key, ts, base + index);
        } else {
            open.end(key, ts);
        }
    }

    /// Reads an Android marker: `B|pid|name`, `E|pid`, `S|pid|name|cookie`, `F|…`, `G|pid|track|name|cookie`,
    /// `H|pid|track|cookie`, `C|pid|name|value`.
    private void readMarker(String text, long ts, int index, long tid) {
        if (text.isEmpty() || text.length() > 1 && text.charAt(1) != '|' && text.charAt(1) != '\n') {
            return;
        }
        String[] fields = text.strip().split("\\|", -1);
        String pid = fields.length > 1 ? fields[1] : "";
        String last = fields[fields.length - 1];
        switch (text.charAt(0)) {
            case 'B' -> open.begin(tid, ts, base + index);
            case 'E' -> open.end(tid, ts);
            case 'S' -> open.begin(async("S", pid, fields, last), ts, base + index);
            case 'F' -> open.end(async("S", pid, fields, last), ts);
            case 'G' -> open.begin(async("G", pid, fields, last), ts, base + index);
            case 'H' -> open.end(async("G", pid, fields, last), ts);
            case 'C' -> {
                if (fields.length > 2) {
                    latest.add("C" + pid + "|" + fields[2], ts, base + index);
                }
            }
            default -> {}
        }
    }

    private static List<String> async(String kind, String pid, String[] fields, String cookie) {
        return List.of(kind, pid, fields.length > 2 ? fields[2] : "", cookie);
    }

    private List<Object> valueKey(int id, int[] fields, long tid) {
        List<Object> key = new ArrayList<>(fields.length + 2);
        // Growing and shrinking, enabling and disabling set the same value.
        key.add(
                switch (id) {
                    case FtraceEvent.CLOCK_DISABLE_FIELD_NUMBER -> FtraceEvent.CLOCK_ENABLE_FIELD_NUMBER;
                    case FtraceEvent.ION_HEAP_SHRINK_FIELD_NUMBER -> FtraceEvent.ION_HEAP_GROW_FIELD_NUMBER;
                    default -> id;
                });
        boolean isComplete = true;
        for (int field : fields) {
            Object value = value(field);
            isComplete &= value != null;
            key.add(value == null ? "" : value);
        }
        if (!isComplete) {
            key.add(tid);
        }
        return key;
    }

    private @Nullable Object value(int field) {
        for (bundleReader.enterPayload(cursor); cursor.next(); ) {
            if (cursor.field() == field) {
                return cursor.wire() == ProtoCursor.BYTES ? cursor.asString() : (Object) cursor.asLong();
            }
        }
        return null;
    }

    private long number(int field) {
        return value(field) instanceof Long n ? n : 0;
    }

    private String text(int field) {
        for (bundleReader.enterPayload(cursor); cursor.next(); ) {
            if (cursor.field() == field) {
                return new String(cursor.buffer(), cursor.offset(), cursor.length(), StandardCharsets.ISO_8859_1);
            }
        }
        return "";
    }

    /// Adds the times of the values that are in effect.
    void addValues(StartTimes times) {
        latest.forEach((ts, _) -> times.addEvent(ts));
        memory.finish((ts, _) -> times.addMemory(ts));
    }

    /// Adds the events that are in effect with their new times to a map.
    ///
    /// @param times new times of values
    void finish(StartTimes times, LongMap<Long> retimed) {
        // Events of outer slices get earlier times, because bundles are not ordered by time.
        open.forEach((id, levelsAbove) -> retimed.put(id, start - levelsAbove));
        switches.forEach((cpu, last) -> {
            retimed.put(last[1], start);
            // The first compact switch of a CPU only identifies the thread that the second one ends.
            if (isCompact(last[1]) && last[2] != NONE && isCompact(last[2])) {
                retimed.put(last[2], start - 1);
            }
        });
        binder.finish((id, levelsAbove) -> retimed.put(id, start - levelsAbove));
        latest.forEach((ts, id) -> retimed.put(id, times.ofEvent(ts)));
        memory.finish((ts, id) -> retimed.put(id, times.ofMemory(ts)));
        wakings.forEach((key, last) -> {
            long[] switchIn = switchedIn.get(key >> 1);
            if (switchIn == null || switchIn[0] < last[0]) {
                retimed.put(last[1], start);
            }
        });
        for (int i = 0; i < names.size(); i++) {
            retimed.put(names.get(i), start);
        }
    }

    private static boolean isCompact(long id) {
        return id % FtraceBundleReader.MAX_INDEX >= FtraceBundleReader.COMPACT_SWITCHES;
    }

    private static void addPair(boolean isPerCpu, int begin, int end) {
        String name = "pair " + begin;
        PAIRS.put(begin, new Pair(name, isPerCpu, true));
        PAIRS.put(end, new Pair(name, isPerCpu, false));
    }
}
