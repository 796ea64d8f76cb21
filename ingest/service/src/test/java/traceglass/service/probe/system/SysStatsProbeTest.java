package traceglass.service.probe.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.TextFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.protos.config.DataSourceConfig;
import traceglass.protos.system.SysStats;
import traceglass.protos.trace.TracePacket;
import traceglass.sdk.posix.Posix;
import traceglass.service.probe.ProbeInstance;
import traceglass.service.probe.ProbeRefused;
import traceglass.service.probe.files.SystemFolderFiles;
import traceglass.service.testing.ManualProbeContext;

/// Tests the probe with fake `/proc` and `/sys` folders.
class SysStatsProbeTest {

    @TempDir
    private Path root;

    private final ManualProbeContext context = new ManualProbeContext();
    private SystemFolderFiles files;

    @BeforeEach
    void createFolders() throws IOException {
        Assumptions.assumeTrue(Posix.isSupported());
        files = new SystemFolderFiles(root);
    }

    private ProbeInstance start(String config) throws Exception {
        DataSourceConfig.Builder parsed = DataSourceConfig.newBuilder();
        TextFormat.merge("sys_stats_config { " + config + "}", parsed);
        return context.start(new SysStatsProbe(files.folders()), parsed.build());
    }

    /// Returns the counters of the packets since the last call, without times.
    private List<SysStats> stats() {
        return context.drainPackets().stream()
                .map(TracePacket::getSysStats)
                .map(s -> s.toBuilder().clearCollectionEndTimestamp().build())
                .toList();
    }

    private SysStats record(String config) throws Exception {
        start(config);
        context.runPending();
        return stats().getFirst();
    }

    private static SysStats parse(String text) throws Exception {
        SysStats.Builder parsed = SysStats.newBuilder();
        TextFormat.merge(text, parsed);
        return parsed.build();
    }

    @Test
    void readsMemory() throws Exception {
        files.write("proc/meminfo", """
                MemTotal:       24657384 kB
                Active(anon):    3 kB
                SUnreclaim:      4 kB
                Committed_AS:    5 kB
                HugePages_Total:       0
                """);
        files.write("proc/vmstat", "nr_free_pages 7\nunknown 8\nworkingset_refault_anon 18446744073709551615\n");
        assertEquals(parse("""
                        meminfo { key: MEMINFO_MEM_TOTAL value: 24657384 }
                        meminfo { key: MEMINFO_ACTIVE_ANON value: 3 }
                        meminfo { key: MEMINFO_SLAB_UNRECLAIMABLE value: 4 }
                        meminfo { key: MEMINFO_COMMITED_AS value: 5 }
                        vmstat { key: VMSTAT_NR_FREE_PAGES value: 7 }
                        vmstat { key: VMSTAT_WORKINGSET_REFAULT_ANON value: 18446744073709551615 }
                        """), record("meminfo_period_ms: 10 vmstat_period_ms: 10"));
        assertEquals(
                parse("meminfo { key: MEMINFO_ACTIVE_ANON value: 3 } vmstat { key: VMSTAT_NR_FREE_PAGES value: 7 }"),
                record("meminfo_period_ms: 10 meminfo_counters: MEMINFO_ACTIVE_ANON meminfo_counters: MEMINFO_GPU"
                        + " vmstat_period_ms: 10 vmstat_counters: VMSTAT_NR_FREE_PAGES"));
    }

    @Test
    void readsProcessorTimesAndCounts() throws Exception {
        files.write("proc/stat", """
                cpu  9 9 9 9 9 9 9 9 0 0
                cpu0 1 2 3 4 5 6 7 8 0 0
                cpu12 100 0 0 0
                intr 30 0 10 0 20
                ctxt 5
                processes 42
                softirq 6 0 6
                """);
        String times = """
                cpu_stat { cpu_id: 0 user_ns: 10000000 user_nice_ns: 20000000 system_mode_ns: 30000000
                           idle_ns: 40000000 io_wait_ns: 50000000 irq_ns: 60000000 softirq_ns: 70000000
                           steal_ns: 80000000 }
                cpu_stat { cpu_id: 12 user_ns: 1000000000 user_nice_ns: 0 system_mode_ns: 0 idle_ns: 0
                           io_wait_ns: 0 irq_ns: 0 softirq_ns: 0 steal_ns: 0 }
                """;
        String counts = """
                num_irq_total: 30 num_irq { irq: 1 count: 10 } num_irq { irq: 3 count: 20 }
                num_softirq_total: 6 num_softirq { irq: 0 count: 0 } num_softirq { irq: 1 count: 6 }
                """;
        assertEquals(parse(times + counts + "num_forks: 42"), record("stat_period_ms: 10"));
        assertEquals(
                parse(counts),
                record("stat_period_ms: 10 stat_counters: STAT_IRQ_COUNTS stat_counters: STAT_SOFTIRQ_COUNTS"));
        assertEquals(
                parse(times + "num_forks: 42"),
                record("stat_period_ms: 10 stat_counters: STAT_CPU_TIMES stat_counters: STAT_FORK_COUNT"));
    }

