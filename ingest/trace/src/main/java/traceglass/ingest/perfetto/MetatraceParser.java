package traceglass.ingest.perfetto;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketContext;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.protos.trace.PerfettoMetatrace;
import traceglass.protos.trace.TracePacket;
import traceglass.store.names.StatNames;
import traceglass.store.table.StringPool;

/// Parses events that Perfetto's own code recorded about itself: slices and counters on its threads.
final class MetatraceParser implements PacketParser {

    /// Names by id. Ids are only ever appended (ext/base/metatrace_events.h of Perfetto).
    private static final String[] EVENTS = {
        "EVENT_ZERO_UNUSED",
        "FTRACE_CPU_READER_READ",
        "FTRACE_DRAIN_CPUS",
        "FTRACE_UNBLOCK_READERS",
        "FTRACE_CPU_READ_NONBLOCK",
        "FTRACE_CPU_READ_BLOCK",
        "FTRACE_CPU_SPLICE_NONBLOCK",
        "FTRACE_CPU_SPLICE_BLOCK",
        "FTRACE_CPU_WAIT_CMD",
        "FTRACE_CPU_RUN_CYCLE",
        "FTRACE_CPU_FLUSH",
        "FTRACE_CPU_BUFFER_WATERMARK",
        "READ_SYS_STATS",
        "PS_WRITE_ALL_PROCESSES",
        "PS_ON_PIDS",
        "PS_ON_RENAME_PIDS",
        "PS_WRITE_ALL_PROCESS_STATS",
        "TRACE_WRITER_COMMIT_STARTUP_WRITER_BATCH",
        "FTRACE_READ_TICK",
        "FTRACE_CPU_READ_CYCLE",
        "FTRACE_CPU_READ_BATCH",
        "KALLSYMS_PARSE",
        "PROFILER_READ_TICK",
        "PROFILER_READ_CPU",
        "PROFILER_UNWIND_TICK",
        "PROFILER_UNWIND_SAMPLE",
        "PROFILER_UNWIND_INITIAL_ATTEMPT",
        "PROFILER_UNWIND_ATTEMPT",
        "PROFILER_MAPS_PARSE",
        "PROFILER_MAPS_REPARSE",
        "PROFILER_UNWIND_CACHE_CLEAR",
        "ANDROID_CPU_PER_UID_TICK",
        "ANDROID_KERNEL_WAKELOCKS_TICK",
        "ANDROID_POWER_TICK",
        "ANDROID_POWER_WRITE_BATTERY_COUNTERS",
        "ANDROID_POWER_WRITE_ENERGY_ESTIMATION_BREAKDOWN",
        "ANDROID_POWER_WRITE_ENTITY_STATE_RESIDENCY",
        "ANDROID_POWER_WRITE_POWER_RAILS_DATA",
        "LINUX_POWER_SYSFS_TICK"
    };
    private static final String[] COUNTERS = {
        "COUNTER_ZERO_UNUSED",
        "FTRACE_PAGES_DRAINED",
        "PS_PIDS_SCANNED",
        "TRACE_SERVICE_COMMIT_DATA",
        "PROFILER_UNWIND_QUEUE_SZ",
        "PROFILER_UNWIND_CURRENT_PID",
        "WATCHDOG_CRASH_REASON",
        "WATCHDOG_CRASH_TIME_BOOT_MS",
        "WATCHDOG_CRASH_ACTUAL_MONO",
        "WATCHDOG_CRASH_ACTUAL_BOOT",
        "WATCHDOG_CRASH_ACTUAL_CPU",
        "FTRACE_SESSIONS"
    };

    private static final TrackType COUNTER =
            TrackType.counter("metatrace_counter", null, TrackType.UTID, TrackType.Dimension.ofString("counter_name"));

    private final ImportContext context;
    private final StringPool strings;
    private final Map<Long, Integer> interned = new HashMap<>();

    private record Arg(int key, int value) {}

    MetatraceParser(PacketContext packets) {
        context = packets.context();
        strings = context.strings();
    }

    @Override
    public int[] fields() {
        return new int[] {TracePacket.PERFETTO_METATRACE_FIELD_NUMBER};
    }

    @Override
    public void parse(long ts, Packet packet) {
        PerfettoMetatrace m;
        try {
            m = packet.decode(PerfettoMetatrace.parser());
        } catch (InvalidProtocolBufferException e) {
            context.logs().recordAtTime(StatNames.TOKENIZER_SKIPPED_PACKETS, ts, null);
            return;
        }
        int utid = context.processes().thread(m.getThreadId() & 0xFFFF_FFFFL);
        m.getInternedStringsList().forEach(s -> interned.putIfAbsent(s.getIid(), strings.intern(s.getValue())));
        switch (m.getRecordTypeCase()) {
            case EVENT_ID -> addSlice(ts, utid, strings.intern(nameOf(EVENTS, m.getEventId(), "Event ")), m);
            case EVENT_NAME_IID -> addSlice(ts, utid, interned(m.getEventNameIid()), m);
            case EVENT_NAME -> addSlice(ts, utid, strings.intern(m.getEventName()), m);
            case COUNTER_ID -> addCounter(ts, utid, strings.intern(nameOf(COUNTERS, m.getCounterId(), "Counter ")), m);
            case COUNTER_NAME -> addCounter(ts, utid, strings.intern(m.getCounterName()), m);
            default -> {}
        }
        if (m.hasHasOverruns()) {
            context.stats().increment(StatNames.METATRACE_OVERRUNS);
        }
    }

    private static String nameOf(String[] names, int id, String fallback) {
        return id >= 0 && id < names.length ? names[id] : fallback + Integer.toUnsignedString(id);
    }

    private int interned(long iid) {
        Integer id = interned.get(iid);
        return id == null ? strings.intern("MISSING STRING") : id;
    }

    private void addSlice(long ts, int utid, int name, PerfettoMetatrace m) {
        context.slices()
                .scoped(
                        ts,
                        m.getEventDurationNs(),
                        context.tracks().threadTrack(utid),
                        strings.intern("metatrace"),
                        name,
                        b -> addArgs(m, b));
    }

    private void addCounter(long ts, int utid, int name, PerfettoMetatrace m) {
        context.counters()
                .push(
                        ts,
                        m.getCounterValue(),
                        context.tracks().intern(COUNTER, name, utid, name),
                        context.args().write(b -> addArgs(m, b)));
    }

    /// Adds the arguments; several arguments with the same key become an array.
    private void addArgs(PerfettoMetatrace m, ArgSetBuilder b) {
        List<Arg> args = new ArrayList<>();
        for (PerfettoMetatrace.Arg a : m.getArgsList()) {
            args.add(new Arg(
                    a.hasKeyIid() ? interned(a.getKeyIid()) : strings.intern(a.getKey()),
                    a.hasValueIid() ? interned(a.getValueIid()) : strings.intern(a.getValue())));
        }
        args.sort(Comparator.comparingInt(Arg::key));
        int index = 0;
        for (int i = 0; i < args.size(); i++) {
            Arg a = args.get(i);
            boolean isRepeated = i + 1 < args.size() && args.get(i + 1).key == a.key;
            if (!isRepeated && index == 0) {
                b.addString(a.key, a.value);
            } else {
                b.addString(a.key, strings.intern(strings.get(a.key) + "[" + index + "]"), a.value);
                index = isRepeated ? index + 1 : 0;
            }
        }
    }
}
