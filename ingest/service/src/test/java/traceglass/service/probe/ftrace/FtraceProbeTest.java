package traceglass.service.probe.ftrace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import traceglass.protos.config.FtraceConfig;
import traceglass.protos.ftrace.FtraceClock;
import traceglass.protos.ftrace.FtraceCpuStats;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.FtraceEventBundle;
import traceglass.protos.ftrace.FtraceStats;
import traceglass.protos.trace.TracePacket;
import traceglass.service.probe.SeenIds;
import traceglass.service.probe.ftrace.page.PrintkTexts;
import traceglass.service.testing.FakeTracefs;
import traceglass.service.testing.KernelFormats;
import traceglass.service.testing.ProbeRecording;
import traceglass.service.testing.RingPage;

/// Tests the probe with a fake tracefs folder.
@EnabledOnOs(OS.LINUX)
class FtraceProbeTest extends FtraceFixture {

    private static List<FtraceEventBundle> bundles(List<TracePacket> packets) {
        return packets.stream()
                .filter(TracePacket::hasFtraceEvents)
                .map(TracePacket::getFtraceEvents)
                .toList();
    }

    private static List<FtraceEvent> events(List<TracePacket> packets) {
        List<FtraceEvent> events = new ArrayList<>();
        bundles(packets).forEach(b -> events.addAll(b.getEventList()));
        return events;
    }

    @Test
    void settingsAreChangedForTheRecordingAndRestored() throws Exception {
        kernel.write("set_event", "irq:irq_handler_entry\n");
        try (ProbeRecording recording =
                start("ftrace_events: 'sched/*' ftrace_events: 'print' buffer_size_kb: 1027 drain_period_ms: 5")) {
            assertEquals("1", kernel.read("tracing_on"));
            assertEquals("boot", kernel.read("trace_clock"));
            assertEquals("1024", kernel.read("buffer_size_kb"));
            assertEquals("1", kernel.read("events/sched/sched_switch/enable"));
            assertEquals("1", kernel.read("events/sched/sched_waking/enable"));
            assertEquals("0", kernel.read("events/irq/irq_handler_entry/enable"));
            recording.stop();
            assertEquals(List.of(), recording.problems());
        }
        assertEquals("1", kernel.read("tracing_on"));
        assertEquals("local", kernel.read("trace_clock"));
        assertEquals("1408", kernel.read("buffer_size_kb"));
        assertEquals("0", kernel.read("events/sched/sched_switch/enable"));
        assertTrue(kernel.read("set_event").endsWith("irq:irq_handler_entry"));
    }

    @Test
    void settingsAreRestoredWhenASessionCannotBePrepared() throws Exception {
        kernel.write("set_event", "irq:irq_handler_entry\n");
        Tracefs tracefs = new Tracefs(kernel.folder());
        FtraceController controller = new FtraceController(tracefs, new Kprobes(tracefs), new KernelSetup(tracefs, ""));
        EventCatalog broken = new EventCatalog(tracefs, () -> {
            throw new IllegalStateException("broken");
        });
        FtraceProbe.Source source = new FtraceProbe.Source(controller, broken, PrintkTexts.parse(""));
        FtraceConfig config = FtraceConfig.newBuilder()
                .addFtraceEvents("mine/own_event")
                .setBufferSizeKb(1024)
                .build();
        assertThrows(IllegalStateException.class, () -> new FtraceInstance(config, 1, null, source, probe()));
        assertEquals("1", kernel.read("tracing_on"));
        assertEquals("local", kernel.read("trace_clock"));
        assertEquals("1408", kernel.read("buffer_size_kb"));
        assertTrue(kernel.read("set_event").endsWith("irq:irq_handler_entry"));
    }

    @Test
    void eventsArriveWithAndWithoutAFlush() throws Exception {
        try (ProbeRecording recording =
                start("ftrace_events: 'sched/sched_switch' ftrace_events: 'print' drain_period_ms: 2")) {
            kernel.page(
                    0, new RingPage(10).record(1, RingPage.printRecord(1, "a")).bytes());
            List<FtraceEvent> events = new ArrayList<>();
            while (events.isEmpty()) {
                Thread.sleep(2);
                events.addAll(events(recording.read()));
            }
            assertEquals("a", events.getFirst().getPrint().getBuf());
            kernel.page(
                    1,
                    new RingPage(20)
                            .record(1, RingPage.switchRecord(1, 2, "x", 0))
                            .bytes());
            assertTrue(recording.flush());
            FtraceEventBundle bundle = bundles(recording.read()).getFirst();
            assertEquals(1, bundle.getCpu());
            assertEquals(21, bundle.getCompactSched().getSwitchTimestamp(0));
        }
    }

