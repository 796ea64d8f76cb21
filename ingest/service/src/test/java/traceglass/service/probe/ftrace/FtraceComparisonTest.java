package traceglass.service.probe.ftrace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.UnknownFieldSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.FtraceEventBundle;
import traceglass.protos.ftrace.FtraceEventBundle.GenericEventDescriptor;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;
import traceglass.service.probe.SeenIds;
import traceglass.service.testing.PerfettoDaemons;
import traceglass.service.testing.ProbeRecording;

/// Records the same events at the same time with the real `traced_probes` and with our probe, each from its own
/// tracefs instance.
@Timeout(120)
class FtraceComparisonTest {

    /// Name that is unique to this run, because events of the whole computer are recorded.
    private static final String PROGRAM = "tg-" + ProcessHandle.current().pid();

    private static final Path INSTANCES = Path.of("/sys/kernel/tracing/instances");

    private final long process = ProcessHandle.current().pid();
    private final Path ours = INSTANCES.resolve("traceglass-ours-" + process);
    private final Path theirs = INSTANCES.resolve("traceglass-theirs-" + process);

    @TempDir
    private Path folder;

    private PerfettoDaemons daemons;

    @BeforeEach
    void start() throws Exception {
        Path bin = PerfettoDaemons.programs();
        boolean isCreated = false;
        try {
            Files.createDirectory(ours);
            Files.createDirectory(theirs);
            isCreated = Files.isWritable(theirs.resolve("tracing_on"));
        } catch (IOException e) {
            // Tracefs is missing or not writable.
        }
        Assumptions.assumeTrue(
                isCreated && bin != null, "tracefs is missing or not writable, or no real perfetto programs");
        daemons = PerfettoDaemons.start(bin, folder);
    }

    @AfterEach
    void stop() throws Exception {
        if (daemons != null) {
            daemons.close();
        }
        Files.deleteIfExists(ours);
        Files.deleteIfExists(theirs);
    }

    private static String config(Path instance, String ftrace) {
        return "buffers { size_kb: 32768 } data_sources { config { name: 'linux.ftrace' ftrace_config { instance_name:"
                + " '"
                + instance.getFileName() + "' buffer_size_kb: 8192 " + ftrace + " } } } ";
    }

    private List<List<TracePacket>> recordBoth(String ftrace) throws Exception {
        Path file = folder.resolve("trace");
        // New instances are on; the real probe turns its instance off, and on again once it records.
        Files.writeString(theirs.resolve("tracing_on"), "0");
        Process real = daemons.startRecording(config(theirs, ftrace), file);
        for (int i = 0;
                i < 3000 && !Files.readString(theirs.resolve("tracing_on")).startsWith("1");
                i++) {
            Thread.sleep(20);
        }
        try (ProbeRecording recording =
                ProbeRecording.start(List.of(new FtraceProbe(new SeenIds())), config(ours, ftrace))) {
            Path program = Files.copy(Path.of("/bin/true"), folder.resolve(PROGRAM));
            new ProcessBuilder(
                            "/bin/sh",
                            "-c",
                            "for i in 1 2 3; do ./" + program.getFileName() + "; sleep 0.02; done; sync .")
                    .directory(folder.toFile())
                    .start()
                    .waitFor();
            for (Path instance : List.of(ours, theirs)) {
                Files.writeString(instance.resolve("trace_marker"), "a marker");
            }
            assertTrue(daemons.end(real, file), "no trace was written");
            List<TracePacket> traceglass = recording.stop();
            // Older kernels also lack others.
            String missing = "linux.ftrace: This kernel has no event nosuch/event";
            assertTrue(
                    recording.problems().size() == 1
                            && recording.problems().getFirst().startsWith(missing),
                    () -> recording.problems().toString());
            return List.of(Trace.parseFrom(Files.readAllBytes(file)).getPacketList(), traceglass);
        }
    }

