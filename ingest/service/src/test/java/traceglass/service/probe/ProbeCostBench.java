package traceglass.service.probe;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import traceglass.service.builtin.BuiltInProbes;
import traceglass.service.testing.PerfettoDaemons;
import traceglass.service.testing.ProbeRecording;

/// Prints the CPU time of our probes and of the real `traced_probes` while they poll everything every 100 ms:
/// `java -cp … traceglass.service.probe.ProbeCostBench [SECONDS]`.
final class ProbeCostBench {

    private static final String SYSTEM = """
            data_sources { config { name: "linux.sys_stats" sys_stats_config {
              meminfo_period_ms: 100 vmstat_period_ms: 100 stat_period_ms: 100 devfreq_period_ms: 100
              cpufreq_period_ms: 100 buddyinfo_period_ms: 100 diskstat_period_ms: 100 psi_period_ms: 100
              thermal_period_ms: 100 cpuidle_period_ms: 100 gpufreq_period_ms: 100 slab_period_ms: 100 } } }
            """;
    private static final String PROCESSES = """
            data_sources { config { name: "linux.process_stats" process_stats_config {
              scan_all_processes_on_start: true record_thread_names: true proc_stats_poll_ms: 100
              record_process_age: true record_process_runtime: true } } }
            """;

    private ProbeCostBench() {}

    public static void main(String[] args) throws Exception {
        int seconds = args.length > 0 ? Integer.parseInt(args[0]) : 5;
        for (String config : new String[] {SYSTEM, PROCESSES, SYSTEM + PROCESSES}) {
            String label = config.equals(SYSTEM) ? "system" : config.equals(PROCESSES) ? "processes" : "both";
            System.out.printf("%-10s ours %s%n", label, measureBuiltIn(config, seconds));
            Path programs = PerfettoDaemons.programs();
            if (programs != null) {
                System.out.printf("%-10s traced_probes %s%n", label, measurePerfetto(programs, config, seconds));
            }
        }
    }

    private static String measureBuiltIn(String config, int seconds) throws Exception {
        try (ProbeRecording recording = ProbeRecording.start(BuiltInProbes.all(), config)) {
            Thread.sleep(seconds * 1000L);
            long[] before = threads();
            Thread.sleep(seconds * 1000L);
            long[] after = threads();
            return "%.2f ms/s on the probe thread, %.2f ms/s on the service thread, %d B/s allocated"
                    .formatted(
                            (after[0] - before[0]) / 1e6 / seconds,
                            (after[1] - before[1]) / 1e6 / seconds,
                            (after[2] - before[2]) / seconds);
        }
    }

    /// Returns the CPU times of both threads, and the allocations of the probe thread.
    private static long[] threads() {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long[] result = new long[3];
        for (var info : threads.getThreadInfo(threads.getAllThreadIds())) {
            if (info != null && info.getThreadName().equals("tracing probes")) {
                result[0] += threads.getThreadCpuTime(info.getThreadId());
                result[2] += threads.getThreadAllocatedBytes(info.getThreadId());
            } else if (info != null && info.getThreadName().equals("tracing service")) {
                result[1] += threads.getThreadCpuTime(info.getThreadId());
            }
        }
        return result;
    }

    private static String measurePerfetto(Path programs, String config, int seconds) throws Exception {
        Path folder = Files.createTempDirectory("probes");
        try (PerfettoDaemons daemons = PerfettoDaemons.start(programs, folder)) {
            Duration before = cpu(daemons);
            daemons.record(config + "buffers { size_kb: 65536 } duration_ms: " + seconds * 1000);
            return "%.2f ms/s".formatted((cpu(daemons).toNanos() - before.toNanos()) / 1e6 / seconds);
        } finally {
            try (var files = Files.list(folder)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(folder);
        }
    }

    private static Duration cpu(PerfettoDaemons daemons) {
        return daemons.probes().info().totalCpuDuration().orElse(Duration.ZERO);
    }
}