    @Test
    void remainingDataIsWrittenAtTheEnd() throws Exception {
        try (ProbeRecording recording = start("ftrace_events: 'print' drain_period_ms: 60000")) {
            for (int i = 0; i < 300; i++) {
                kernel.page(
                        i % 2,
                        new RingPage(i + 1)
                                .record(1, RingPage.printRecord(1, "p" + i))
                                .bytes());
            }
            List<TracePacket> packets = recording.stop();
            assertEquals(300, events(packets).size());
            FtraceCpuStats cpu = stats(packets, FtraceStats.Phase.END_OF_TRACE).getCpuStats(1);
            assertEquals(1, cpu.getCpu());
            assertEquals(5, cpu.getEntries());
            assertEquals(4, cpu.getOverrun());
            assertEquals(3, cpu.getCommitOverrun());
            assertEquals(2, cpu.getBytesRead());
            assertEquals(1234.5, cpu.getOldestEventTs());
            assertEquals(1236.25, cpu.getNowTs());
            assertEquals(1, cpu.getDroppedEvents());
            assertEquals(9, cpu.getReadEvents());
        }
    }

    @Test
    void eachSessionGetsItsOwnEvents() throws Exception {
        String both =
                source("ftrace_events: 'print' ftrace_events: 'sched/sched_switch' compact_sched { enabled: false }")
                        + source("ftrace_events: 'irq/irq_handler_entry' ftrace_events: 'print'");
        try (ProbeRecording recording = ProbeRecording.start(List.of(probe()), both)) {
            assertEquals("1", kernel.read("events/sched/sched_switch/enable"));
            assertEquals("1", kernel.read("events/irq/irq_handler_entry/enable"));
            kernel.page(
                    0,
                    new RingPage(10)
                            .record(1, RingPage.printRecord(1, "a"))
                            .record(1, RingPage.switchRecord(1, 2, "x", 0))
                            .record(1, RingPage.startRecord(102, 0, 16).array())
                            .bytes());
            assertTrue(recording.flush());
            Set<List<FtraceEvent.EventCase>> kinds = bundles(recording.stop()).stream()
                    .map(b -> b.getEventList().stream()
                            .map(FtraceEvent::getEventCase)
                            .toList())
                    .collect(Collectors.toSet());
            assertEquals(
                    Set.of(
                            List.of(FtraceEvent.EventCase.PRINT, FtraceEvent.EventCase.SCHED_SWITCH),
                            List.of(FtraceEvent.EventCase.PRINT, FtraceEvent.EventCase.IRQ_HANDLER_ENTRY)),
                    kinds);
        }
        assertEquals("0", kernel.read("events/irq/irq_handler_entry/enable"));
    }

    @Test
    void missingEventsAreReportedInTheTraceAndToTheUser() throws Exception {
        Files.delete(kernel.folder().resolve("events/irq/irq_handler_entry/enable"));
        try (ProbeRecording recording =
                start("ftrace_events: 'sched/nosuch' ftrace_events: 'bare' ftrace_events: 'irq/irq_handler_entry'"
                        + " ftrace_events: 'mine/own_event' disable_generic_events: true")) {
            FtraceStats stats = stats(recording.stop(), FtraceStats.Phase.START_OF_TRACE);
            assertEquals(List.of("bare", "sched/nosuch"), stats.getUnknownFtraceEventsList());
            assertEquals(List.of("mine/own_event", "irq/irq_handler_entry"), stats.getFailedFtraceEventsList());
            assertEquals(
                    List.of(
                            "linux.ftrace: This kernel has no event bare, sched/nosuch",
                            "linux.ftrace: Failed to record mine/own_event, irq/irq_handler_entry"),
                    recording.problems());
        }
    }

