package traceglass.service.probe.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import traceglass.protos.system.ProcessTree;
import traceglass.protos.trace.TracePacket;
import traceglass.service.builtin.BuiltInProbes;
import traceglass.service.testing.ProbeRecording;

/// Threads that occur in kernel events are resolved by the process probe of the same session.
class SeenThreadsTest {

    private static final long OWN_PID = ProcessHandle.current().pid();

    private final String name = "traceglass-seen-" + OWN_PID;
    private final Path instance = Path.of("/sys/kernel/tracing/instances").resolve(name);

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

    @Test
    void seenThreadsAreDescribedOnce() throws Exception {
        String config = """
            data_sources { config { name: "linux.ftrace" ftrace_config {
              instance_name: "%s" drain_period_ms: 50 ftrace_events: "sched/sched_switch" } } }
            data_sources { config { name: "linux.process_stats" process_stats_config {
              record_thread_names: true } } }
            """.formatted(name);
        List<ProcessTree> trees = new ArrayList<>();
        List<String> problems;
        try (ProbeRecording recording = ProbeRecording.start(BuiltInProbes.all(), config)) {
            for (int i = 0; i < 200 && !hasOwnThreads(trees); i++) {
                Thread.sleep(50);
                recording.flush();
                addTrees(recording.read(), trees);
            }
            addTrees(recording.stop(), trees);
            problems = recording.problems();
        }
        assertEquals(List.of(), problems);
        assertTrue(hasOwnThreads(trees), "trees " + trees.size());
        List<ProcessTree.Process> thisProcess = trees.stream()
                .flatMap(t -> t.getProcessesList().stream())
                .filter(p -> p.getPid() == OWN_PID)
                .toList();
        assertEquals(1, thisProcess.size());
        assertTrue(thisProcess.getFirst().getCmdline(0).contains("java"));
    }

    private static void addTrees(List<TracePacket> packets, List<ProcessTree> trees) {
        packets.stream()
                .filter(TracePacket::hasProcessTree)
                .map(TracePacket::getProcessTree)
                .forEach(trees::add);
    }

    private static boolean hasOwnThreads(List<ProcessTree> trees) {
        return trees.stream()
                .flatMap(t -> t.getThreadsList().stream())
                .anyMatch(t -> t.getTgid() == OWN_PID && t.getName().startsWith("tracing"));
    }
}
