package traceglass.record.local;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static traceglass.record.testing.TestRecording.end;
import static traceglass.record.testing.TestRecording.recordFor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import traceglass.record.Session;
import traceglass.record.SessionState;
import traceglass.record.SessionView;
import traceglass.record.testing.PerfettoPrograms;
import traceglass.record.testing.RecordedRows;
import traceglass.record.testing.TestRecording;

/// Records the same config first with the real daemons and then with the built-in service and probes, and
/// runs the same queries on both traces. Two intended differences are ignored: our probes also write the names
/// of main threads, as newer versions of the real probes do, and the model of processors other than Arm.
@Timeout(value = 240, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SameTablesTest {

    private static final String CONFIG = """
            buffers { size_kb: 32768 }
            data_sources { config { name: "linux.ftrace" ftrace_config { buffer_size_kb: 8192
              ftrace_events: "sched/sched_switch" ftrace_events: "sched/sched_waking"
              ftrace_events: "sched/sched_process_exec" ftrace_events: "sched/sched_process_exit"
              ftrace_events: "task/task_newtask" ftrace_events: "task/task_rename" ftrace_events: "ftrace/print"
              syscall_events: "sys_execve" } } }
            data_sources { config { name: "linux.process_stats" process_stats_config {
              scan_all_processes_on_start: true record_thread_names: true proc_stats_poll_ms: 100 } } }
            data_sources { config { name: "linux.sys_stats" sys_stats_config {
              meminfo_period_ms: 50 vmstat_period_ms: 50 stat_period_ms: 50
              meminfo_counters: MEMINFO_MEM_TOTAL meminfo_counters: MEMINFO_MEM_FREE vmstat_counters: VMSTAT_NR_FREE_PAGES
              stat_counters: STAT_CPU_TIMES stat_counters: STAT_FORK_COUNT } } }
            data_sources { config { name: "linux.system_info" } }
            """;

    private static final Path MARKER = Path.of("/sys/kernel/tracing/trace_marker");
    /// Programs that run during both recordings.
    private static final String BACKGROUND_COMMAND = "sleep 1000 & exec sleep 1000";

    @TempDir
    private Path folder;

    private final List<Process> background = new ArrayList<>();
    private PerfettoPrograms perfetto;

    @BeforeEach
    void start() throws Exception {
        assumeTrue(Files.isWritable(MARKER), "tracefs is missing or not writable");
        perfetto = PerfettoPrograms.start(true);
        Process shell = new ProcessBuilder("/bin/sh", "-c", BACKGROUND_COMMAND).start();
        background.add(shell);
        while (shell.isAlive() && shell.children().findFirst().isEmpty()) {
            Thread.sleep(10);
        }
    }

    @AfterEach
    void stop() throws Exception {
        for (Process process : background) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        if (perfetto != null) {
            perfetto.close();
        }
    }

    private Path record(String name, Map<String, String> environment) throws Exception {
        LocalTarget target = new LocalTarget(null, environment);
        for (int i = 0; i < 100 && target.inspect().dataSources() == null; i++) {
            Thread.sleep(50);
        }
        Session session = TestRecording.start(target, CONFIG, folder.resolve(name));
        recordFor(session, 300);
        runPrograms();
        Thread.sleep(300);
        session.stop();
        SessionView view = end(session);
        assertEquals(SessionState.DONE, view.state(), () -> view.log().toString());
        return view.file();
    }

    /// Runs programs that start, change their name and end.
    private static void runPrograms() throws IOException, InterruptedException {
        for (int i = 0; i < 3; i++) {
            Files.writeString(MARKER, "marker " + i);
            new ProcessBuilder("/bin/sh", "-c", "/bin/true; /bin/true").start().waitFor();
        }
    }

    private Map<String, String> queriesByTopic() {
        String pids = "(" + background.getFirst().pid() + ", "
                + background.getFirst().children().findFirst().orElseThrow().pid() + ", "
                + ProcessHandle.current().pid() + ")";
        Map<String, String> queriesByTopic = new LinkedHashMap<>();
        queriesByTopic.put("processes", """
                SELECT p.pid, p.name, p.cmdline, p.uid, parent.pid, p.start_ts IS NULL, p.end_ts IS NULL
                FROM process AS p LEFT JOIN process AS parent ON p.parent_upid = parent.upid
                WHERE p.pid IN %s""".formatted(pids));
        queriesByTopic.put("threads", """
                SELECT t.tid, t.is_main_thread, p.pid FROM thread AS t JOIN process AS p USING (upid)
                WHERE p.pid IN %s AND t.is_main_thread""".formatted(pids));
        queriesByTopic.put("counter tracks", "SELECT DISTINCT type, name, unit FROM counter_track");
        queriesByTopic.put("CPUs", "SELECT cpu, cluster_id, capacity FROM cpu");
        queriesByTopic.put("names of events", "SELECT DISTINCT name FROM ftrace_event");
        queriesByTopic.put("arguments of events", """
                SELECT DISTINCT e.name, a.key, a.value_type FROM ftrace_event AS e JOIN args AS a USING (arg_set_id)""");
        queriesByTopic.put("markers", """
                SELECT a.string_value FROM ftrace_event AS e JOIN args AS a USING (arg_set_id)
                WHERE e.name = 'print' AND a.key = 'buf'""");
        queriesByTopic.put("kinds of tracks", "SELECT DISTINCT type FROM track");
        // The kernel can lose events on a busy computer.
        queriesByTopic.put("statistics", """
                SELECT DISTINCT name, idx, severity, source FROM stats WHERE value <> 0 AND severity <> 'info'
                AND NOT (name LIKE 'ftrace%' AND severity = 'data_loss')""");
        queriesByTopic.put("states", "SELECT DISTINCT state FROM thread_state WHERE state IN ('R', 'S', 'Running')");
        return queriesByTopic;
    }

    @Test
    void bothTracesHaveTheSameRows() throws Exception {
        Map<String, String> queriesByTopic = queriesByTopic();
        Path theirs = record("theirs.pftrace", perfetto.environment());
        Path ours = record(
                "ours.pftrace",
                Map.of(
                        ServiceSockets.CONSUMER_VARIABLE,
                        "",
                        ServiceSockets.PRODUCER_VARIABLE,
                        folder.resolve("producers").toString()));
        List<String> queries = List.copyOf(queriesByTopic.values());
        List<List<String>> fromTheirs = RecordedRows.rows(theirs, queries);
        List<List<String>> fromOurs = RecordedRows.rows(ours, queries);
        List<String> names = List.copyOf(queriesByTopic.keySet());
        assertAll(IntStream.range(0, names.size()).mapToObj(i -> () -> {
            Set<String> expected = new TreeSet<>(fromTheirs.get(i));
            Set<String> actual = new TreeSet<>(fromOurs.get(i));
            assertEquals(String.join("\n", expected), String.join("\n", actual), names.get(i));
            assertTrue(!expected.isEmpty() || names.get(i).equals("statistics"), names.get(i));
        }));
    }
}