    @Test
    void eventNamesCannotReferToFilesOutsideTheEventsFolder() throws Exception {
        Path outside = Files.createDirectories(folder.resolve("outside"));
        Files.writeString(outside.resolve("format"), KernelFormats.SCHED_WAKING);
        Path enable = Files.writeString(outside.resolve("enable"), "kept");
        try (ProbeRecording recording = start("ftrace_events: 'sched/../../../outside' "
                + "ftrace_events: '../../outside' ftrace_events: '../*' ftrace_events: '..' "
                + "ftrace_events: 'sched/a\\000b' ftrace_events: '/sched_waking'")) {
            assertEquals("kept", Files.readString(enable));
            FtraceStats stats = stats(recording.stop(), FtraceStats.Phase.START_OF_TRACE);
            assertEquals(
                    List.of("sched/../../../outside", "../../outside", "../*", "..", "sched/a\0b", "/sched_waking"),
                    stats.getUnknownFtraceEventsList());
        }
        assertEquals("kept", Files.readString(enable));
    }

    @Test
    void systemCallsAreFilteredByTheKernel() throws Exception {
        try (ProbeRecording recording = start("syscall_events: 'sys_openat' syscall_events: 'sys_close'")) {
            boolean isArm = System.getProperty("os.arch").equals("aarch64");
            String filter = isArm ? "id == 56 || id == 57" : "id == 3 || id == 257";
            assertEquals(filter, kernel.read("events/raw_syscalls/sys_enter/filter"));
            assertEquals(filter, kernel.read("events/raw_syscalls/sys_exit/filter"));
            assertEquals("1", kernel.read("events/raw_syscalls/sys_enter/enable"));
            recording.stop();
        }
        assertEquals("0", kernel.read("events/raw_syscalls/sys_enter/filter"));
    }

    @Test
    void kernelFunctionProbesAreInstalledAndRemoved() throws Exception {
        kernel.event("perfetto_kprobes/do_thing", KernelFormats.KPROBE);
        kernel.event("perfetto_kretprobes/do_thing", KernelFormats.KPROBE.replace("ID: 108", "ID: 109"));
        try (ProbeRecording recording = start("kprobe_events { probe: 'do_thing' type: KPROBE_TYPE_BOTH } "
                + "kprobe_events { probe: 'bad name' type: KPROBE_TYPE_KPROBE } drain_period_ms: 60000")) {
            assertTrue(kernel.read("kprobe_events").contains("p:perfetto_kprobes/do_thing do_thing"));
            assertTrue(kernel.read("kprobe_events").contains("r1024:perfetto_kretprobes/do_thing do_thing"));
            assertEquals("1", kernel.read("events/perfetto_kprobes/do_thing/enable"));
            kernel.page(
                    0,
                    new RingPage(10)
                            .record(1, RingPage.startRecord(108, 0, 16).array())
                            .record(1, RingPage.startRecord(109, 0, 16).array())
                            .bytes());
            List<TracePacket> packets = recording.stop();
            assertEquals(
                    List.of("do_thing KPROBE_TYPE_BEGIN", "do_thing KPROBE_TYPE_END"),
                    events(packets).stream()
                            .map(e -> e.getKprobeEvent().getName() + " "
                                    + e.getKprobeEvent().getType())
                            .toList());
            FtraceStats stats = stats(packets, FtraceStats.Phase.START_OF_TRACE);
            assertEquals(List.of("perfetto_kprobes/bad name"), stats.getFailedFtraceEventsList());
            assertEquals(12, stats.getKprobeStats().getHits());
            assertEquals(3, stats.getKprobeStats().getMisses());
        }
        assertEquals("0", kernel.read("events/perfetto_kprobes/do_thing/enable"));
        List<String> lines = Arrays.asList(kernel.read("kprobe_events").split("\n"));
        assertEquals(
                List.of("-:perfetto_kprobes/do_thing", "-:perfetto_kretprobes/do_thing"),
                lines.subList(lines.size() - 2, lines.size()));
    }

    @Test
    void theClockOfKernelsWithoutTheBootClockIsRecorded() throws Exception {
        kernel.write("trace_clock", "local [global] counter\n");
        try (ProbeRecording recording = start("ftrace_events: 'print'")) {
            kernel.page(
                    0, new RingPage(10).record(1, RingPage.printRecord(1, "a")).bytes());
            FtraceEventBundle bundle = bundles(recording.stop()).getFirst();
            assertEquals(FtraceClock.FTRACE_CLOCK_GLOBAL, bundle.getFtraceClock());
            assertEquals(1_236_250_000_000L, bundle.getFtraceTimestamp());
            assertTrue(bundle.getBootTimestamp() > 0);
        }
    }

