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
import traceglass.ingest.tracker.track.CommonTrackTypes;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.ingest.tracker.track.TrackType.Dimension;
import traceglass.protos.system.BuddyInfoDecoder;
import traceglass.protos.system.CpuIdleStateDecoder;
import traceglass.protos.system.CpuIdleStateEntryDecoder;
import traceglass.protos.system.CpuTimesDecoder;
import traceglass.protos.system.DevfreqValueDecoder;
import traceglass.protos.system.DiskStatDecoder;
import traceglass.protos.system.InterruptCountDecoder;
import traceglass.protos.system.MeminfoValueDecoder;
import traceglass.protos.system.PsiSampleDecoder;
import traceglass.protos.system.SlabInfoDecoder;
import traceglass.protos.system.SysStatsDecoder;
import traceglass.protos.system.ThermalZoneDecoder;
import traceglass.protos.system.VmstatValueDecoder;
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
    /// Names of the fields of `SysStats.CpuTimes`, in order.
    private static final String[] CPU_TIMES = {
        "user_ns", "user_nice_ns", "system_mode_ns", "idle_ns", "io_wait_ns", "irq_ns", "softirq_ns", "steal_ns"
    };
    /// Names by value of `PsiResource`.
    private static final String[] PSI_RESOURCES = {
        "resource.unspecified", "cpu.some", "cpu.full", "io.some", "io.full", "mem.some", "mem.full"
    };
    /// Sectors in /proc/diskstats have 512 bytes on all disks.
    private static final double SECTORS_PER_MB = 2048;

    private final ImportContext context;
    private final StringPool strings;
    private final int[] meminfoTracks = tracks(MEMINFO_NAMES.length);
    private final int[] vmstatTracks = tracks(VMSTAT_NAMES.length);
    private final int[][] cpuTracks = new int[CPU_TIMES.length][];
    private final Map<Integer, long[]> disks = new HashMap<>();
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
        SysStatsDecoder stats = packet.decode(new SysStatsDecoder());
        addMemory(ts, stats);
        addDeviceFrequencies(ts, stats);
        addCpuFrequencies(ts, stats);
        addVmstat(ts, stats);
        addCpuTimes(ts, stats);
        addInterrupts(ts, stats);
        addBuddyInfo(ts, stats);
        addDisks(ts, stats);
        if (!addPressure(ts, stats)) {
            return;
        }
        addThermalZones(ts, stats);
        addCpuIdleTimes(ts, stats);
        addGpuFrequencies(ts, stats);
        addSlabs(ts, stats);
    }

    private void addMemory(long ts, SysStatsDecoder stats) {
        MeminfoValueDecoder item = new MeminfoValueDecoder();
        for (int i = 0; i < stats.meminfoCount(); i++) {
            stats.meminfo(i, item);
            int track = track(MEMINFO, MEMINFO_NAMES, meminfoTracks, item.key());
            if (track < 0) {
                context.stats().increment(StatNames.MEMINFO_UNKNOWN_KEYS);
            } else {
                context.counters().push(ts, (double) item.value() * 1024, track);
            }
        }
    }

    private void addVmstat(long ts, SysStatsDecoder stats) {
        VmstatValueDecoder item = new VmstatValueDecoder();
        for (int i = 0; i < stats.vmstatCount(); i++) {
            stats.vmstat(i, item);
            int track = track(VMSTAT, VMSTAT_NAMES, vmstatTracks, item.key());
            if (track < 0) {
                context.stats().increment(StatNames.VMSTAT_UNKNOWN_KEYS);
            } else {
                context.counters().push(ts, item.value(), track);
            }
        }
    }

    /// Returns the track of a counter from a list of known names; -1 if it is unknown.
    private int track(TrackType type, String[] names, int[] tracks, int key) {
        if (key < 0 || key >= names.length || names[key] == null) {
            return -1;
        }
        if (tracks[key] < 0) {
            int name = strings.intern(names[key]);
            tracks[key] = context.tracks().intern(type, name, name);
        }
        return tracks[key];
    }

    private void addInterrupts(long ts, SysStatsDecoder stats) {
        InterruptCountDecoder item = new InterruptCountDecoder();
        for (int i = 0; i < stats.numIrqCount(); i++) {
            addInterrupt(ts, NUM_IRQ, stats.numIrq(i, item));
        }
        for (int i = 0; i < stats.numSoftirqCount(); i++) {
            addInterrupt(ts, NUM_SOFTIRQ, stats.numSoftirq(i, item));
        }
        if (stats.hasNumForks()) {
            addSingle(ts, NUM_FORKS, "num_forks", stats.numForks());
        }
        if (stats.hasNumIrqTotal()) {
            addSingle(ts, NUM_IRQ_TOTAL, "num_irq_total", stats.numIrqTotal());
        }
        if (stats.hasNumSoftirqTotal()) {
            addSingle(ts, NUM_SOFTIRQ_TOTAL, "num_softirq_total", stats.numSoftirqTotal());
        }
    }

    private void addSingle(long ts, TrackType type, String name, long value) {
        context.counters().push(ts, value, context.tracks().intern(type, strings.intern(name)));
    }

    private void addCpuTimes(long ts, SysStatsDecoder stats) {
        CpuTimesDecoder item = new CpuTimesDecoder();
        for (int i = 0; i < stats.cpuStatCount(); i++) {
            stats.cpuStat(i, item);
            if (!item.hasCpuId()) {
                context.stats().increment(StatNames.INVALID_CPU_TIMES);
                continue;
            }
            long[] times = {
                item.userNs(),
                item.userNiceNs(),
                item.systemModeNs(),
                item.idleNs(),
                item.ioWaitNs(),
                item.irqNs(),
                item.softirqNs(),
                item.stealNs()
            };
            int cpu = (int) Math.min(Integer.toUnsignedLong(item.cpuId()), 4095);
            for (int k = 0; k < times.length; k++) {
                context.counters().push(ts, times[k], cpuTrack(k, cpu));
            }
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

    private void addInterrupt(long ts, TrackType type, InterruptCountDecoder item) {
        int irq = item.irq();
        int name = strings.intern(type.type() + " (id: " + Integer.toUnsignedString(irq) + ")");
        context.counters().push(ts, item.count(), context.tracks().intern(type, name, (long) irq));
    }

    private void addDeviceFrequencies(long ts, SysStatsDecoder stats) {
        DevfreqValueDecoder item = new DevfreqValueDecoder();
        for (int i = 0; i < stats.devfreqCount(); i++) {
            String device = stats.devfreq(i, item).key();
            context.counters()
                    .push(
                            ts,
                            item.value(),
                            context.tracks()
                                    .intern(
                                            CommonTrackTypes.CLOCK_FREQUENCY,
                                            strings.intern(device + " Frequency"),
                                            strings.intern(device)));
        }
    }

    /// Adds one frequency per CPU, in order.
    private void addCpuFrequencies(long ts, SysStatsDecoder stats) {
        for (int cpu = 0; cpu < stats.cpufreqKhzCount(); cpu++) {
            context.counters()
                    .push(
                            ts,
                            Integer.toUnsignedLong(stats.cpufreqKhz(cpu)),
                            context.tracks().intern(CommonTrackTypes.CPU_FREQUENCY, strings.intern("cpufreq"), cpu));
        }
    }

    private void addBuddyInfo(long ts, SysStatsDecoder stats) {
        BuddyInfoDecoder item = new BuddyInfoDecoder();
        for (int i = 0; i < stats.buddyInfoCount(); i++) {
            String node = stats.buddyInfo(i, item).node();
            String zone = item.zone();
            for (int order = 0; order < item.orderPagesCount(); order++) {
                addBuddy(ts, node, zone, order, Integer.toUnsignedLong(item.orderPages(order)));
            }
        }
    }

    private void addBuddy(long ts, String node, String zone, int order, long pages) {
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

    private void addDisks(long ts, SysStatsDecoder stats) {
        DiskStatDecoder item = new DiskStatDecoder();
        for (int i = 0; i < stats.diskStatCount(); i++) {
            stats.diskStat(i, item);
            long[] current = {
                item.readSectors(),
                item.readTimeMs(),
                item.writeSectors(),
                item.writeTimeMs(),
                item.discardSectors(),
                item.discardTimeMs(),
                item.flushCount(),
                item.flushTimeMs()
            };
            addDisk(ts, strings.intern(item.deviceName()), current);
        }
    }

    private void addDisk(long ts, int device, long[] current) {
        long[] previous = disks.put(device, current);
        if (previous == null) {
            return;
        }
        String[] kinds = {"read", "write", "discard"};
        for (int k = 0; k < kinds.length; k++) {
            double mb = (current[2 * k] - previous[2 * k]) / SECTORS_PER_MB;
            long ms = current[2 * k + 1] - previous[2 * k + 1];
            addDiskCounter(ts, device, kinds[k] + "_amount", "MB", mb);
            addDiskCounter(ts, device, kinds[k] + "_throughput", "MB/s", ms == 0 ? 0 : mb * 1000 / ms);
        }
        addDiskCounter(ts, device, "flush_amount", "count", current[6] - previous[6]);
        addDiskCounter(ts, device, "flush_time", "ms", current[7] - previous[7]);
    }

    private void addDiskCounter(long ts, int device, String counter, String unit, double value) {
        int name = strings.intern("diskstat.[" + strings.get(device) + "]." + counter);
        context.counters()
                .push(
                        ts,
                        value,
                        context.tracks()
                                .internCounter(
                                        DISKSTAT, name, strings.intern(unit), null, device, strings.intern(counter)));
    }

    /// Returns false if the rest of the packet must be skipped.
    private boolean addPressure(long ts, SysStatsDecoder stats) {
        PsiSampleDecoder item = new PsiSampleDecoder();
        for (int i = 0; i < stats.psiCount(); i++) {
            int resource = stats.psi(i, item).resource();
            if (resource < 0 || resource >= PSI_RESOURCES.length) {
                context.stats().increment(StatNames.PSI_UNKNOWN_RESOURCE);
                return false;
            }
            int name = strings.intern("psi." + PSI_RESOURCES[resource]);
            int track = context.tracks().intern(PSI, name, strings.intern(PSI_RESOURCES[resource]));
            context.counters().push(ts, item.totalNs(), track);
        }
        return true;
    }

    private void addThermalZones(long ts, SysStatsDecoder stats) {
        ThermalZoneDecoder item = new ThermalZoneDecoder();
        for (int i = 0; i < stats.thermalZoneCount(); i++) {
            int zone = strings.intern(stats.thermalZone(i, item).type());
            context.counters().push(ts, item.temp(), context.tracks().intern(THERMAL, zone, zone));
        }
    }

    private void addGpuFrequencies(long ts, SysStatsDecoder stats) {
        for (int i = 0; i < stats.gpufreqMhzCount(); i++) {
            context.counters()
                    .push(
                            ts,
                            stats.gpufreqMhz(i),
                            context.tracks()
                                    .intern(
                                            CommonTrackTypes.GPU_FREQUENCY,
                                            strings.intern("gpufreq"),
                                            context.gpus().ugpu(0),
                                            0));
        }
    }

    private void addCpuIdleTimes(long ts, SysStatsDecoder stats) {
        CpuIdleStateDecoder item = new CpuIdleStateDecoder();
        CpuIdleStateEntryDecoder entry = new CpuIdleStateEntryDecoder();
        for (int i = 0; i < stats.cpuidleStateCount(); i++) {
            long cpu = Integer.toUnsignedLong(stats.cpuidleState(i, item).cpuId());
            for (int k = 0; k < item.cpuidleStateEntryCount(); k++) {
                String state = item.cpuidleStateEntry(k, entry).state();
                int name = strings.intern("cpuidle" + cpu + "." + state);
                int track = context.tracks().intern(CPU_IDLE_STATE, name, cpu, strings.intern(state));
                context.counters().push(ts, entry.durationUs(), track);
            }
        }
    }

    private void addSlabs(long ts, SysStatsDecoder stats) {
        SlabInfoDecoder item = new SlabInfoDecoder();
        for (int i = 0; i < stats.slabInfoCount(); i++) {
            int name = strings.intern(stats.slabInfo(i, item).name());
            int track = context.tracks().intern(SLAB, strings.intern("mem.slab." + strings.get(name)), name);
            long pages = Integer.toUnsignedLong(item.pagesPerSlab());
            long count = Integer.toUnsignedLong(item.numSlabs());
            int args = context.args()
                    .write(b -> b.addUint(strings.intern("pages_per_slab"), pages)
                            .addUint(strings.intern("num_slabs"), count));
            context.counters().push(ts, (double) pages * count * pageSize, track, args);
        }
    }
}
