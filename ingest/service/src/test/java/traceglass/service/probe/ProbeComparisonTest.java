package traceglass.service.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Message;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.protos.system.CpuInfo;
import traceglass.protos.system.InterruptInfo;
import traceglass.protos.system.ProcessTree;
import traceglass.protos.system.SysStats;
import traceglass.protos.trace.TracePacket;
import traceglass.sdk.posix.Posix;
import traceglass.service.builtin.BuiltInProbes;
import traceglass.service.testing.PerfettoDaemons;
import traceglass.service.testing.ProbeRecording;

/// Records the same config at the same time with the real `traced_probes` and with our probes and compares the
/// packets. Intended differences of our probes:
///
/// - Main threads are also listed as threads, as in Perfetto since version 58.
/// - Processors other than Arm have their model name, where Perfetto writes "unknown".
/// - Times of processes whose name contains a space are correct; Perfetto splits `/proc/PID/stat` at spaces.
/// - Newlines and backslashes in names are unescaped.
/// - Memory sizes of 4 TB and more are not truncated to 32 bits.
/// - If the id of an ended process is reused, the next poll writes the new process.
class ProbeComparisonTest {

    private static final String CONFIG = """
        data_sources { config { name: "linux.sys_stats" sys_stats_config {
          meminfo_period_ms: 100 vmstat_period_ms: 100 stat_period_ms: 100 devfreq_period_ms: 100
          cpufreq_period_ms: 100 buddyinfo_period_ms: 100 diskstat_period_ms: 100 psi_period_ms: 100
          thermal_period_ms: 100 cpuidle_period_ms: 100 gpufreq_period_ms: 100 slab_period_ms: 100 } } }
        data_sources { config { name: "linux.process_stats" process_stats_config {
          scan_all_processes_on_start: true record_thread_names: true proc_stats_poll_ms: 100
          scan_smaps_rollup: true record_process_age: true record_process_runtime: true
          record_process_dmabuf_rss: true resolve_process_fds: true } } }
        data_sources { config { name: "linux.system_info" system_info_config { irq_names: true } } }
        data_sources { config { name: "linux.sysfs_power" } }
        """;
    private static final Set<String> KINDS =
            Set.of("sys_stats", "process_stats", "process_tree", "cpu_info", "interrupt_info", "battery");
    private static final long PERIOD_MS = 100;
    private static final long OLD_NS = 5_000_000_000L;

    private static List<TracePacket> ours;
    private static List<TracePacket> theirs;

    @BeforeAll
    static void recordBoth(@TempDir Path folder) throws Exception {
        Path programs = PerfettoDaemons.programs();
        Assumptions.assumeTrue(programs != null && Posix.isSupported(), "no real perfetto programs");
        try (PerfettoDaemons daemons = PerfettoDaemons.start(programs, folder);
                ProbeRecording recording = ProbeRecording.start(BuiltInProbes.all(), CONFIG)) {
            theirs = daemons.record(CONFIG + "buffers { size_kb: 16384 } duration_ms: 700")
                    .getPacketList();
            // Waits for a poll that is later than all of theirs.
            Thread.sleep(2 * PERIOD_MS);
            ours = recording.stop();
        }
    }

    private static Set<String> fields(List<TracePacket> packets) {
        Set<String> fields = new TreeSet<>();
        packets.forEach(p -> addFields("", p, fields));
        return fields;
    }

    private static void addFields(String path, Message message, Set<String> fields) {
        message.getAllFields().forEach((field, value) -> {
            String name = path + field.getName();
            if (!path.isEmpty() || KINDS.contains(name)) {
                fields.add(name);
                Collection<?> values = field.isRepeated() ? (Collection<?>) value : List.of(value);
                values.stream()
                        .filter(v -> v instanceof Message)
                        .forEach(v -> addFields(name + ".", (Message) v, fields));
            }
        });
    }

    private static <T> Set<T> stats(List<TracePacket> packets, Function<SysStats, Collection<T>> keys) {
        return packets.stream()
                .filter(TracePacket::hasSysStats)
                .flatMap(p -> keys.apply(p.getSysStats()).stream())
                .collect(Collectors.toSet());
    }

    @Test
    void writeTheSameFields() {
        assertEquals(fields(theirs), fields(ours));
        assertTrue(fields(ours).size() > 60);
    }

    @Test
    void readTheSameCounters() {
        List<Function<SysStats, Collection<Object>>> keys = List.of(
                s -> map(s.getMeminfoList(), SysStats.MeminfoValue::getKey),
                s -> map(s.getVmstatList(), SysStats.VmstatValue::getKey),
                s -> map(s.getCpuStatList(), SysStats.CpuTimes::getCpuId),
                s -> map(s.getNumSoftirqList(), SysStats.InterruptCount::getIrq),
                s -> map(s.getBuddyInfoList(), b -> b.getNode() + b.getZone() + b.getOrderPagesCount()),
                s -> map(s.getDiskStatList(), SysStats.DiskStat::getDeviceName),
                s -> map(s.getPsiList(), SysStats.PsiSample::getResource),
                s -> map(s.getThermalZoneList(), z -> z.getName() + z.getType()),
                // The daemon reports only some of the CPUs that have no idle states.
                s -> map(
                        s.getCpuidleStateList().stream()
                                .filter(c -> c.getCpuidleStateEntryCount() > 0)
                                .toList(),
                        c -> c.getCpuId() + " "
                                + new TreeSet<>(
                                        map(c.getCpuidleStateEntryList(), SysStats.CpuIdleStateEntry::getState))),
                s -> map(s.getDevfreqList(), SysStats.DevfreqValue::getKey),
                s -> List.of(s.getCpufreqKhzCount(), s.getGpufreqMhzCount()));
        for (Function<SysStats, Collection<Object>> key : keys) {
            assertEquals(stats(theirs, key), stats(ours, key));
        }
        // The kernel can add slabs while the test runs.
        Function<SysStats, Collection<Object>> slabs = s -> map(s.getSlabInfoList(), SysStats.SlabInfo::getName);
        Function<SysStats, Collection<Object>> irqs = s -> map(s.getNumIrqList(), SysStats.InterruptCount::getIrq);
        assertTrue(stats(ours, slabs).containsAll(stats(theirs, slabs)));
        assertTrue(stats(ours, irqs).containsAll(stats(theirs, irqs)));
    }

