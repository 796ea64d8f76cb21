package traceglass.service.probe.ftrace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.FtraceEventBundle;
import traceglass.protos.ftrace.FtraceStats;
import traceglass.protos.trace.TracePacket;
import traceglass.service.probe.SeenIds;
import traceglass.service.testing.ProbeRecording;

/// Records from the tracefs of this computer, in an instance of its own so that other users are not disturbed.
class FtraceRecordingTest {

    private static final Path ROOT = Path.of("/sys/kernel/tracing");

    private final String name = "traceglass-test-" + ProcessHandle.current().pid();
    private final Path instance = ROOT.resolve("instances").resolve(name);

    @BeforeEach
    void createInstance() {
        boolean created = false;
        try {
            Files.createDirectory(instance);
            created = Files.isWritable(instance.resolve("tracing_on"));
        } catch (IOException e) {
            // No tracefs, or no rights.
        }
        Assumptions.assumeTrue(created, "no tracefs that can be written");
    }

    @AfterEach
    void removeInstance() throws IOException {
        Files.deleteIfExists(instance);
    }

    private List<TracePacket> record(String config) throws Exception {
        try (ProbeRecording recording = ProbeRecording.start(
                List.of(new FtraceProbe(new SeenIds())),
                "data_sources { config { name: 'linux.ftrace' ftrace_config { instance_name: '" + name + "' " + config
                        + " } } }")) {
            work();
            assertTrue(recording.flush());
            List<TracePacket> packets = recording.stop();
            System.out.println(recording.problems());
            return packets;
        }
    }

    private void work() throws Exception {
        new ProcessBuilder("/bin/sh", "-c", "for i in 1 2 3; do /bin/true; sleep 0.02; done; sync")
                .start()
                .waitFor();
    }

    @Test
    void recordsEvents() throws Exception {
        List<TracePacket> packets = record("""
                ftrace_events: 'sched/*' ftrace_events: 'irq/*' ftrace_events: 'block/*' ftrace_events: 'task/*'
                ftrace_events: 'raw_syscalls/*' ftrace_events: 'timer/*' ftrace_events: 'kmem/*' buffer_size_kb: 8192 symbolize_ksyms: true
                """);
        Map<String, Integer> counts = new TreeMap<>();
        int compact = 0;
        for (TracePacket p : packets) {
            if (p.hasFtraceEvents()) {
                compact += p.getFtraceEvents().getCompactSched().getSwitchTimestampCount();
                for (FtraceEvent e : p.getFtraceEvents().getEventList()) {
                    counts.merge(e.getEventCase() + "", 1, Integer::sum);
                }
                if (p.getFtraceEvents().getErrorCount() > 0) System.out.println(p.getFtraceEvents().getErrorList());
            }
            if (p.hasFtraceStats()) {
                System.out.println(p);
            }
        }
        System.out.println(counts + " " + compact);
    }
}
