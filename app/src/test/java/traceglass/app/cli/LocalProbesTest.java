package traceglass.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.sdk.posix.Posix;

/// Records processes and counters with the built-in service and probes, and queries the trace.
class LocalProbesTest {

    private static final long OWN_PID = ProcessHandle.current().pid();

    @TempDir
    private Path folder;

    @Test
    void queriesFindProcessesAndCounters() throws Exception {
        Assumptions.assumeTrue(Posix.isSupported(), "requires Linux");
        Path trace = folder.resolve("trace.pftrace");
        BuiltInServiceRecorder.record("""
                buffers { size_kb: 32768 }
                write_into_file: true
                flush_period_ms: 5000
                data_sources { config { name: 'linux.process_stats' process_stats_config {
                  scan_all_processes_on_start: true record_thread_names: true proc_stats_poll_ms: 100
                  record_process_age: true record_process_runtime: true } } }
                data_sources { config { name: 'linux.sys_stats' sys_stats_config {
                  meminfo_period_ms: 50 stat_period_ms: 50 vmstat_period_ms: 50 diskstat_period_ms: 50 } } }
                data_sources { config { name: 'linux.system_info' } }
                data_sources { config { name: 'perfetto.metatrace' } }
                """, trace, () -> Thread.sleep(350));
        long memory = Files.readAllLines(Path.of("/proc/meminfo")).stream()
                .filter(l -> l.startsWith("MemTotal:"))
                .mapToLong(l -> Long.parseLong(l.replaceAll("\\D", "")) * 1024)
                .findFirst()
                .orElseThrow();
        String sql = """
                select
                  (select count(*) from process where pid = %1$d and start_ts is not null and cmdline like '%%java%%'
                    and uid is not null and parent_upid is not null) as described,
                  (select count(*) > 5 from thread join process using (upid) where pid = %1$d) as threads,
                  (select count(*) from thread where tid = %1$d and is_main_thread) as main_thread,
                  (select count(*) > 0 from counter join process_counter_track t on track_id = t.id
                    join process using (upid) where pid = %1$d and t.name = 'mem.rss' and value > 1e6) as rss,
                  (select cast(max(value) as bigint) from counter join counter_track t on track_id = t.id
                    where t.name = 'MemTotal') as memory,
                  (select count(*) > 0 from counter join cpu_counter_track t on track_id = t.id
                    where t.name like '%%user%%' and value > 0) as cpu,
                  (select count(*) from cpu) as cpus,
                  (select count(*) > 0 from slice where name = 'READ_SYS_STATS' and dur > 0) as polls,
                  (select count(*) from stats where severity in ('error', 'data_loss') and value > 0) as problems
                """.formatted(OWN_PID);
        assertEquals(
                """
                "described","threads","main_thread","rss","memory","cpu","cpus","polls","problems"
                1,1,1,1,%d,1,%d,1,0""".formatted(memory, processors()),
                CommandRun.of("query", "--no-cache", sql, trace)
                        .assertExitCode(0)
                        .out()
                        .strip());
    }

    private static long processors() throws Exception {
        return Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
                .filter(l -> l.startsWith("processor"))
                .count();
    }
}