    private static <T> Collection<Object> map(List<T> list, Function<T, Object> to) {
        return list.stream().map(to).toList();
    }

    @Test
    void countInTheSameUnits() {
        Map<String, Long> first = values(ours, true);
        Map<String, Long> last = values(ours, false);
        int compared = 0;
        for (Map.Entry<String, Long> value : values(theirs, false).entrySet()) {
            String key = value.getKey();
            if (first.containsKey(key)) {
                assertTrue(value.getValue() >= first.get(key), key);
                assertTrue(value.getValue() <= last.get(key), key);
                compared++;
            }
        }
        assertTrue(compared > 10, first.toString());
    }

    /// Returns the values that never decrease.
    private static Map<String, Long> values(List<TracePacket> packets, boolean isFromFirst) {
        List<SysStats> stats = packets.stream()
                .filter(TracePacket::hasSysStats)
                .map(TracePacket::getSysStats)
                .toList();
        SysStats chosen = isFromFirst ? stats.getFirst() : stats.getLast();
        Map<String, Long> values = new TreeMap<>();
        chosen.getCpuStatList().forEach(c -> {
            values.put("user " + c.getCpuId(), c.getUserNs());
            values.put("system " + c.getCpuId(), c.getSystemModeNs());
        });
        chosen.getNumIrqList().forEach(i -> values.put("irq " + i.getIrq(), i.getCount()));
        chosen.getPsiList().forEach(p -> values.put(p.getResource().name(), p.getTotalNs()));
        chosen.getDiskStatList().forEach(d -> values.put(d.getDeviceName(), d.getWriteSectors()));
        chosen.getCpuidleStateList()
                .forEach(c -> c.getCpuidleStateEntryList()
                        .forEach(s -> values.put(c.getCpuId() + s.getState(), s.getDurationUs())));
        values.put("forks", chosen.getNumForks());
        return values;
    }

    @Test
    void describeTheSameProcesses() {
        long time = theirs.stream()
                .filter(TracePacket::hasProcessTree)
                .findFirst()
                .orElseThrow()
                .getTimestamp();
        Map<Integer, ProcessTree.Process> known = new HashMap<>();
        trees(ours).forEach(t -> t.getProcessesList().forEach(p -> known.put(p.getPid(), p)));
        int compared = 0;
        for (ProcessTree tree : trees(theirs)) {
            for (ProcessTree.Process process : tree.getProcessesList()) {
                ProcessTree.Process other = known.get(process.getPid());
                if (other != null && time - other.getProcessStartFromBoot() > OLD_NS && isSteady(other)) {
                    assertEquals(process, other);
                    compared++;
                }
            }
        }
        assertTrue(compared > 5, "compared " + compared);
    }

    private static List<ProcessTree> trees(List<TracePacket> packets) {
        return packets.stream()
                .filter(TracePacket::hasProcessTree)
                .map(TracePacket::getProcessTree)
                .toList();
    }

    /// Returns whether both probes must read the process identically; kernel workers change their names.
    private static boolean isSteady(ProcessTree.Process process) {
        return trees(ours).stream()
                .flatMap(t -> t.getThreadsList().stream())
                .filter(t -> t.getTid() == process.getPid())
                .noneMatch(t -> t.getName().contains(" ") || t.getName().startsWith("kworker"));
    }

    @Test
    void listTheSameThreads() {
        Set<ProcessTree.Thread> threads = threads(ours);
        Set<Integer> processes =
                threads.stream().map(ProcessTree.Thread::getTgid).collect(Collectors.toSet());
        List<ProcessTree.Thread> missing = threads(theirs).stream()
                .filter(t -> processes.contains(t.getTgid()) && !threads.contains(t))
                .toList();
        // Threads start, end and change their names.
        assertTrue(missing.size() <= threads.size() / 10, missing.toString());
        assertTrue(threads.stream().anyMatch(t -> t.getTid() == t.getTgid()));
    }

    private static Set<ProcessTree.Thread> threads(List<TracePacket> packets) {
        return trees(packets).stream().flatMap(t -> t.getThreadsList().stream()).collect(Collectors.toSet());
    }

    @Test
    void describeTheSameHardware() {
        assertEquals(cpus(theirs), cpus(ours));
        assertEquals(interrupts(theirs), interrupts(ours));
    }

    private static List<CpuInfo.Cpu> cpus(List<TracePacket> packets) {
        return packets.stream()
                .flatMap(p -> p.getCpuInfo().getCpusList().stream())
                .map(c -> c.hasArmIdentifier()
                        ? c
                        : c.toBuilder().clearProcessor().build())
                .toList();
    }

    private static List<InterruptInfo> interrupts(List<TracePacket> packets) {
        return packets.stream()
                .filter(TracePacket::hasInterruptInfo)
                .map(TracePacket::getInterruptInfo)
                .toList();
    }
}
