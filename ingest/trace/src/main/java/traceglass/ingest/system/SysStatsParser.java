package traceglass.ingest.system;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.proto.PackedCursor;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.ingest.tracker.track.CommonTrackTypes;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.ingest.tracker.track.TrackType.Dimension;
import traceglass.protos.system.SysStats;
import traceglass.protos.trace.TracePacket;
import traceglass.store.names.StatNames;
import traceglass.store.table.StringPool;

/// Parses `TracePacket.sys_stats`: system-wide counters, sampled from procfs and sysfs.
public final class SysStatsParser implements PacketParser {

    private static final TrackType MEMINFO = TrackType.counter("meminfo", "bytes", Dimension.ofString("meminfo_key"));
    private static final TrackType VMSTAT = TrackType.counter("vmstat", null, Dimension.ofString("vmstat_key"));
    private static final TrackType CPUSTAT =
            TrackType.counter("cpustat", null, TrackType.CPU, Dimension.ofString("cpustat_key"));
    private static final TrackType NUM_IRQ = TrackType.counter("num_irq", null, Dimension.ofUint("irq"));
    private static final TrackType NUM_SOFTIRQ = TrackType.counter("num_softirq", null, Dimension.ofUint("irq"));
    private static final TrackType NUM_FORKS = TrackType.counter("num_forks", null);
    private static final TrackType NUM_IRQ_TOTAL = TrackType.counter("num_irq_total", null);
    private static final TrackType NUM_SOFTIRQ_TOTAL = TrackType.counter("num_softirq_total", null);
    private static final TrackType BUDDYINFO = TrackType.counter(
            "buddyinfo",
            null,
            Dimension.ofString("buddyinfo_node"),
            Dimension.ofString("buddyinfo_zone"),
            Dimension.ofUint("buddyinfo_chunk_size_kb"));
    private static final TrackType DISKSTAT =
            TrackType.counter("diskstat", null, Dimension.ofString("device_name"), Dimension.ofString("counter_name"));
    private static final TrackType PSI = TrackType.counter("psi", null, Dimension.ofString("psi_resource"));
    private static final TrackType THERMAL =
            TrackType.counter("thermal_temperature_sys", "C", Dimension.ofString("thermal_zone"));
    private static final TrackType CPU_IDLE_STATE =
            TrackType.counter("cpu_idle_state", "us", TrackType.CPU, Dimension.ofString("state"));
    private static final TrackType SLAB = TrackType.counter("slabinfo", "bytes", Dimension.ofString("slab_name"));

    private static final String[] MEMINFO_NAMES = names("meminfo.txt");
    private static final String[] VMSTAT_NAMES = names("vmstat.txt");
    /// Names by field number of `SysStats.CpuTimes`, from `user_ns` on.
    private static final String[] CPU_TIMES = {
        "user_ns", "user_nice_ns", "system_mode_ns", "idle_ns", "io_wait_ns", "irq_ns", "softirq_ns", "steal_ns"
    };
    /// Names by value of `PsiResource`.
    private static final String[] PSI_RESOURCES = {
        "resource.unspecified", "cpu.some", "cpu.full", "io.some", "io.full", "mem.some", "mem.full"
    };
    /// Sectors in /proc/diskstats have 512 bytes on all disks.
    private static final double SECTORS_PER_MB = 2048;

    /// Fields of a packet in the order in which their rows are added.
    private static final int[] KINDS = {
        SysStats.MEMINFO_FIELD_NUMBER,
        SysStats.DEVFREQ_FIELD_NUMBER,
        SysStats.CPUFREQ_KHZ_FIELD_NUMBER,
        SysStats.VMSTAT_FIELD_NUMBER,
        SysStats.CPU_STAT_FIELD_NUMBER,
        SysStats.NUM_IRQ_FIELD_NUMBER,
        SysStats.NUM_SOFTIRQ_FIELD_NUMBER,
        SysStats.NUM_FORKS_FIELD_NUMBER,
        SysStats.NUM_IRQ_TOTAL_FIELD_NUMBER,
        SysStats.NUM_SOFTIRQ_TOTAL_FIELD_NUMBER,
        SysStats.BUDDY_INFO_FIELD_NUMBER,
        SysStats.DISK_STAT_FIELD_NUMBER,
        SysStats.PSI_FIELD_NUMBER,
        SysStats.THERMAL_ZONE_FIELD_NUMBER,
        SysStats.CPUIDLE_STATE_FIELD_NUMBER,
        SysStats.GPUFREQ_MHZ_FIELD_NUMBER,
        SysStats.SLAB_INFO_FIELD_NUMBER
    };