    /// Returns the names of the fields of each event that occurs.
    private static Map<String, Set<String>> fields(List<TracePacket> packets) {
        Map<Integer, DescriptorProto> described = new HashMap<>();
        Map<String, Set<String>> fields = new TreeMap<>();
        for (TracePacket packet : packets) {
            FtraceEventBundle bundle = packet.getFtraceEvents();
            for (GenericEventDescriptor descriptor : bundle.getGenericEventDescriptorsList()) {
                try {
                    described.put(descriptor.getFieldId(), DescriptorProto.parseFrom(descriptor.getEventDescriptor()));
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            }
            for (FtraceEvent event : bundle.getEventList()) {
                add(event, described, fields);
            }
            if (bundle.hasCompactSched()) {
                fields.computeIfAbsent("compact", k -> new TreeSet<>())
                        .addAll(bundle.getCompactSched().getAllFields().keySet().stream()
                                .map(FieldDescriptor::getName)
                                .toList());
            }
        }
        return fields;
    }

    private static void add(
            FtraceEvent event, Map<Integer, DescriptorProto> described, Map<String, Set<String>> fields) {
        event.getAllFields().forEach((field, value) -> {
            Set<String> names = fields.computeIfAbsent(
                    value instanceof Message ? field.getName() : "event." + field.getName(), k -> new TreeSet<>());
            if (value instanceof Message message) {
                message.getAllFields().keySet().forEach(f -> names.add(f.getName()));
            }
        });
        for (Map.Entry<Integer, UnknownFieldSet.Field> entry :
                event.getUnknownFields().asMap().entrySet()) {
            DescriptorProto type = described.get(entry.getKey());
            if (type == null) {
                fields.put("unknown " + entry.getKey(), Set.of());
                continue;
            }
            Set<String> names = fields.computeIfAbsent("generic " + type.getName(), k -> new TreeSet<>());
            for (FieldDescriptorProto field : type.getFieldList()) {
                names.add(field.getName() + " " + field.getType());
            }
        }
    }

    /// Intended differences: only our probe lists nonexistent bare names and system calls as unknown, and only our
    /// probe installs kprobes for instances; the real one looks for a file that instances lack.
    @Test
    void recordsTheSameEventsAndFieldsAsTheRealProbe() throws Exception {
        List<List<TracePacket>> both = recordBoth("""
            ftrace_events: 'sched/sched_switch' ftrace_events: 'sched/sched_waking' ftrace_events: 'print'
            ftrace_events: 'sched/sched_process_exec' ftrace_events: 'sched/sched_process_exit'
            ftrace_events: 'sched/sched_prepare_exec' ftrace_events: 'task/*' ftrace_events: 'irq/*'
            ftrace_events: 'workqueue/*' ftrace_events: 'kmem/rss_stat' ftrace_events: 'nosuch/event'
            ftrace_events: 'block/block_bio_queue' ftrace_events: 'ext4/ext4_sync_file_enter'
            ftrace_events: 'writeback/writeback_mark_inode_dirty' ftrace_events: 'signal/signal_generate'
            syscall_events: 'sys_execve' syscall_events: 'sys_fsync'
            """);
        Map<String, Set<String>> real = fields(both.getFirst());
        Map<String, Set<String>> traceglass = fields(both.getLast());
        Set<String> common = new TreeSet<>(real.keySet());
        common.retainAll(traceglass.keySet());
        assertTrue(common.size() > 12, common::toString);
        assertTrue(
                common.containsAll(List.of("compact", "sys_enter", "sched_process_exec", "softirq_entry", "print")),
                common::toString);
        for (String event : common) {
            assertEquals(real.get(event), traceglass.get(event), event);
        }
        // On a busy computer, the kernel's buffers can overflow.
        if (!hasLoss(both.getFirst()) && !hasLoss(both.getLast())) {
            assertEquals(String.join("\n", values(both.getFirst())), String.join("\n", values(both.getLast())));
        }
        assertEquals(unknownEvents(both.getFirst()), unknownEvents(both.getLast()));
    }

    /// Returns the values, without times, of events that this test causes.
    private static List<String> values(List<TracePacket> packets) {
        return packets.stream()
                .flatMap(packet -> packet.getFtraceEvents().getEventList().stream())
                .filter(event -> event.hasPrint()
                        || event.hasTaskRename()
                                && event.getTaskRename().getNewcomm().startsWith(PROGRAM)
                        || event.hasSchedProcessExec()
                                && event.getSchedProcessExec().getFilename().contains(PROGRAM))
                .map(event -> event.toBuilder().clearTimestamp().build().toString())
                .sorted()
                .toList();
    }

    private static boolean hasLoss(List<TracePacket> packets) {
        return packets.stream()
                .anyMatch(packet -> packet.getFtraceEvents().getLostEvents()
                        || packet.hasFirstPacketOnSequence() != packet.hasPreviousPacketDropped());
    }

    private static List<String> unknownEvents(List<TracePacket> packets) {
        return packets.stream()
                .flatMap(packet -> packet.getFtraceStats().getUnknownFtraceEventsList().stream())
                .toList();
    }
}
