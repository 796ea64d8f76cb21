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
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import traceglass.protos.common.TraceStats;
import traceglass.protos.config.TraceConfig;
import traceglass.protos.system.SysStats;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;
import traceglass.service.filter.FilterCode;
import traceglass.service.testing.PerfettoTools;

/// Runs the real `perfetto` and `traced_probes` as clients of the built-in service.
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PerfettoClientsTest {

    private static final String CONFIG = """
        buffers { size_kb: 4096 }
        data_sources { config { name: "linux.sys_stats" sys_stats_config { meminfo_period_ms: 50 stat_period_ms: 50 } } }
        data_sources { config { name: "linux.process_stats" process_stats_config { scan_all_processes_on_start: true } } }
        """;

    @TempDir
    private Path folder;

    private final List<Throwable> problems = new ArrayList<>();
    private final List<PerfettoTools> started = new ArrayList<>();
    private PerfettoTools programs;
    private ServiceHost host;

    @BeforeEach
    void start() throws IOException {
        programs = PerfettoTools.find(folder, socket("producer"), socket("consumer"));
        started.add(programs);
        List<String> producers = List.of(socket("producer"), "127.0.0.1:0");
        List<String> consumers = List.of(socket("consumer"), "127.0.0.1:0");
        host = new ServiceHost(
                new ServiceHost.Sockets(producers, consumers, producers), "Traceglass test", problems::add);
    }

    @AfterEach
    void stop() throws Exception {
        for (PerfettoTools each : started.reversed()) {
            each.close();
        }
        if (host != null) {
            host.close();
        }
        assertEquals(List.of(), problems);
    }

    /// Returns the programs, configured for other sockets.
    private PerfettoTools withSockets(String producers, String consumers) {
        PerfettoTools other = programs.withSockets(producers, consumers);
        started.add(other);
        return other;
    }

    private String socket(String name) {
        return folder.resolve(name).toString();
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
        programs.startProbes();
        Path file = folder.resolve("trace");
        String log = programs.output(
                "perfetto",
                "--txt",
                "-c",
                programs.config(CONFIG + "duration_ms: 800").toString(),
                "-o",
                file.toString());
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
        programs.startProbes();
        Path file = folder.resolve("trace");
        String text =
                CONFIG + "write_into_file: true file_write_period_ms: 200 compression_type: COMPRESSION_TYPE_DEFLATE";
        String detached = programs.output(
                "perfetto", "--txt", "-c", programs.config(text).toString(), "-o", file.toString(), "--detach=k");
        Thread.sleep(700);
        Process process = programs.run("perfetto", "--is_detached=k");
        assertEquals(0, process.waitFor(), detached);
        Process unknown = programs.run("perfetto", "--is_detached=other");
        assertEquals(2, unknown.waitFor());
        String stopped = programs.output("perfetto", "--attach=k", "--stop");
        Trace trace = Trace.parseFrom(Files.readAllBytes(file));
        assertTrue(
                trace.getPacketList().stream()
                                .filter(TracePacket::hasCompressedPackets)
                                .count()
                        > 1,
                stopped);
    }

    @Test
    void cloneByNameWhileTheSessionContinues() throws Exception {
        programs.startProbes();
        programs.run(
                "perfetto",
                "--txt",
                "-c",
                programs.config(CONFIG + "unique_session_name: \"live\"").toString(),
                "-o",
                folder.resolve("original").toString());
        Thread.sleep(600);
        Path clone = folder.resolve("clone");
        String log = programs.output("perfetto", "--clone-by-name", "live", "-o", clone.toString());
        Trace trace = Trace.parseFrom(Files.readAllBytes(clone));
        assertTrue(
                trace.getPacketList().stream().filter(TracePacket::hasSysStats).count() > 3, log);
        assertHealthy(trace);
        assertTrue(programs.output("perfetto", "--query").contains("live"));
        Path byId = folder.resolve("clone by id");
        log = programs.output("perfetto", "--clone", "1", "-o", byId.toString());
        assertTrue(Trace.parseFrom(Files.readAllBytes(byId)).getPacketCount() >= trace.getPacketCount(), log);
    }

    @Test
    void receiveTheErrorOfAnInvalidConfig() throws Exception {
        String log = programs.output(
                "perfetto",
                "--txt",
                "-c",
                programs.config("buffers { size_kb: 64 } data_sources { config { name: \"a\" target_buffer: 3 } }")
                        .toString(),
                "-o",
                folder.resolve("trace").toString());
        assertTrue(log.contains("target_buffer 3 is out of bounds"), log);
    }

    @Test
    void queryTheCompleteStateWithLongOutput() throws Exception {
        programs.startProbes();
        String log = programs.output("perfetto", "--query", "--long");
        assertTrue(log.contains("perfetto.traced_probes"), log);
        assertTrue(log.contains("Traceglass test"), log);
        assertTrue(log.contains("linux.process_stats"), log);
    }

    @Test
    void recordOverTcp() throws Exception {
        PerfettoTools remote = withSockets(host.names().get(1), host.names().get(3));
        remote.startProbes();
        Path file = folder.resolve("trace");
        remote.record(CONFIG + "duration_ms: 800", file);
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
        try (RelayHost _ =
                new RelayHost(List.of(socket("relayed")), host.names().get(1), "relay", problems::add)) {
            recordThroughTheRelay(withSockets(socket("relayed"), socket("consumer")));
        }
    }

    @Test
    void recordAnotherMachineThroughTheRealRelay() throws Exception {
        Assumptions.assumeTrue(programs.has("traced_relay"), "no traced_relay");
        PerfettoTools remote = withSockets(socket("relayed"), socket("consumer"));
        remote.runWith(
                new String[] {
                    "PERFETTO_RELAY_SOCK_NAME", host.names().get(1), "PERFETTO_MACHINE_NAME", "guest",
                },
                "traced_relay");
        for (int i = 0; i < 100 && !Files.exists(folder.resolve("relayed")); i++) {
            Thread.sleep(50);
        }
        recordThroughTheRelay(remote);
    }

    private void recordThroughTheRelay(PerfettoTools remote) throws Exception {
        remote.startProbes();
        Path file = folder.resolve("trace");
        programs.record(CONFIG + "trace_all_machines: true duration_ms: 800", file);
        Trace trace = Trace.parseFrom(Files.readAllBytes(file));
        assertTrue(trace.getPacketList().stream().anyMatch(p -> p.hasSysStats() && p.getMachineId() != 0));
        assertTrue(trace.getPacketList().stream().anyMatch(p -> p.hasSystemInfo() && p.getMachineId() != 0));
        assertTrue(trace.getPacketList().stream().anyMatch(TracePacket::hasRemoteClockSync));
        assertHealthy(trace);
    }

    @Test
    void sampleCallstacksWithTheRealProfiler() throws Exception {
        Assumptions.assumeTrue(programs.has("traced_perf"), "no traced_perf");
        programs.run("traced_perf");
        for (int i = 0; !programs.output("perfetto", "--query").contains("linux.perf"); i++) {
            assertTrue(i < 100, "traced_perf does not connect");
            Thread.sleep(50);
        }
        long pid = ProcessHandle.current().pid();
        AtomicBoolean isRecorded = new AtomicBoolean();
        Thread busy = Thread.ofPlatform().start(() -> {
            while (!isRecorded.get()) {
                Thread.onSpinWait();
            }
        });
        Path file = folder.resolve("trace");
        String log = programs.record("""
                buffers { size_kb: 16384 }
                data_sources { config { name: "linux.perf" perf_event_config {
                  timebase { frequency: 100 counter: SW_CPU_CLOCK timestamp_clock: PERF_CLOCK_BOOTTIME }
                  callstack_sampling { scope { target_pid: %d } } } } }
                duration_ms: 1000 flush_period_ms: 250
                """.formatted(pid), file);
        isRecorded.set(true);
        busy.join();
        Trace trace = Trace.parseFrom(Files.readAllBytes(file));
        Assumptions.assumeTrue(trace.getPacketList().stream().anyMatch(TracePacket::hasPerfSample), log);
        assertTrue(trace.getPacketList().stream()
                .anyMatch(p ->
                        p.getPerfSample().getPid() == pid && p.getPerfSample().getCallstackIid() > 0));
        assertTrue(trace.getPacketList().stream()
                .anyMatch(p -> p.getTracePacketDefaults().hasPerfSampleDefaults() && p.getSequenceFlags() == 1));
        assertHealthy(trace);
    }

    /// Activates a trigger, using a config of the command line tool if there is no program for triggers.
    private void trigger(String name) throws Exception {
        if (programs.has("trigger_perfetto")) {
            programs.output("trigger_perfetto", name);
        } else {
            programs.record("activate_triggers: \"" + name + "\"", folder.resolve("no trace"));
        }
    }

    private Process recordUntilTriggered(String mode, Path file) throws Exception {
        programs.startProbes();
        Process perfetto = programs.run(
                "perfetto",
                "--txt",
                "-c",
                programs.config(CONFIG + "trigger_config { trigger_mode: " + mode
                                + " trigger_timeout_ms: 20000 triggers { name: \"go\" stop_delay_ms: 300 } }")
                        .toString(),
                "-o",
                file.toString());
        for (int i = 0; i < 100 && !programs.output("perfetto", "--query").contains("\n1 "); i++) {
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
        programs.startProbes();
        Path file = folder.resolve("trace");
        Process perfetto = programs.run(
                "perfetto",
                "--background-wait",
                "--txt",
                "-c",
                programs.config(CONFIG + "duration_ms: 500").toString(),
                "-o",
                file.toString());
        assertTrue(perfetto.waitFor(20, TimeUnit.SECONDS));
        assertEquals(0, perfetto.exitValue());
        for (int i = 0; i < 100 && (!Files.exists(file) || Files.size(file) == 0); i++) {
            Thread.sleep(50);
        }
        assertTrue(Files.size(file) > 0);
    }

    /// Returns the types of packets in a trace: the numbers of their fields, and of the fields of system
    /// statistics.
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
    void receiveTheSameFilteredTraceAsFromTheRealService() throws Exception {
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
        programs.startProbes();
        Path ours = folder.resolve("ours");
        String log =
                programs.output("perfetto", "--txt", "-c", programs.config(text).toString(), "-o", ours.toString());
        PerfettoTools real = withSockets(socket("real producers"), socket("real consumers"));
        real.run("traced");
        real.startProbes();
        Path theirs = folder.resolve("theirs");
        real.record(text, theirs);
        assertEquals(shapes(theirs), shapes(ours), log);
        assertTrue(shapes(ours).contains("[3, 7] [1]"), shapes(ours)::toString);
    }
}
