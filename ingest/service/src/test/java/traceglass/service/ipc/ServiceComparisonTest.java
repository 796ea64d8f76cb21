package traceglass.service.ipc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import traceglass.protos.common.TraceStats;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;
import traceglass.service.testing.PerfettoTools;

/// Compares recordings of the real service and ours, both with the real probes and the real command line tool.
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ServiceComparisonTest {

    private static final String SOURCES = """
            data_sources { config { name: "linux.sys_stats" sys_stats_config { meminfo_period_ms: 50 stat_period_ms: 50 } } }
            data_sources { config { name: "linux.process_stats" process_stats_config { scan_all_processes_on_start: true record_thread_names: true } } }
            data_sources { config { name: "linux.system_info" } }
            """;

    /// Fields that only our service writes: the clock, as newer services do, and sequences before the first one was
    /// read.
    private static final Set<String> OURS_ONLY = Set.of(
            "perfetto.protos.TracePacket.timestamp_clock_id",
            "perfetto.protos.TraceProvenance.Buffer.sequences",
            "perfetto.protos.TraceProvenance.Sequence.id",
            "perfetto.protos.TraceProvenance.Sequence.producer_id");

    /// Fields that only the real service writes: its default buffer always reports a loss before the first
    /// packet of a sequence.
    private static final Set<String> THEIRS_ONLY = Set.of("perfetto.protos.TracePacket.previous_packet_dropped");

    @TempDir
    private Path folder;

    private final List<Throwable> problems = new ArrayList<>();
    private final List<PerfettoTools> programs = new ArrayList<>();
    private ServiceHost host;

    @BeforeEach
    void start() throws Exception {
        programs.add(PerfettoTools.find(folder, socket("p"), socket("c")));
        host = new ServiceHost(List.of(socket("p")), List.of(socket("c")), "Traceglass test", problems::add);
    }

    @AfterEach
    void stop() throws Exception {
        for (PerfettoTools each : programs.reversed()) {
            each.close();
        }
        if (host != null) {
            host.close();
        }
        assertEquals(List.of(), problems);
    }

    private String socket(String name) {
        return folder.resolve(name).toString();
    }

    private PerfettoTools ours() {
        return programs.getFirst();
    }

    private PerfettoTools real() throws Exception {
        PerfettoTools real = ours().withSockets(socket("real p"), socket("real c"));
        programs.add(real);
        real.run("traced");
        real.startProbes();
        return real;
    }

    private Trace record(PerfettoTools tools, String config) throws Exception {
        Path file = Files.createTempFile(folder, "trace", "");
        tools.record(config, file);
        return Trace.parseFrom(Files.readAllBytes(file));
    }

    private static String kind(TracePacket packet) {
        return packet.hasServiceEvent()
                ? packet.getServiceEvent().getEventTypeCase().toString()
                : packet.getDataCase().toString();
    }

    /// Returns the packets that the service itself writes, in order, without clock snapshots and markers, whose
    /// times vary.
    private static List<String> ownPackets(Trace trace) {
        return trace.getPacketList().stream()
                .filter(p -> p.getTrustedPacketSequenceId() == 1 && !p.hasClockSnapshot())
                .filter(p -> p.getSynchronizationMarker().isEmpty())
                .map(ServiceComparisonTest::kind)
                .toList();
    }

    private static Set<String> kinds(Trace trace) {
        Set<String> kinds = new TreeSet<>();
        trace.getPacketList().forEach(p -> kinds.add(kind(p)));
        return kinds;
    }

    /// Returns the names of all fields of a message and its nested messages.
    private static Set<String> fields(Message message) {
        Set<String> names = new TreeSet<>();
        message.getAllFields().forEach((field, value) -> {
            names.add(field.getFullName());
            if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
                List<?> values = field.isRepeated() ? (List<?>) value : List.of(value);
                values.forEach(v -> names.addAll(fields((Message) v)));
            }
        });
        return names;
    }

    private static TraceStats stats(Trace trace) {
        return trace.getPacketList().stream()
                .filter(TracePacket::hasTraceStats)
                .reduce((a, b) -> b)
                .orElseThrow()
                .getTraceStats();
    }

    private static Set<String> packetFields(Trace trace) {
        Set<String> names = new TreeSet<>();
        trace.getPacketList().stream()
                .filter(p -> !p.hasTraceStats() && !p.hasSystemInfo() && !p.hasTraceConfig())
                .filter(p -> !p.hasProcessTree() && !p.hasProcessStats() && !p.hasSysStats())
                .forEach(p -> names.addAll(fields(p)));
        return names;
    }

    @Test
    void recordsTheSameKindsOfPacketsAndStatistics() throws Exception {
        ours().startProbes();
        PerfettoTools real = real();
        String config = "buffers { size_kb: 8192 } duration_ms: 900 " + SOURCES;
        Trace ours = record(ours(), config);
        Trace theirs = record(real, config);
        assertEquals(kinds(theirs), kinds(ours));
        assertEquals(ownPackets(theirs), ownPackets(ours));
        Set<String> unknown = packetFields(ours);
        unknown.removeAll(packetFields(theirs));
        unknown.removeAll(OURS_ONLY);
        assertEquals(Set.of(), unknown, "fields that only our service writes");
        Set<String> missingFields = packetFields(theirs);
        missingFields.removeAll(packetFields(ours));
        missingFields.removeAll(THEIRS_ONLY);
        assertEquals(Set.of(), missingFields, "fields that our service doesn't write");
        Set<String> missing = fields(stats(theirs));
        missing.removeAll(fields(stats(ours)));
        assertEquals(Set.of(), missing, "fields of the statistics");
    }

    @Test
    void joinsPacketsOfManyChunksAndPatchesThem() throws Exception {
        ours().startProbes();
        TraceStats.BufferStats stats = stats(record(
                        ours(),
                        "buffers { size_kb: 8192 } duration_ms: 600"
                                + " producers { producer_name: \"perfetto.traced_probes\" shm_size_kb: 64 page_size_kb: 4 }"
                                + SOURCES))
                .getBufferStats(0);
        assertTrue(stats.getReadaheadsSucceeded() > 0 && stats.getPatchesSucceeded() > 0, stats::toString);
        assertEquals(0, stats.getPatchesFailed() + stats.getAbiViolations() + stats.getReadaheadsFailed());
    }

    @Test
    void overwritesOrDiscardsPacketsOfAFullBuffer() throws Exception {
        ours().startProbes();
        for (String policy : List.of("RING_BUFFER", "DISCARD")) {
            Trace trace = record(
                    ours(),
                    "buffers { size_kb: 40 fill_policy: " + policy + " } duration_ms: 1500 flush_period_ms: 100 "
                            + SOURCES.replace("period_ms: 50", "period_ms: 10"));
            TraceStats.BufferStats stats = stats(trace).getBufferStats(0);
            assertEquals(0, stats.getAbiViolations());
            assertTrue(
                    policy.equals("DISCARD")
                            ? stats.getChunksDiscarded() > 0 && stats.getWriteWrapCount() == 0
                            : stats.getChunksOverwritten() > 0 && stats.getWriteWrapCount() > 0,
                    policy + stats);
        }
    }

    @Test
    void endsEvenIfTheProbesHang() throws Exception {
        Process probes = ours().startProbes();
        Path file = folder.resolve("trace");
        Process perfetto = ours().run(
                        "perfetto",
                        "--txt",
                        "-c",
                        ours().config("buffers { size_kb: 4096 } duration_ms: 700 flush_timeout_ms: 200"
                                        + " data_source_stop_timeout_ms: 200 " + SOURCES)
                                .toString(),
                        "-o",
                        file.toString());
        Thread.sleep(300);
        signal(probes, "STOP");
        try {
            assertTrue(perfetto.waitFor(60, TimeUnit.SECONDS));
        } finally {
            signal(probes, "CONT");
        }
        Trace trace = Trace.parseFrom(Files.readAllBytes(file));
        assertTrue(
                trace.getPacketList().stream().anyMatch(p -> p.getServiceEvent().hasLastFlushSlowDataSources()));
        assertEquals(
                TraceStats.FinalFlushOutcome.FINAL_FLUSH_FAILED, stats(trace).getFinalFlushOutcome());
    }

    private static void signal(Process process, String name) throws Exception {
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    @Test
    void continuesWithProbesThatReconnected() throws Exception {
        Process probes = ours().startProbes();
        Path file = folder.resolve("trace");
        Process perfetto = ours().run(
                        "perfetto",
                        "--txt",
                        "-c",
                        ours().config("buffers { size_kb: 8192 } duration_ms: 20000 flush_period_ms: 100 " + SOURCES)
                                .toString(),
                        "-o",
                        file.toString());
        Thread.sleep(700);
        probes.destroyForcibly().waitFor();
        ours().startProbes();
        Thread.sleep(700);
        signal(perfetto, "INT");
        assertTrue(perfetto.waitFor(60, TimeUnit.SECONDS));
        Trace trace = Trace.parseFrom(Files.readAllBytes(file));
        long pids = trace.getPacketList().stream()
                .filter(TracePacket::hasSysStats)
                .map(TracePacket::getTrustedPid)
                .distinct()
                .count();
        assertEquals(2, pids, "processes of the probes");
        assertEquals(0, stats(trace).getBufferStats(0).getAbiViolations());
    }
}
