package traceglass.service.ipc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.protos.common.TraceStats;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;

/// The real `perfetto` and `traced_probes` as clients of our service.
class RealClientsTest {

    private static final String CONFIG = """
            buffers { size_kb: 4096 }
            data_sources { config { name: "linux.sys_stats" sys_stats_config { meminfo_period_ms: 50 stat_period_ms: 50 } } }
            data_sources { config { name: "linux.process_stats" process_stats_config { scan_all_processes_on_start: true } } }
            """;

    @TempDir
    private Path folder;

    private final List<Process> processes = new ArrayList<>();
    private final List<Throwable> problems = new ArrayList<>();
    private Path bin;
    private ServiceHost host;

    @BeforeEach
    void start() throws IOException {
        bin = programs();
        Assumptions.assumeTrue(bin != null, "no real perfetto programs");
        host = new ServiceHost(
                List.of(folder.resolve("producer").toString()),
                List.of(folder.resolve("consumer").toString()),
                "Traceglass test",
                problems::add);
    }

    private static Path programs() {
        List<Path> places = new ArrayList<>();
        String named = System.getenv("TRACEGLASS_PERFETTO");
        if (named != null) {
            places.add(Path.of(named));
        }
        places.add(Path.of(System.getProperty("user.home"), ".cache", "traceglass-tests", "perfetto", "bin"));
        return places.stream()
                .filter(p ->
                        Files.isExecutable(p.resolve("perfetto")) && Files.isExecutable(p.resolve("traced_probes")))
                .findFirst()
                .orElse(null);
    }

    @AfterEach
    void stop() throws Exception {
        for (Process process : processes.reversed()) {
            process.destroyForcibly().waitFor();
        }
        if (host != null) {
            host.close();
        }
        assertEquals(List.of(), problems);
    }

    private Process run(String program, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(bin.resolve(program).toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(
                        folder.resolve(program + processes.size() + ".log").toFile());
        builder.environment()
                .put("PERFETTO_PRODUCER_SOCK_NAME", folder.resolve("producer").toString());
        builder.environment()
                .put("PERFETTO_CONSUMER_SOCK_NAME", folder.resolve("consumer").toString());
        Process process = builder.start();
        processes.add(process);
        return process;
    }

    private String output(String program, String... arguments) throws Exception {
        int index = processes.size();
        Process process = run(program, arguments);
        assertTrue(process.waitFor(30, TimeUnit.SECONDS), program);
        return Files.readString(folder.resolve(program + index + ".log"));
    }

    private void startProbes() throws Exception {
        run("traced_probes");
        for (int i = 0; i < 100 && !output("perfetto", "--query").contains("linux.sys_stats"); i++) {
            Thread.sleep(50);
        }
    }

    private Path config(String text) throws IOException {
        return Files.writeString(folder.resolve("config" + processes.size()), text);
    }

    private static TraceStats stats(Trace trace) {
        return trace.getPacketList().stream()
                .filter(TracePacket::hasTraceStats)
                .reduce((a, b) -> b)
                .orElseThrow()
                .getTraceStats();
    }

    private static void assertHealthy(Trace trace) {
        TraceStats stats = stats(trace);
        assertEquals(0, stats.getInvalidPackets());
        assertEquals(0, stats.getChunksDiscarded());
        assertEquals(0, stats.getPatchesDiscarded());
        assertEquals(0, stats.getBufferStats(0).getAbiViolations());
        assertEquals(0, stats.getBufferStats(0).getPatchesFailed());
        assertTrue(stats.getBufferStats(0).getChunksRead() > 0);
    }

    @Test
    void recordWithTheRealProbes() throws Exception {
        startProbes();
        Path file = folder.resolve("trace");
        String log = output(
                "perfetto", "--txt", "-c", config(CONFIG + "duration_ms: 800").toString(), "-o", file.toString());
        Trace trace = Trace.parseFrom(Files.readAllBytes(file));
        assertTrue(
                trace.getPacketList().stream().filter(TracePacket::hasSysStats).count() > 5, log);
        assertTrue(trace.getPacketList().stream().anyMatch(TracePacket::hasProcessTree), log);
        assertTrue(trace.getPacketList().stream().anyMatch(TracePacket::hasTraceUuid), log);
        assertHealthy(trace);
        assertEquals(
                TraceStats.FinalFlushOutcome.FINAL_FLUSH_SUCCEEDED, stats(trace).getFinalFlushOutcome());
    }

    @Test
    void detachAttachAndWriteIntoTheirFile() throws Exception {
        startProbes();
        Path file = folder.resolve("trace");
        String text =
                CONFIG + "write_into_file: true file_write_period_ms: 200 compression_type: COMPRESSION_TYPE_DEFLATE";
        String detached =
                output("perfetto", "--txt", "-c", config(text).toString(), "-o", file.toString(), "--detach=k");
        Thread.sleep(700);
        Process known = run("perfetto", "--is_detached=k");
        assertEquals(0, known.waitFor(), detached);
        Process unknown = run("perfetto", "--is_detached=other");
        assertEquals(2, unknown.waitFor());
        String stopped = output("perfetto", "--attach=k", "--stop");
        Trace trace = Trace.parseFrom(Files.readAllBytes(file));
        assertTrue(
                trace.getPacketList().stream()
                                .filter(TracePacket::hasCompressedPackets)
                                .count()
                        > 1,
                stopped);
    }

    @Test
    void cloneByNameWhileTheSessionGoesOn() throws Exception {
        startProbes();
        run(
                "perfetto",
                "--txt",
                "-c",
                config(CONFIG + "unique_session_name: \"live\"").toString(),
                "-o",
                folder.resolve("original").toString());
        Thread.sleep(600);
        Path clone = folder.resolve("clone");
        String log = output("perfetto", "--clone-by-name", "live", "-o", clone.toString());
        Trace trace = Trace.parseFrom(Files.readAllBytes(clone));
        assertTrue(
                trace.getPacketList().stream().filter(TracePacket::hasSysStats).count() > 3, log);
        assertHealthy(trace);
        assertTrue(output("perfetto", "--query").contains("live"));
    }

    @Test
    void seeTheErrorOfABadConfig() throws Exception {
        String log = output(
                "perfetto",
                "--txt",
                "-c",
                config("buffers { size_kb: 64 } data_sources { config { name: \"a\" target_buffer: 3 } }")
                        .toString(),
                "-o",
                folder.resolve("trace").toString());
        assertTrue(log.contains("target_buffer 3 is out of bounds"), log);
    }
}