    @Test
    void preservedBuffersKeepTheirClockAndSize() throws Exception {
        try (ProbeRecording recording =
                start("ftrace_events: 'print' preserve_ftrace_buffer: true buffer_size_kb: 4096")) {
            assertEquals("7 (expanded: 1408)", kernel.read("buffer_size_kb"));
            assertTrue(kernel.read("trace_clock").startsWith("[local]"));
            assertTrue(stats(recording.stop(), FtraceStats.Phase.START_OF_TRACE).getPreserveFtraceBuffer());
        }
    }

    @Test
    void doesNotRecordWhileAnotherToolUsesFtrace() throws Exception {
        kernel.write("current_tracer", "function\n");
        try (ProbeRecording recording = start("ftrace_events: 'print'")) {
            recording.stop();
            assertEquals(1, recording.problems().size());
            assertTrue(
                    recording.problems().getFirst().contains("Another tool uses ftrace"),
                    recording.problems()::toString);
            assertEquals("1", kernel.read("tracing_on"));
        }
    }

    @Test
    void aMissingTracefsOrInstanceIsExplained() throws Exception {
        FtraceProbe none = new FtraceProbe(List.of(folder.resolve("none")), proc, seen);
        try (ProbeRecording recording = ProbeRecording.start(List.of(none), source(""))) {
            recording.stop();
            assertTrue(recording.problems().getFirst().contains("tracefs is not mounted"));
        }
        assertTrue(none.refusal().startsWith("tracefs is not mounted."), none::refusal);
        assertFalse(none.needsRoot());
        Files.createDirectories(proc.resolve("self"));
        Files.writeString(proc.resolve("self/mounts"), "none /sys/kernel/tracing tracefs rw 0 0\n");
        try (ProbeRecording recording = ProbeRecording.start(List.of(none), source(""))) {
            recording.stop();
            assertTrue(recording.problems().getFirst().contains("No permission to read"));
        }
        assertTrue(none.refusal().startsWith("No permission to read "), none::refusal);
        assertTrue(none.needsRoot());
        try (ProbeRecording recording = start("instance_name: 'nosuch'")) {
            recording.stop();
            assertTrue(recording.problems().getFirst().contains("No ftrace instance nosuch"));
        }
    }

    @Test
    void exclusiveSettingsAreAppliedOnlyForASingleSession() throws Exception {
        String exclusive = "ftrace_events: 'print' tids_to_trace: 7 tids_to_trace: 8 tracing_cpumask: '1' "
                + "tracefs_options { name: 'print-parent' state: STATE_DISABLED }";
        try (ProbeRecording recording = start(exclusive)) {
            assertEquals("7 8", kernel.read("set_event_pid"));
            assertEquals("1", kernel.read("tracing_cpumask"));
            assertEquals("0", kernel.read("options/print-parent"));
            recording.stop();
        }
        assertEquals("", kernel.read("set_event_pid"));
        assertEquals("3", kernel.read("tracing_cpumask"));
        assertEquals("1", kernel.read("options/print-parent"));
        try (ProbeRecording recording =
                ProbeRecording.start(List.of(probe()), source("ftrace_events: 'print'") + source(exclusive))) {
            assertEquals("3", kernel.read("tracing_cpumask"));
            assertTrue(recording.stop().stream()
                    .anyMatch(
                            p -> !p.getFtraceStats().getExclusiveFeatureError().isEmpty()));
        }
    }

    @Test
    void threadsAreReportedToOtherProbes() throws Exception {
        List<Integer> threads = new ArrayList<>();
        SeenIds.Listener listener = new SeenIds.Listener() {
            @Override
            public void onThreads(int[] ids, int count) {
                for (int i = 0; i < count; i++) {
                    threads.add(ids[i]);
                }
            }
        };
        for (long session = 0; session < 100; session++) {
            seen.add(session, listener);
        }
        try (ProbeRecording recording = start("ftrace_events: 'sched/sched_switch' ftrace_events: 'print'")) {
            kernel.page(
                    0,
                    new RingPage(10)
                            .record(1, RingPage.switchRecord(1, 20, "x", 0))
                            .record(1, RingPage.printRecord(20, "a"))
                            .record(1, RingPage.switchRecord(20, 30, "y", 0))
                            .bytes());
            recording.stop();
        }
        assertEquals(List.of(20, 30), threads);
    }

