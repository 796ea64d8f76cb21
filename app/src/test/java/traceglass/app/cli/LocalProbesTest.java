package traceglass.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.google.protobuf.TextFormat;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.protos.common.ObservableEvents;
import traceglass.protos.config.TraceConfig;
import traceglass.sdk.posix.Descriptor;
import traceglass.sdk.posix.Posix;
import traceglass.service.builtin.BuiltInProbes;
import traceglass.service.core.ConsumerClient;
import traceglass.service.core.ConsumerEndpoint;
import traceglass.service.core.PeerIdentity;
import traceglass.service.core.ServiceLoop;
import traceglass.service.core.TracingService;
import traceglass.service.probe.ProbeHost;

/// Processes and counters recorded by our own service and probes, and the answers that their trace gives.
class LocalProbesTest {

    private static final long TIMEOUT_S = 60;
    private static final long OWN_PID = ProcessHandle.current().pid();

    private final List<String> problems = new CopyOnWriteArrayList<>();

    @TempDir
    private Path folder;

    private static final class Client implements ConsumerClient {

        private final CompletableFuture<String> started = new CompletableFuture<>();
        private final CompletableFuture<String> ended = new CompletableFuture<>();

        @Override
        public void onTracingDisabled(String error) {
            ended.complete(String.valueOf(error));
        }

        @Override
        public void onEvents(ObservableEvents events) {
            if (events.getAllDataSourcesStarted()) {
                started.complete("");
            }
        }
    }

    /// Records this computer for a short time.
    private Path record(String text) throws Exception {
        TraceConfig.Builder config = TraceConfig.newBuilder();
        TextFormat.merge(text, config);
        Path file = folder.resolve("trace.pftrace");
        Client client = new Client();
        PeerIdentity identity = PeerIdentity.local(0, (int) OWN_PID);
        CompletableFuture<ConsumerEndpoint> consumer = new CompletableFuture<>();
        try (ServiceLoop loop = new ServiceLoop(p -> problems.add(p.toString()));
                Descriptor output = Descriptor.create(file.toString())) {
            TracingService service = new TracingService(loop, "test", 0, p -> problems.add(p.toString()));
            try (ProbeHost host = ProbeHost.connect(
                    service, loop, identity, BuiltInProbes.all(), (s, reason) -> problems.add(s + ": " + reason))) {
                loop.post(() -> {
                    ConsumerEndpoint endpoint = service.connectConsumer(identity, client);
                    assertNull(endpoint.enable(config.build(), output));
                    endpoint.observe(Set.of(ObservableEvents.Type.TYPE_ALL_DATA_SOURCES_STARTED));
                    consumer.complete(endpoint);
                });
                ConsumerEndpoint endpoint = consumer.get(TIMEOUT_S, TimeUnit.SECONDS);
                client.started.get(TIMEOUT_S, TimeUnit.SECONDS);
                Thread.sleep(350);
                loop.post(endpoint::disable);
                client.ended.get(TIMEOUT_S, TimeUnit.SECONDS);
            }
            CompletableFuture<String> down = new CompletableFuture<>();
            loop.post(() -> {
                service.shutDown();
                down.complete("");
            });
            down.get(TIMEOUT_S, TimeUnit.SECONDS);
        }
        return file;
    }

    @Test
    void processesAndCountersAnswerQueries() throws Exception {
        Assumptions.assumeTrue(Posix.isSupported(), "no Linux");
        Path trace = record("""
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
                """);
        assertEquals(List.of(), problems);
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
                CommandRun.of("query", "--no-cache", sql, trace).ends(0).out().strip());
    }

    private static long processors() throws Exception {
        return Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
                .filter(l -> l.startsWith("processor"))
                .count();
    }
}
