package traceglass.record.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static traceglass.record.testing.RecordedRows.count;
import static traceglass.record.testing.TestRecording.RING;
import static traceglass.record.testing.TestRecording.STATS;
import static traceglass.record.testing.TestRecording.end;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.record.SessionState;
import traceglass.record.SessionView;
import traceglass.record.spi.LogEntry;
import traceglass.record.spi.SourceState;
import traceglass.record.testing.PerfettoPrograms;
import traceglass.record.testing.TestRecording;

/// Tests warnings about local recordings that differ from what was requested, with the real daemons.
class LocalHintsTest {

    private static final String FTRACE =
            "data_sources { config { name: \"linux.ftrace\" ftrace_config { ftrace_events: \"%s\" } } }\n";

    @TempDir
    Path folder;

    private static List<String> warnings(SessionView v) {
        return v.log().stream()
                .filter(e -> e.level() == LogEntry.Level.WARNING)
                .map(LogEntry::text)
                .toList();
    }

    private static boolean hasFtrace() {
        return Stream.of("/sys/kernel/tracing", "/sys/kernel/debug/tracing")
                .anyMatch(t -> Files.exists(Path.of(t, "events")));
    }

    @Test
    void doesNotWarnIfDaemonsWereChosen() throws Exception {
        LocalTarget target = new LocalTarget(PerfettoPrograms.bin(), Map.of());
        assertEquals(
                List.of(),
                warnings(end(TestRecording.start(target, RING + "duration_ms: 200\n" + STATS, folder.resolve("u")))));
    }

    @Test
    void warnsAboutUnknownKernelEvents() throws Exception {
        LocalTarget target = new LocalTarget(PerfettoPrograms.bin(), Map.of());
        SessionView v = end(TestRecording.start(
                target,
                RING + "duration_ms: 200\n" + FTRACE.formatted("sched/sched_swich") + STATS,
                folder.resolve("t")));
        assertTrue(
                warnings(v).stream()
                        .anyMatch(w -> w.contains("kernel event sched/sched_swich") && w.contains("Did you mean")),
                () -> warnings(v).toString());
    }

    /// The service gives sources that never started five seconds to stop.
    @Test
    void doesNotWaitForSourcesThatNeverStarted() throws Exception {
        Assumptions.assumeFalse(hasFtrace(), "ftrace is available");
        LocalTarget target = new LocalTarget(PerfettoPrograms.bin(), Map.of());
        // A timeout of one minute, so that a slow machine is not mistaken for one that waits for the timeout.
        String config = RING + "duration_ms: 500 data_source_stop_timeout_ms: 60000\n"
                + FTRACE.formatted("sched/sched_switch") + STATS;
        SessionView v = end(TestRecording.start(target, config, folder.resolve("t")));
        assertEquals(SessionState.DONE, v.state(), () -> v.log().toString());
        assertTrue(
                warnings(v).stream().anyMatch(w -> w.contains("linux.ftrace never started")),
                () -> warnings(v).toString());
        assertTrue(count(v.file(), "select count(*) from counter") > 5);
        // The source must not count as one that recorded and stopped.
        SourceState ftrace = v.sources().stream()
                .filter(s -> s.name().equals("linux.ftrace"))
                .findFirst()
                .orElseThrow();
        assertEquals(SourceState.Phase.FAILED, ftrace.phase());
        assertFalse(
                v.log().stream().anyMatch(e -> e.text().contains("Not all data sources stopped")),
                () -> v.log().toString());
    }
}