    private final ImportContext context;
    private final StringPool strings;
    private final ProtoCursor stats = new ProtoCursor();
    private final ProtoCursor item = new ProtoCursor();
    private final ProtoCursor entry = new ProtoCursor();
    private final PackedCursor packed = new PackedCursor();
    private final int[] meminfoTracks = tracks(MEMINFO_NAMES.length);
    private final int[] vmstatTracks = tracks(VMSTAT_NAMES.length);
    private final int[][] cpuTracks = new int[CPU_TIMES.length][];
    private final Map<Integer, long[]> disks = new HashMap<>();
    private int cpuOfPacket;
    private long pageSize = 4096;

    public SysStatsParser(ImportContext context) {
        this.context = context;
        strings = context.strings();
    }

    private static int[] tracks(int n) {
        int[] t = new int[n];
        Arrays.fill(t, -1);
        return t;
    }

    private static String[] names(String resource) {
        try (BufferedReader in = new BufferedReader(
                new InputStreamReader(SysStatsParser.class.getResourceAsStream(resource), StandardCharsets.UTF_8))) {
            String[] names = new String[256];
            in.lines().filter(l -> !l.startsWith("#")).forEach(l -> {
                int space = l.indexOf(' ');
                names[Integer.parseInt(l.substring(0, space))] = l.substring(space + 1);
            });
            return names;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public int[] fields() {
        return new int[] {TracePacket.SYS_STATS_FIELD_NUMBER};
    }

    @Override
    public void parse(long ts, Packet packet) {
        cpuOfPacket = 0;
        long present = 0;
        for (packet.enter(stats); stats.next(); ) {
            present |= stats.field() < Long.SIZE ? 1L << stats.field() : 0;
        }
        for (int kind : KINDS) {
            if ((present >>> kind & 1) == 0) {
                continue;
            }
            for (packet.enter(stats); stats.next(); ) {
                if (stats.field() == kind && !read(ts, kind)) {
                    return;
                }
            }
        }
    }

    /// Reads the fields of one kind; returns false to skip the rest of the packet.
    private boolean read(long ts, int kind) {
        switch (kind) {
            case SysStats.MEMINFO_FIELD_NUMBER ->
                readNamedValue(ts, MEMINFO, MEMINFO_NAMES, meminfoTracks, 1024, StatNames.MEMINFO_UNKNOWN_KEYS);
            case SysStats.VMSTAT_FIELD_NUMBER ->
                readNamedValue(ts, VMSTAT, VMSTAT_NAMES, vmstatTracks, 1, StatNames.VMSTAT_UNKNOWN_KEYS);
            case SysStats.CPU_STAT_FIELD_NUMBER -> readCpuTimes(ts);
            case SysStats.NUM_FORKS_FIELD_NUMBER -> readSingle(ts, NUM_FORKS, "num_forks");
            case SysStats.NUM_IRQ_TOTAL_FIELD_NUMBER -> readSingle(ts, NUM_IRQ_TOTAL, "num_irq_total");
            case SysStats.NUM_SOFTIRQ_TOTAL_FIELD_NUMBER -> readSingle(ts, NUM_SOFTIRQ_TOTAL, "num_softirq_total");
            case SysStats.NUM_IRQ_FIELD_NUMBER -> readInterrupts(ts, NUM_IRQ);
            case SysStats.NUM_SOFTIRQ_FIELD_NUMBER -> readInterrupts(ts, NUM_SOFTIRQ);
            case SysStats.DEVFREQ_FIELD_NUMBER -> readDeviceFrequency(ts);
            case SysStats.CPUFREQ_KHZ_FIELD_NUMBER -> readCpuFrequencies(ts);
            case SysStats.BUDDY_INFO_FIELD_NUMBER -> readBuddyInfo(ts);
            case SysStats.DISK_STAT_FIELD_NUMBER -> readDisk(ts);
            case SysStats.PSI_FIELD_NUMBER -> {
                return parsePressure(ts);
            }
            case SysStats.THERMAL_ZONE_FIELD_NUMBER -> readThermal(ts);
            case SysStats.CPUIDLE_STATE_FIELD_NUMBER -> readCpuIdle(ts);
            case SysStats.GPUFREQ_MHZ_FIELD_NUMBER ->
                context.counters()
                        .push(
                                ts,
                                stats.asLong(),
                                context.tracks()
                                        .intern(
                                                CommonTrackTypes.GPU_FREQUENCY,
                                                strings.intern("gpufreq"),
                                                context.gpus().ugpu(0),
                                                0));
            case SysStats.SLAB_INFO_FIELD_NUMBER -> readSlab(ts);
            default -> {}
        }
        return true;
    }

    /// Reads a value whose key is an index of `names`: field 1 is the key, field 2 the value in both messages.
    private void readNamedValue(long ts, TrackType type, String[] names, int[] tracks, long factor, String unknown) {
        int key = 0;
        long value = 0;
        item.enter(stats);
        while (item.next()) {
            if (item.field() == SysStats.MeminfoValue.KEY_FIELD_NUMBER) {
                key = item.asInt();
            } else if (item.field() == SysStats.MeminfoValue.VALUE_FIELD_NUMBER) {
                value = item.asLong();
            }
        }
        if (key < 0 || key >= names.length || names[key] == null) {
            context.stats().increment(unknown);
            return;
        }
        if (tracks[key] < 0) {
            int name = strings.intern(names[key]);
            tracks[key] = context.tracks().intern(type, name, name);
        }
        context.counters().push(ts, (double) value * factor, tracks[key]);
    }

    private void readSingle(long ts, TrackType type, String name) {
        context.counters().push(ts, stats.asLong(), context.tracks().intern(type, strings.intern(name)));
    }

    private void readCpuTimes(long ts) {
        long cpu = -1;
        long[] times = new long[CPU_TIMES.length];
        item.enter(stats);
        while (item.next()) {
            int field = item.field();
            if (field == SysStats.CpuTimes.CPU_ID_FIELD_NUMBER) {
                cpu = item.asUint32();
            } else if (field >= SysStats.CpuTimes.USER_NS_FIELD_NUMBER
                    && field <= SysStats.CpuTimes.STEAL_NS_FIELD_NUMBER) {
                times[field - SysStats.CpuTimes.USER_NS_FIELD_NUMBER] = item.asLong();
            }
        }
        if (cpu < 0) {
            context.stats().increment(StatNames.INVALID_CPU_TIMES);
            return;
        }
        for (int i = 0; i < times.length; i++) {
            context.counters().push(ts, times[i], cpuTrack(i, (int) Math.min(cpu, 4095)));
        }
    }

    private int cpuTrack(int time, int cpu) {
        int[] ofTime = cpuTracks[time];
        if (ofTime == null || cpu >= ofTime.length) {
            int[] bigger = tracks(Math.max(cpu + 1, ofTime == null ? 16 : ofTime.length * 2));
            if (ofTime != null) {
                System.arraycopy(ofTime, 0, bigger, 0, ofTime.length);
            }
            ofTime = bigger;
            cpuTracks[time] = ofTime;
        }
        if (ofTime[cpu] < 0) {
            ofTime[cpu] = context.tracks()
                    .intern(
                            CPUSTAT,
                            strings.intern("cpu.times." + CPU_TIMES[time]),
                            cpu,
                            strings.intern(CPU_TIMES[time]));
        }
        return ofTime[cpu];
    }

    private void readInterrupts(long ts, TrackType type) {
        long irq = 0;
        long count = 0;
        item.enter(stats);
        while (item.next()) {
            if (item.field() == SysStats.InterruptCount.IRQ_FIELD_NUMBER) {
                irq = item.asInt();
            } else if (item.field() == SysStats.InterruptCount.COUNT_FIELD_NUMBER) {
                count = item.asLong();
            }
        }
        int name = strings.intern(type.type() + " (id: " + Integer.toUnsignedString((int) irq) + ")");
        context.counters().push(ts, count, context.tracks().intern(type, name, irq));
    }

    private void readDeviceFrequency(long ts) {
        int key = StringPool.NULL;
        long value = 0;
        item.enter(stats);
        while (item.next()) {
            if (item.field() == SysStats.DevfreqValue.KEY_FIELD_NUMBER) {
                key = item.asStringId(strings);
            } else if (item.field() == SysStats.DevfreqValue.VALUE_FIELD_NUMBER) {
                value = item.asLong();
            }
        }
        String device = key == StringPool.NULL ? "" : strings.get(key);
        context.counters()
                .push(
                        ts,
                        value,
                        context.tracks()
                                .intern(
                                        CommonTrackTypes.CLOCK_FREQUENCY,
                                        strings.intern(device + " Frequency"),
                                        strings.intern(device)));
    }

    /// Adds one frequency per CPU, in order; the field is repeated, packed or not.
    private void readCpuFrequencies(long ts) {
        if (stats.wire() == ProtoCursor.BYTES) {
            packed.enter(stats);
            while (packed.nextVarint()) {
                readCpuFrequency(ts, packed.asLong());
            }
        } else {
            readCpuFrequency(ts, stats.asLong());
        }
    }

    private void readCpuFrequency(long ts, long khz) {
        context.counters()
                .push(
                        ts,
                        khz,
                        context.tracks()
                                .intern(CommonTrackTypes.CPU_FREQUENCY, strings.intern("cpufreq"), cpuOfPacket++));
    }

    private void readBuddyInfo(long ts) {
        String node = "";
        String zone = "";
        item.enter(stats);
        while (item.next()) {
            if (item.field() == SysStats.BuddyInfo.NODE_FIELD_NUMBER) {
                node = item.asString();
            } else if (item.field() == SysStats.BuddyInfo.ZONE_FIELD_NUMBER) {
                zone = item.asString();
            }
        }
        item.enter(stats);
        int order = 0;
        while (item.next()) {
            if (item.field() != SysStats.BuddyInfo.ORDER_PAGES_FIELD_NUMBER) {
                continue;
            }
            if (item.wire() == ProtoCursor.BYTES) {
                packed.enter(item);
                while (packed.nextVarint()) {
                    readBuddy(ts, node, zone, order++, packed.asLong());
                }
            } else {
                readBuddy(ts, node, zone, order++, item.asLong());
            }
        }
    }

    private void readBuddy(long ts, String node, String zone, int order, long pages) {
        long kb = (pageSize << Math.min(order, 40)) / 1024;
        int name = strings.intern("mem.buddyinfo[" + node + "][" + zone + "][" + kb + " kB]");
        context.counters()
                .push(
                        ts,
                        pages,
                        context.tracks().intern(BUDDYINFO, name, strings.intern(node), strings.intern(zone), kb));
    }

    /// Sets the page size in bytes from the system info; 0 selects the default of 4,096.
    void setPageSize(long bytes) {
        pageSize = bytes == 0 ? 4096 : bytes;
    }

    private void readDisk(long ts) {
        int device = strings.intern("");
        // Fields 2 to 9: read sectors, read ms, write sectors, write ms, discard sectors, discard ms, flush
        // count, flush ms.
        long[] current = new long[8];
        item.enter(stats);
        while (item.next()) {
            int field = item.field();
            if (field == SysStats.DiskStat.DEVICE_NAME_FIELD_NUMBER) {
                device = item.asStringId(strings);
            } else if (field >= SysStats.DiskStat.READ_SECTORS_FIELD_NUMBER
                    && field <= SysStats.DiskStat.FLUSH_TIME_MS_FIELD_NUMBER) {
                current[field - SysStats.DiskStat.READ_SECTORS_FIELD_NUMBER] = item.asLong();
            }
        }
        long[] previous = disks.put(device, current);
        if (previous == null) {
            return;
        }
        String[] kinds = {"read", "write", "discard"};
        for (int k = 0; k < kinds.length; k++) {
            double mb = (current[2 * k] - previous[2 * k]) / SECTORS_PER_MB;
            long ms = current[2 * k + 1] - previous[2 * k + 1];
            readDiskCounter(ts, device, kinds[k] + "_amount", "MB", mb);
            readDiskCounter(ts, device, kinds[k] + "_throughput", "MB/s", ms == 0 ? 0 : mb * 1000 / ms);
        }
        readDiskCounter(ts, device, "flush_amount", "count", current[6] - previous[6]);
        readDiskCounter(ts, device, "flush_time", "ms", current[7] - previous[7]);
    }

    private void readDiskCounter(long ts, int device, String counter, String unit, double value) {
        int name = strings.intern("diskstat.[" + strings.get(device) + "]." + counter);
        context.counters()
                .push(
                        ts,
                        value,
                        context.tracks()
                                .internCounter(
                                        DISKSTAT, name, strings.intern(unit), null, device, strings.intern(counter)));
    }

    private boolean parsePressure(long ts) {
        int resource = 0;
        long total = 0;
        item.enter(stats);
        while (item.next()) {
            if (item.field() == SysStats.PsiSample.RESOURCE_FIELD_NUMBER) {
                resource = item.asInt();
            } else if (item.field() == SysStats.PsiSample.TOTAL_NS_FIELD_NUMBER) {
                total = item.asLong();
            }
        }
        if (resource < 0 || resource >= PSI_RESOURCES.length) {
            context.stats().increment(StatNames.PSI_UNKNOWN_RESOURCE);
            return false;
        }
        int key = strings.intern(PSI_RESOURCES[resource]);
        context.counters()
                .push(ts, total, context.tracks().intern(PSI, strings.intern("psi." + PSI_RESOURCES[resource]), key));
        return true;
    }

    private void readThermal(long ts) {
        int zone = strings.intern("");
        long temperature = 0;
        item.enter(stats);
        while (item.next()) {
            if (item.field() == SysStats.ThermalZone.TYPE_FIELD_NUMBER) {
                zone = item.asStringId(strings);
            } else if (item.field() == SysStats.ThermalZone.TEMP_FIELD_NUMBER) {
                temperature = item.asLong();
            }
        }
        context.counters().push(ts, temperature, context.tracks().intern(THERMAL, zone, zone));
    }

    private void readCpuIdle(long ts) {
        item.enter(stats);
        long cpu = item.seek(SysStats.CpuIdleState.CPU_ID_FIELD_NUMBER) ? item.asUint32() : 0;
        item.enter(stats);
        while (item.next()) {
            if (item.field() != SysStats.CpuIdleState.CPUIDLE_STATE_ENTRY_FIELD_NUMBER) {
                continue;
            }
            String state = "";
            long us = 0;
            entry.enter(item);
            while (entry.next()) {
                if (entry.field() == SysStats.CpuIdleStateEntry.STATE_FIELD_NUMBER) {
                    state = entry.asString();
                } else if (entry.field() == SysStats.CpuIdleStateEntry.DURATION_US_FIELD_NUMBER) {
                    us = entry.asLong();
                }
            }
            context.counters()
                    .push(
                            ts,
                            us,
                            context.tracks()
                                    .intern(
                                            CPU_IDLE_STATE,
                                            strings.intern("cpuidle" + cpu + "." + state),
                                            cpu,
                                            strings.intern(state)));
        }
    }

    private void readSlab(long ts) {
        int name = strings.intern("");
        long pagesPerSlab = 0;
        long slabs = 0;
        item.enter(stats);
        while (item.next()) {
            switch (item.field()) {
                case SysStats.SlabInfo.NAME_FIELD_NUMBER -> name = item.asStringId(strings);
                case SysStats.SlabInfo.PAGES_PER_SLAB_FIELD_NUMBER -> pagesPerSlab = item.asUint32();
                case SysStats.SlabInfo.NUM_SLABS_FIELD_NUMBER -> slabs = item.asUint32();
                default -> {}
            }
        }
        int track = context.tracks().intern(SLAB, strings.intern("mem.slab." + strings.get(name)), name);
        long pages = pagesPerSlab;
        long count = slabs;
        int args = context.args()
                .write(b ->
                        b.addUint(strings.intern("pages_per_slab"), pages).addUint(strings.intern("num_slabs"), count));
        context.counters().push(ts, (double) pages * count * pageSize, track, args);
    }
}
