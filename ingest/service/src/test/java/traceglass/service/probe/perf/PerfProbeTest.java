package traceglass.service.probe.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import traceglass.protos.profiling.PerfSample;
import traceglass.protos.trace.InternedData;
import traceglass.protos.trace.TracePacket;
import traceglass.sdk.posix.PerfAttributes;
import traceglass.sdk.posix.PerfCounter;
import traceglass.sdk.posix.Posix;
import traceglass.service.testing.ProbeRecording;

/// Samples this process with perf events of the kernel; skipped without permission.
class PerfProbeTest {

    private static final long OWN_PID = ProcessHandle.current().pid();

    private static void assumePerfEvents() {
        assumeTrue(Posix.isSupported());
        PerfAttributes cpuClock = new PerfAttributes(1, 0, 0, 0, 0, 0, 0, PerfAttributes.DISABLED, 0, 0);
        try (PerfCounter event = PerfCounter.open(cpuClock, 0, null)) {
            event.values(1);
        } catch (java.io.IOException e) {
            assumeTrue(false, "no permission to sample: " + e.getMessage());
        }
    }

    private static ProbeRecording record(String perfConfig) throws Exception {
        return ProbeRecording.start(
                List.of(new PerfProbe()),
                "data_sources { config { name: 'linux.perf' perf_event_config { " + perfConfig + " } } }");
    }

