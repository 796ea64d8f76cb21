package traceglass.analysis.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.analysis.query.TraceQueries;
import traceglass.app.testing.SampleFile;
import traceglass.app.testing.SharedTestTrace;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.open.TraceOpener;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;

/// Tests the trace doctor on recorded traces with and without problems.
public class TraceDoctorTest {

    @TempDir
    private Path folder;

    private static List<TraceDoctor.Finding> examine(Path trace) throws Exception {
        try (TraceStore store = TraceOpener.open(trace, StoreOptions.uncached(), new ImportProgress())
                        .store();
                Connection c = store.connection()) {
            List<TraceDoctor.Finding> findings = TraceDoctor.examine(new TraceQueries(c));
            for (TraceDoctor.Finding f : findings) {
                assertFalse((f.title() + f.consequence() + f.remedy()).matches(".*\\{\\d}.*"), f.toString());
                if (!f.sql().isEmpty()) {
                    c.createStatement().executeQuery(f.sql()).close();
                }
            }
            return findings;
        }
    }

    private static List<String> keys(List<TraceDoctor.Finding> findings) {
        return findings.stream().map(TraceDoctor.Finding::key).toList();
    }

    @Test
    void reportsLossesOfASmallBuffer() throws Exception {
        List<TraceDoctor.Finding> findings =
                examine(SharedTestTrace.require("perfetto/linux-ftrace-data-loss-small-ring_5s.pftrace"));
        List<String> keys = keys(findings);
        assertTrue(
                keys.containsAll(List.of("ftrace_lost", "ring_buffer_overwritten", "tiny_ftrace_buffer")),
                keys.toString());
        TraceDoctor.Finding lost = findings.getFirst();
        assertEquals("Ftrace lost 158\u2009632 events (CPU 0, 1)", lost.title());
        TraceDoctor.Finding ring = findings.get(keys.indexOf("ring_buffer_overwritten"));
        assertEquals("Buffer 0 was too small: 768 KB was overwritten", ring.title());
        assertTrue(ring.remedy().contains("256 KB"), ring.remedy());
        assertTrue(findings.getFirst().isSevere());
    }

    @Test
    void reportsTruncatedAndDamagedFiles() throws Exception {
        byte[] original =
                Files.readAllBytes(SharedTestTrace.require("perfetto/linux-counters-only_45s_zstd-packets.pftrace"));
        Path file = folder.resolve("truncated.pftrace");
        assertFalse(keys(examine(Files.write(file, original))).contains("damaged"));
        TraceDoctor.Finding truncated = examine(
                        Files.write(file, java.util.Arrays.copyOf(original, original.length / 2)))
                .getFirst();
        assertEquals("damaged", truncated.key());
        assertTrue(truncated.isSevere() && truncated.title().contains("truncated: 1 part"), truncated.toString());
        for (int i = original.length / 2; i < original.length / 2 + 64; i++) {
            original[i] ^= 0x55;
        }
        Files.write(file, original);
        assertEquals("damaged", examine(file).getFirst().key());
        try (TraceStore store = TraceOpener.open(file, StoreOptions.uncached(), new ImportProgress())
                        .store();
                Connection c = store.connection()) {
            TraceSummary.Problem problem =
                    TraceSummary.read(new TraceQueries(c), id -> id).problems().getFirst();
            assertEquals("2 packets of the file are damaged or truncated", problem.title());
            assertEquals("data_loss", problem.severity());
        }
    }

    @Test
    void reportsNoLossesIfThereAreNone() throws Exception {
        List<String> keys = keys(examine(SampleFile.in(folder)));
        for (String loss : List.of(
                "ftrace_lost",
                "ring_buffer_overwritten",
                "buffer_full",
                "writer_loss",
                "no_waking",
                "no_process_names",
                "no_processes")) {
            assertFalse(keys.contains(loss), keys.toString());
        }
    }

    @Test
    void reportsMissingWakeupsAndProcesses() throws Exception {
        Path trace = folder.resolve("bare.txt");
        StringBuilder text = new StringBuilder("# tracer: nop\n#\n");
        for (int i = 0; i < 400; i++) {
            text.append(
                    "           <...>-%d   [000] ....   %d.%06d: sched_switch: prev_comm=t%d prev_pid=%d prev_prio=120 prev_state=S ==> next_comm=t%d next_pid=%d next_prio=120%n"
                            .formatted(
                                    100 + i % 9,
                                    10 + i / 100,
                                    i % 100 * 1000,
                                    i % 9,
                                    100 + i % 9,
                                    (i + 1) % 9,
                                    100 + (i + 1) % 9));
        }
        Files.writeString(trace, text);
        List<String> keys = keys(examine(trace));
        assertTrue(keys.contains("no_waking"), keys.toString());
        assertTrue(keys.contains("no_processes"), keys.toString());
    }
}