    @Test
    void readsTables() throws Exception {
        files.write("proc/buddyinfo", "Node 0, zone      DMA      1      0     12 \n");
        files.write(
                "proc/diskstats",
                "   7       0 loop0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17\n   8 0 old 1 2 3 4 5 6 7 8 9 10 11\n");
        files.write("proc/pressure/cpu", "some avg10=2.30 avg60=2.33 avg300=15.96 total=32463\n");
        files.write("proc/pressure/memory", "full avg10=0.00 avg60=0.00 avg300=0.00 total=7\n");
        files.write("proc/slabinfo", """
                slabinfo - version: 2.1
                # name <active_objs> <num_objs> <objsize> <objperslab> <pagesperslab> : tunables
                kmalloc-8k 10 20 8192 4 8 : tunables 0 0 0 : slabdata 4 5 0
                """);
        assertEquals(
                parse("""
                        buddy_info { node: "0" zone: "DMA" order_pages: [1, 0, 12] }
                        disk_stat { device_name: "loop0" read_sectors: 3 read_time_ms: 4 write_sectors: 7
                                    write_time_ms: 8 discard_sectors: 14 discard_time_ms: 15 flush_count: 16
                                    flush_time_ms: 17 }
                        disk_stat { device_name: "old" read_sectors: 3 read_time_ms: 4 write_sectors: 7
                                    write_time_ms: 8 }
                        psi { resource: PSI_RESOURCE_CPU_SOME total_ns: 32463000 }
                        psi { resource: PSI_RESOURCE_MEMORY_FULL total_ns: 7000 }
                        slab_info { name: "kmalloc-8k" pages_per_slab: 8 num_slabs: 5 }
                        """),
                record("buddyinfo_period_ms: 50 diskstat_period_ms: 50 psi_period_ms: 50 slab_period_ms: 50"));
    }

    @Test
    void readsDevices() throws Exception {
        files.write("sys/class/devfreq/gpu/cur_freq", "700000\n");
        files.write("sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq", "1800000\n");
        files.write("sys/devices/system/cpu/cpu2/online", "0\n");
        files.write("sys/devices/system/cpu/cpuidle/current_driver", "none\n");
        files.write("sys/devices/system/cpu/cpu0/cpuidle/state0/name", "POLL\n");
        files.write("sys/devices/system/cpu/cpu0/cpuidle/state0/time", "99\n");
        files.write("sys/class/thermal/thermal_zone0/type", "x86_pkg_temp\n");
        files.write("sys/class/thermal/thermal_zone0/temp", "45999\n");
        files.write("sys/class/thermal/cooling_device0/type", "fan\n");
        files.write("sys/class/drm/card0/device/pp_dpm_sclk", "0: 300Mhz \n1: 1200Mhz *\n2: 1500Mhz\n");
        String config = "devfreq_period_ms: 50 cpufreq_period_ms: 50 cpuidle_period_ms: 50 thermal_period_ms: 50"
                + " gpufreq_period_ms: 50";
        String all = """
                devfreq { key: "gpu" value: 700000 }
                cpufreq_khz: [1800000, 0, 0]
                cpuidle_state { cpu_id: 0 cpuidle_state_entry { state: "POLL" duration_us: 99 } }
                cpuidle_state { cpu_id: 2 }
                thermal_zone { name: "thermal_zone0" temp: 45 type: "x86_pkg_temp" }
                """;
        assertEquals(parse(all + "gpufreq_mhz: 1200"), record(config));
        files.write("sys/class/drm/card0/gt_act_freq_mhz", "450\n");
        assertEquals(parse(all + "gpufreq_mhz: 450"), record(config));
        files.write("sys/class/kgsl/kgsl-3d0/devfreq/cur_freq", "585000000\n");
        assertEquals(parse(all + "gpufreq_mhz: 585"), record(config));
    }

    @Test
    void eachGroupHasItsPeriod() throws Exception {
        files.write("proc/meminfo", "MemTotal: 1 kB\n").write("proc/buddyinfo", "Node 0, zone DMA 1\n");
        start("meminfo_period_ms: 3 buddyinfo_period_ms: 30");
        assertEquals(10, context.periodMs());
        context.runPending();
        for (int i = 0; i < 6; i++) {
            context.runPeriodic();
        }
        List<SysStats> stats = stats();
        assertTrue(stats.stream().allMatch(s -> s.getMeminfoCount() == 1));
        assertEquals(
                List.of(1, 0, 0, 1, 0, 0, 1),
                stats.stream().map(SysStats::getBuddyInfoCount).toList());
    }

    @Test
    void refusesPeriodsThatAreNotMultiplesOfTheShortest() {
        ProbeRefused refused =
                assertThrows(ProbeRefused.class, () -> start("meminfo_period_ms: 30 buddyinfo_period_ms: 50"));
        assertTrue(refused.getMessage().contains("30 ms, but one is 50 ms"), refused.getMessage());
    }

    @Test
    void recordsOtherCountersIfFilesAreMissing() throws Exception {
        files.write("proc/meminfo", "MemTotal: 1 kB\n");
        ProbeInstance instance = start("meminfo_period_ms: 10 slab_period_ms: 10 psi_period_ms: 10");
        context.runPending();
        SysStats first = stats().getFirst();
        assertEquals(1, first.getMeminfoCount());
        assertFalse(first.getSlabInfoCount() > 0 || first.getPsiCount() > 0);
        files.write("proc/pressure/cpu", "some avg10=0 avg60=0 avg300=0 total=1\n");
        for (int i = 0; i < 130; i++) {
            context.runPeriodic();
        }
        assertEquals(1, stats().getLast().getPsiCount());
        long open = openFiles();
        instance.stop();
        assertEquals(open - 2, openFiles());
    }

    private long openFiles() throws IOException {
        try (var list = Files.list(Path.of("/proc/self/fd"))) {
            return list.filter(f -> {
                        try {
                            return Files.readSymbolicLink(f).startsWith(root);
                        } catch (IOException e) {
                            return false;
                        }
                    })
                    .count();
        }
    }
}