    /// Uses CPU time in native code of the JVM and the C library, whose symbols are in files.
    private static void work(long ms) {
        long end = System.nanoTime() + ms * 1_000_000;
        byte[] from = new byte[1 << 20];
        byte[] to = new byte[1 << 20];
        while (System.nanoTime() < end) {
            System.arraycopy(from, 0, to, 0, from.length);
            System.nanoTime();
            try {
                java.nio.file.Files.size(java.nio.file.Path.of("/proc/self/stat"));
            } catch (java.io.IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }
    }

    private static List<PerfSample> samples(List<TracePacket> packets) {
        return packets.stream()
                .filter(TracePacket::hasPerfSample)
                .map(TracePacket::getPerfSample)
                .toList();
    }

    @Test
    void recordsCallstacksOfTheChosenProcess() throws Exception {
        assumePerfEvents();
        List<TracePacket> packets;
        try (ProbeRecording recording = record("""
            timebase { frequency: 500 timestamp_clock: PERF_CLOCK_BOOTTIME } ring_buffer_read_period_ms: 20
            callstack_sampling { kernel_frames: true user_frames: UNWIND_FRAME_POINTER scope { target_pid: %d } }
            """.formatted(OWN_PID))) {
            work(300);
            assertTrue(recording.flush());
            packets = recording.stop();
            assertEquals(List.of(), recording.problems());
        }
        List<TracePacket> ours = packets.stream()
                .filter(p -> p.hasPerfSample() || p.getTracePacketDefaults().hasPerfSampleDefaults())
                .toList();
        assertEquals(1, ours.getFirst().getSequenceFlags());
        assertEquals(6, ours.getFirst().getTracePacketDefaults().getTimestampClockId());
        assertEquals(
                500,
                ours.getFirst()
                        .getTracePacketDefaults()
                        .getPerfSampleDefaults()
                        .getTimebase()
                        .getFrequency());
        List<PerfSample> samples = samples(packets);
        assertTrue(samples.size() > 20, () -> samples.size() + " samples");
        assertTrue(samples.stream().allMatch(s -> s.getPid() == OWN_PID), "only the chosen process");
        Set<String> functions = new TreeSet<>();
        Set<String> files = new TreeSet<>();
        checkInterning(ours, functions, files);
        assertTrue(files.stream().anyMatch(f -> f.endsWith("/libjvm.so")), files::toString);
        assertTrue(files.contains("kernel"), files::toString);
        assertTrue(functions.size() > 10, functions::toString);
        long uptime = Posix.clockNs(Posix.CLOCK_BOOTTIME);
        assertTrue(ours.stream()
                .filter(TracePacket::hasPerfSample)
                .allMatch(p -> p.getTimestamp() < uptime && p.getTimestamp() > uptime - 60_000_000_000L));
    }

    /// Checks that every interning id is defined exactly once before its first use, and collects the names.
    private static void checkInterning(List<TracePacket> packets, Set<String> functions, Set<String> files) {
        Set<Long> callstacks = new HashSet<>();
        Map<Long, Long> frameMappings = new HashMap<>();
        Map<Long, String> mappings = new HashMap<>();
        Map<Long, String> paths = new HashMap<>();
        for (TracePacket packet : packets) {
            InternedData data = packet.getInternedData();
            data.getFunctionNamesList().forEach(n -> functions.add(n.getStr().toStringUtf8()));
            data.getMappingPathsList()
                    .forEach(n ->
                            assertEquals(null, paths.put(n.getIid(), n.getStr().toStringUtf8())));
            data.getMappingsList()
                    .forEach(m -> assertEquals(
                            null,
                            mappings.put(
                                    m.getIid(),
                                    m.getPathStringIdsList().stream()
                                            .map(paths::get)
                                            .collect(Collectors.joining("/")))));
            data.getFramesList().forEach(f -> {
                assertTrue(mappings.containsKey(f.getMappingId()));
                assertEquals(null, frameMappings.put(f.getIid(), f.getMappingId()));
            });
            data.getCallstacksList().forEach(c -> {
                assertTrue(callstacks.add(c.getIid()));
                assertTrue(frameMappings.keySet().containsAll(c.getFrameIdsList()));
            });
            if (packet.getPerfSample().hasCallstackIid()) {
                assertTrue(callstacks.contains(packet.getPerfSample().getCallstackIid()));
            }
        }
        files.addAll(mappings.values());
    }

    @Test
    void recordsTracepointsWithFollowersWithoutCallstacks() throws Exception {
        assumePerfEvents();
        assumeTrue(java.nio.file.Files.isReadable(java.nio.file.Path.of("/sys/kernel/tracing/events/sched")));
        try (ProbeRecording recording = record("""
            timebase { period: 1 tracepoint { name: 'sched:sched_switch' filter: 'prev_pid > 0' } }
            followers { counter: SW_PAGE_FAULTS }
            """)) {
            Thread.sleep(150);
            List<PerfSample> samples = samples(recording.stop());
            assertEquals(List.of(), recording.problems());
            assertTrue(samples.size() > 5, () -> samples.size() + " switches");
            for (PerfSample sample : samples) {
                assertEquals(1, sample.getFollowerCountsCount());
                assertFalse(sample.hasCallstackIid());
                assertNotEquals(0, sample.getTimebaseCount() + sample.getKernelRecordsLost());
            }
        }
    }

    @Test
    void readsCountersPeriodically() throws Exception {
        assumePerfEvents();
        try (ProbeRecording recording = record("""
            timebase { counter: SW_CONTEXT_SWITCHES poll_period_ms: 10 } target_cpu: 0
            """)) {
            Thread.sleep(200);
            List<PerfSample> samples = samples(recording.stop());
            assertTrue(samples.size() >= 5, () -> samples.size() + " readings");
            List<Long> counts =
                    samples.stream().map(PerfSample::getTimebaseCount).toList();
            assertEquals(counts.stream().sorted().toList(), counts);
            assertTrue(counts.getLast() > counts.getFirst(), counts::toString);
            assertTrue(samples.stream().allMatch(s -> s.hasCpu() && s.getCpu() == 0));
        }
    }

    @Test
    void countsSamplesThatDoNotFitIntoTheRingBuffer() throws Exception {
        assumePerfEvents();
        assumeTrue(java.nio.file.Files.isReadable(java.nio.file.Path.of("/sys/kernel/tracing/events/raw_syscalls")));
        try (ProbeRecording recording = record("""
            timebase { period: 1 tracepoint { name: 'raw_syscalls:sys_enter' } }
            ring_buffer_pages: 1 ring_buffer_read_period_ms: 150
            """)) {
            work(400);
            List<PerfSample> samples = samples(recording.stop());
            assertTrue(
                    samples.stream().mapToLong(PerfSample::getKernelRecordsLost).sum() > 0);
        }
    }

    @Test
    void reportsWhyItRecordsNothing() throws Exception {
        assumePerfEvents();
        Map<String, String> reasons = Map.of(
                "timebase { frequency: 1 tracepoint { name: 'sched:nonsense' } }",
                "linux.perf: This kernel has no tracepoint sched:nonsense.",
                "timebase { frequency: 1 tracepoint { name: 'nonsense' } }",
                "linux.perf: \"nonsense\" is not a tracepoint. Write group:name, such as sched:sched_switch.",
                "ring_buffer_pages: 3",
                "linux.perf: ring_buffer_pages of linux.perf is 3. Write a power of two up to 65536.",
                "target_cpu: 4000",
                "linux.perf: None of the CPUs in target_cpu is online.",
                "timebase { frequency: 1 raw_event { pmu_name: 'nonsense' } }",
                "linux.perf: This computer has no performance monitoring unit nonsense.");
        for (Map.Entry<String, String> reason : reasons.entrySet()) {
            try (ProbeRecording recording = record(reason.getKey())) {
                assertEquals(List.of(), samples(recording.stop()));
                assertEquals(List.of(reason.getValue()), recording.problems());
            }
        }
    }

    @Test
    void parsesListsOfCpus() throws Exception {
        assertEquals(Set.of(0, 1, 2, 3, 6), PerfProbe.parseCpus("0-3,6"));
        assertEquals(Set.of(5), PerfProbe.parseCpus("5"));
    }
}
