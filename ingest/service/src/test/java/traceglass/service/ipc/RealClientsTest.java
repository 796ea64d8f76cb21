package traceglass.service.ipc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.google.protobuf.TextFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.protos.common.TraceStats;
import traceglass.protos.config.TraceConfig;
import traceglass.protos.system.SysStats;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;
import traceglass.service.filter.FilterCode;

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
        List<String> producers = List.of(folder.resolve("producer").toString(), "127.0.0.1:0");
        List<String> consumers = List.of(folder.resolve("consumer").toString(), "127.0.0.1:0");
        host = new ServiceHost(
                new ServiceHost.Sockets(producers, consumers, producers), "Traceglass test", problems::add);
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
        return run(
                folder.resolve("producer").toString(),
                folder.resolve("consumer").toString(),
                program,
                arguments);
    }

    private Process run(String producers, String consumers, String program, String[] arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(bin.resolve(program).toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(
                        folder.resolve(program + processes.size() + ".log").toFile());
        builder.environment().put("PERFETTO_PRODUCER_SOCK_NAME", producers);
        builder.environment().put("PERFETTO_CONSUMER_SOCK_NAME", consumers);
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
        Path byId = folder.resolve("clone by id");
        log = output("perfetto", "--clone", "1", "-o", byId.toString());
        assertTrue(Trace.parseFrom(Files.readAllBytes(byId)).getPacketCount() >= trace.getPacketCount(), log);
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

    @Test
    void queryTheWholeStateInLongLines() throws Exception {
        startProbes();
        String log = output("perfetto", "--query", "--long");
        assertTrue(log.contains("perfetto.traced_probes"), log);
        assertTrue(log.contains("Traceglass test"), log);
        assertTrue(log.contains("linux.process_stats"), log);
    }

    @Test
    void recordOverTcp() throws Exception {
        String producers = host.names().get(1);
        String consumers = host.names().get(3);
        run(producers, consumers, "traced_probes", new String[0]);
        for (int i = 0; i < 100 && !output("perfetto", "--query").contains("linux.sys_stats"); i++) {
            Thread.sleep(50);
        }
        Path file = folder.resolve("trace");
        Process perfetto = run(producers, consumers, "perfetto", new String[] {
            "--txt", "-c", config(CONFIG + "duration_ms: 800").toString(), "-o", file.toString()
        });
        assertTrue(perfetto.waitFor(30, TimeUnit.SECONDS));
        Trace trace = Trace.parseFrom(Files.readAllBytes(file));
        assertTrue(
                trace.getPacketList().stream().filter(TracePacket::hasSysStats).count() > 5);
        assertTrue(trace.getPacketList().stream().anyMatch(TracePacket::hasProcessTree));
        assertHealthy(trace);
        assertEquals(
                TraceStats.FinalFlushOutcome.FINAL_FLUSH_SUCCEEDED, stats(trace).getFinalFlushOutcome());
    }

    @Test
    void recordAnotherMachineThroughARelay() throws Exception {
        Path relay = bin.resolve("traced_relay");
        Assumptions.assumeTrue(Files.isExecutable(relay), "no traced_relay");
        String local = folder.resolve("relayed").toString();
        ProcessBuilder builder = new ProcessBuilder(relay.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("relay.log").toFile());
        builder.environment().put("PERFETTO_PRODUCER_SOCK_NAME", local);
        builder.environment().put("PERFETTO_RELAY_SOCK_NAME", host.names().get(1));
        builder.environment().put("PERFETTO_MACHINE_NAME", "guest");
        processes.add(builder.start());
        for (int i = 0; i < 100 && !Files.exists(Path.of(local)); i++) {
            Thread.sleep(50);
        }
        run(local, folder.resolve("consumer").toString(), "traced_probes", new String[0]);
        for (int i = 0; i < 100 && !output("perfetto", "--query").contains("linux.sys_stats"); i++) {
            Thread.sleep(50);
        }
        Path file = folder.resolve("trace");
        output(
                "perfetto",
                "--txt",
                "-c",
                config(CONFIG + "trace_all_machines: true duration_ms: 800").toString(),
                "-o",
                file.toString());
        Trace trace = Trace.parseFrom(Files.readAllBytes(file));
        assertTrue(trace.getPacketList().stream().anyMatch(p -> p.hasSysStats() && p.getMachineId() != 0));
        assertTrue(trace.getPacketList().stream().anyMatch(p -> p.hasSystemInfo() && p.getMachineId() != 0));
        assertTrue(trace.getPacketList().stream().anyMatch(TracePacket::hasRemoteClockSync));
    }

    /// Activates triggers as a config of the command line tool asks for it.
    private void trigger(String name) throws Exception {
        Path program = bin.resolve("trigger_perfetto");
        if (Files.isExecutable(program)) {
            output("trigger_perfetto", name);
        } else {
            output(
                    "perfetto",
                    "--txt",
                    "-c",
                    config("activate_triggers: \"" + name + "\"").toString(),
                    "-o",
                    folder.resolve("no trace").toString());
        }
    }

    private Process recordUntilTriggered(String mode, Path file) throws Exception {
        startProbes();
        Process perfetto = run(
                "perfetto",
                "--txt",
                "-c",
                config(CONFIG + "trigger_config { trigger_mode: " + mode
                                + " trigger_timeout_ms: 20000 triggers { name: \"go\" stop_delay_ms: 300 } }")
                        .toString(),
                "-o",
                file.toString());
        for (int i = 0; i < 100 && !output("perfetto", "--query").contains("\n1 "); i++) {
            Thread.sleep(50);
        }
        Thread.sleep(300);
        return perfetto;
    }

    @Test
    void startARecordingByATrigger() throws Exception {
        Path file = folder.resolve("trace");
        Process perfetto = recordUntilTriggered("START_TRACING", file);
        trigger("other");
        trigger("go");
        assertTrue(perfetto.waitFor(20, TimeUnit.SECONDS));
        assertTriggered(Trace.parseFrom(Files.readAllBytes(file)));
    }

    @Test
    void stopARecordingByATrigger() throws Exception {
        Path file = folder.resolve("trace");
        Process perfetto = recordUntilTriggered("STOP_TRACING", file);
        trigger("go");
        assertTrue(perfetto.waitFor(20, TimeUnit.SECONDS));
        assertTriggered(Trace.parseFrom(Files.readAllBytes(file)));
    }

    @Test
    void copyARecordingAtATrigger() throws Exception {
        Path file = folder.resolve("trace");
        recordUntilTriggered("CLONE_SNAPSHOT", file);
        trigger("go");
        Path first = folder.resolve("trace.0");
        for (int i = 0; i < 100 && (!Files.exists(first) || Files.size(first) == 0); i++) {
            Thread.sleep(50);
        }
        Thread.sleep(300);
        Trace trace = Trace.parseFrom(Files.readAllBytes(first));
        assertTrue(trace.getPacketList().stream()
                .anyMatch(p -> p.getCloneSnapshotTrigger().getTriggerName().equals("go")));
        assertTrue(trace.getPacketList().stream().anyMatch(TracePacket::hasSysStats));
    }

    private static void assertTriggered(Trace trace) {
        assertEquals(
                List.of("go"),
                trace.getPacketList().stream()
                        .filter(TracePacket::hasTrigger)
                        .map(p -> p.getTrigger().getTriggerName())
                        .toList());
        assertTrue(trace.getPacketList().stream().anyMatch(TracePacket::hasSysStats));
        assertHealthy(trace);
    }

    @Test
    void waitUntilAllDataSourcesStartedBeforeTheyGoToTheBackground() throws Exception {
        startProbes();
        Path file = folder.resolve("trace");
        Process perfetto = run(
                "perfetto",
                "--background-wait",
                "--txt",
                "-c",
                config(CONFIG + "duration_ms: 500").toString(),
                "-o",
                file.toString());
        assertTrue(perfetto.waitFor(20, TimeUnit.SECONDS));
        assertEquals(0, perfetto.exitValue());
        for (int i = 0; i < 100 && (!Files.exists(file) || Files.size(file) == 0); i++) {
            Thread.sleep(50);
        }
        assertTrue(Files.size(file) > 0);
    }

    /// Kinds of packets in a trace: numbers of their fields, and of those in system statistics.
    private static Set<String> shapes(Path file) throws IOException {
        Set<String> shapes = new TreeSet<>();
        for (TracePacket packet : Trace.parseFrom(Files.readAllBytes(file)).getPacketList()) {
            if (!packet.hasTraceStats()) {
                shapes.add(packet.getAllFields().keySet().stream()
                                .map(f -> f.getNumber())
                                .sorted()
                                .toList()
                        + " "
                        + packet.getSysStats().getAllFields().keySet().stream()
                                .map(f -> f.getNumber())
                                .sorted()
                                .toList());
            }
        }
        return shapes;
    }

    @Test
    void getTheSameFromAFilterAsFromTheRealService() throws Exception {
        byte[] code = new FilterCode()
                .nested(1, 1)
                .end()
                .keep(TracePacket.TRUSTED_UID_FIELD_NUMBER)
                .nested(TracePacket.SYS_STATS_FIELD_NUMBER, 2)
                .range(900, 5)
                .end()
                .keep(SysStats.MEMINFO_FIELD_NUMBER)
                .end()
                .bytes();
        TraceConfig.TraceFilter filter = TraceConfig.TraceFilter.newBuilder()
                .setBytecode(ByteString.copyFrom(code))
                .build();
        String text = CONFIG + "duration_ms: 500 trace_filter { "
                + TextFormat.printer().printToString(filter) + "}";
        startProbes();
        Path ours = folder.resolve("ours");
        String log = output("perfetto", "--txt", "-c", config(text).toString(), "-o", ours.toString());
        String producers = folder.resolve("real producers").toString();
        String consumers = folder.resolve("real consumers").toString();
        run(producers, consumers, "traced", new String[0]);
        run(producers, consumers, "traced_probes", new String[0]);
        Thread.sleep(700);
        Path theirs = folder.resolve("theirs");
        Process perfetto = run(producers, consumers, "perfetto", new String[] {
            "--txt", "-c", config(text).toString(), "-o", theirs.toString()
        });
        assertTrue(perfetto.waitFor(30, TimeUnit.SECONDS));
        assertEquals(shapes(theirs), shapes(ours), log);
        assertTrue(shapes(ours).contains("[3, 7] [1]"), shapes(ours)::toString);
    }
}
