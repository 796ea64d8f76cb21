package traceglass.service.probe.ftrace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import traceglass.protos.ftrace.FtraceCpuStats;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.FtraceEvent.EventCase;
import traceglass.protos.ftrace.FtraceEventBundle;
import traceglass.protos.ftrace.FtraceStats;
import traceglass.protos.trace.TracePacket;
import traceglass.service.probe.SeenIds;
import traceglass.service.testing.ProbeRecording;

/// Records from the tracefs of this computer, in a separate instance so that other users are not disturbed.
@Timeout(120)
class FtraceRecordingTest {

    private static final Path ROOT = Path.of("/sys/kernel/tracing");

    private final String name = "traceglass-test-" + ProcessHandle.current().pid();
    private final Path instance = ROOT.resolve("instances").resolve(name);

    @TempDir
    private Path folder;

    @BeforeEach
    void createInstance() {
        boolean isCreated = false;
        try {
            Files.createDirectory(instance);
            isCreated = Files.isWritable(instance.resolve("tracing_on"));
        } catch (IOException e) {
            // Tracefs is missing or not writable.
        }
        Assumptions.assumeTrue(isCreated, "tracefs is missing or not writable");
    }

    @AfterEach
    void removeInstance() throws IOException {
        Files.deleteIfExists(instance);
    }

    private ProbeRecording start(String config) throws Exception {
        return ProbeRecording.start(
                List.of(new FtraceProbe(new SeenIds())),
                "buffers { size_kb: 65536 } data_sources { config { name: 'linux.ftrace' ftrace_config { "
                        + "instance_name: '" + name + "' " + config + " } } }");
    }

    /// Runs programs and writes a file to the disk.
    private void work() throws Exception {
        new ProcessBuilder("/bin/sh", "-c", "for i in 1 2 3; do cat /proc/self/stat > f$i; sleep 0.02; done; sync f1")
                .directory(folder.toFile())
                .start()
                .waitFor();
    }

    private static List<FtraceEvent> events(List<TracePacket> packets) {
        List<FtraceEvent> events = new ArrayList<>();
        packets.forEach(p -> events.addAll(p.getFtraceEvents().getEventList()));
        return events;
    }

    private static void assertNoDamage(List<TracePacket> packets) {
        for (TracePacket packet : packets) {
            assertEquals(List.of(), packet.getFtraceEvents().getErrorList());
            assertEquals(List.of(), packet.getFtraceStats().getFtraceParseErrorsList());
        }
    }

    @Test
    void recordsSchedulingInterruptsSystemCallsAndBlockDevices() throws Exception {
        String before = Files.readString(instance.resolve("trace_clock"));
        try (ProbeRecording recording = start("""
            ftrace_events: 'sched/*' ftrace_events: 'irq/*' ftrace_events: 'block/*' ftrace_events: 'task/*'
            ftrace_events: 'workqueue/*' syscall_events: 'sys_execve' symbolize_ksyms: true buffer_size_kb: 8192
            """)) {
            work();
            List<TracePacket> packets = recording.stop();
            assertNoDamage(packets);
            Map<EventCase, Integer> counts = new EnumMap<>(EventCase.class);
            events(packets).forEach(e -> counts.merge(e.getEventCase(), 1, Integer::sum));
            Set<EventCase> expected = EnumSet.of(
                    EventCase.SYS_ENTER,
                    EventCase.SYS_EXIT,
                    EventCase.SOFTIRQ_ENTRY,
                    EventCase.SCHED_PROCESS_EXEC,
                    EventCase.TASK_NEWTASK);
            assertTrue(counts.keySet().containsAll(expected), counts::toString);
            assertTrue(packets.stream()
                            .mapToInt(p -> p.getFtraceEvents().getCompactSched().getSwitchTimestampCount())
                            .sum()
                    > 10);
            assertTrue(counts.keySet().stream().anyMatch(c -> c.name().startsWith("BLOCK_")), counts::toString);
        }
        assertEquals(before, Files.readString(instance.resolve("trace_clock")));
        assertEquals("0", Files.readString(instance.resolve("events/enable")).strip());
    }

    @Test
    void aFlushReturnsAllEventsWrittenBeforeIt() throws Exception {
        try (ProbeRecording recording = start("ftrace_events: 'print' drain_period_ms: 60000")) {
            int written = 0;
            for (int round = 0; round < 3; round++) {
                for (int i = 0; i < 500; i++) {
                    Files.writeString(instance.resolve("trace_marker"), "marker " + written++);
                }
                assertTrue(recording.flush());
                List<String> texts = events(recording.read()).stream()
                        .map(e -> e.getPrint().getBuf().strip())
                        .toList();
                assertEquals(500, texts.size());
                assertTrue(texts.contains("marker " + (written - 1)));
            }
        }
    }

    @Test
    void lossIsCounted() throws Exception {
        try (ProbeRecording recording = start("ftrace_events: 'print' buffer_size_kb: 4 drain_period_ms: 60000")) {
            for (int i = 0; i < 2000; i++) {
                Files.writeString(instance.resolve("trace_marker"), "marker " + i);
            }
            List<TracePacket> packets = recording.stop();
            assertTrue(packets.stream().map(TracePacket::getFtraceEvents).anyMatch(FtraceEventBundle::getLostEvents));
            FtraceStats last = packets.stream()
                    .map(TracePacket::getFtraceStats)
                    .filter(s -> s.getPhase() == FtraceStats.Phase.END_OF_TRACE)
                    .reduce((earlier, later) -> later)
                    .orElseThrow();
            long overrun = last.getCpuStatsList().stream()
                    .mapToLong(FtraceCpuStats::getOverrun)
                    .sum();
            assertEquals(2000, overrun + events(packets).size());
        }
    }

    @Test
    void recordsCallsOfAKernelFunction() throws Exception {
        Assumptions.assumeTrue(Files.isWritable(ROOT.resolve("kprobe_events")), "this kernel has no kprobes");
        try (ProbeRecording recording = start("kprobe_events { probe: 'do_exit' type: KPROBE_TYPE_KPROBE }")) {
            work();
            List<TracePacket> packets = recording.stop();
            assertEquals(List.of(), recording.problems());
            assertTrue(events(packets).stream()
                    .anyMatch(e -> e.getKprobeEvent().getName().equals("do_exit")));
        }
        assertTrue(!Files.readString(ROOT.resolve("kprobe_events")).contains("do_exit"));
    }

    @Test
    void manyEventsArriveIntact() throws Exception {
        try (ProbeRecording recording =
                start("syscall_events: 'sys_write' buffer_size_kb: 16384 drain_period_ms: 20")) {
            Process busy = new ProcessBuilder("dd", "if=/dev/zero", "of=/dev/null", "bs=1", "count=20000")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            busy.waitFor();
            List<TracePacket> packets = recording.stop();
            assertNoDamage(packets);
            long calls = events(packets).stream()
                    .filter(e -> e.getPid() == busy.pid())
                    .count();
            boolean isLost = packets.stream().anyMatch(p -> p.getFtraceEvents().getLostEvents());
            assertTrue(isLost || calls >= 40_000, () -> calls + " events");
        }
    }
}