    @Test
    void androidCategoriesSelectKernelEvents() throws Exception {
        try (ProbeRecording recording =
                start("atrace_categories: 'sched' atrace_categories: 'view' atrace_apps: '*'")) {
            assertEquals("1", kernel.read("events/sched/sched_switch/enable"));
            kernel.page(
                    0,
                    new RingPage(10).record(1, RingPage.printRecord(1, "B|1|x")).bytes());
            assertEquals(1, events(recording.stop()).size());
            assertEquals(List.of(), recording.problems());
        }
    }

    @Test
    void memoryCountersAreThrottledIfTheKernelSupportsIt() throws Exception {
        kernel.event("kmem/rss_stat", KernelFormats.PRINT.replace("ID: 5", "ID: 110"));
        kernel.event("synthetic/rss_stat_throttled", KernelFormats.PRINT.replace("ID: 5", "ID: 111"));
        kernel.write("events/kmem/rss_stat/trigger", "");
        try (ProbeRecording recording = start("ftrace_events: 'kmem/rss_stat' throttle_rss_stat: true")) {
            assertEquals("0", kernel.read("events/kmem/rss_stat/enable"));
            assertEquals("1", kernel.read("events/synthetic/rss_stat_throttled/enable"));
            assertTrue(kernel.read("events/kmem/rss_stat/trigger").startsWith("hist:keys=mm_id,member,bucket"));
            recording.stop();
        }
        assertTrue(kernel.read("events/kmem/rss_stat/trigger").contains("\n!hist:keys=mm_id,member,bucket"));
    }

    @Test
    void instancesHaveTheirOwnEventsAndShareKernelFunctionProbes() throws Exception {
        FakeTracefs instance = new FakeTracefs(kernel.folder().resolve("instances/one"));
        for (FakeTracefs tracefs : List.of(kernel, instance)) {
            tracefs.event("perfetto_kprobes/do_thing", KernelFormats.KPROBE);
        }
        String probes = "kprobe_events { probe: 'do_thing' type: KPROBE_TYPE_KPROBE } ";
        String both = source(probes + "ftrace_events: 'sched/sched_switch'")
                + source(probes + "instance_name: 'one' ftrace_events: 'irq/irq_handler_entry'");
        try (ProbeRecording recording = ProbeRecording.start(List.of(probe()), both)) {
            assertEquals("1", kernel.read("events/sched/sched_switch/enable"));
            assertEquals("0", instance.read("events/sched/sched_switch/enable"));
            assertEquals("1", instance.read("events/irq/irq_handler_entry/enable"));
            assertEquals(
                    1,
                    kernel.read("kprobe_events")
                            .lines()
                            .filter(l -> l.startsWith("p:"))
                            .count());
            assertEquals("", instance.read("kprobe_events"));
            instance.page(
                    1,
                    new RingPage(10)
                            .record(1, RingPage.startRecord(108, 0, 16).array())
                            .bytes());
            assertEquals(
                    List.of("do_thing"),
                    events(recording.stop()).stream()
                            .map(e -> e.getKprobeEvent().getName())
                            .toList());
        }
        assertTrue(kernel.read("kprobe_events").endsWith("-:perfetto_kprobes/do_thing"));
    }

    @Test
    void eventsOfReloadedModulesAreReadAgain() throws Exception {
        FtraceProbe probe = probe();
        String config = source("ftrace_events: 'mine/own_event' denser_generic_event_encoding: true");
        for (int id : List.of(107, 200)) {
            kernel.event("mine/own_event", KernelFormats.OWN_EVENT.replace("ID: 107", "ID: " + id));
            try (ProbeRecording recording = ProbeRecording.start(List.of(probe), config)) {
                kernel.write("per_cpu/cpu0/trace_pipe_raw", "");
                kernel.page(
                        0,
                        new RingPage(1)
                                .record(1, RingPage.startRecord(id, 1, 40).array())
                                .bytes());
                assertEquals(1, events(recording.stop()).size());
            }
        }
    }
}
