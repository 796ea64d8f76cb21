package traceglass.app.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.open.TraceOpener;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;

class RepeatedTraceTest {

    @TempDir
    Path dir;

    @Test
    void everyRepetitionHasTheSameEventsAtLaterTimes() throws Exception {
        Path sample = dir.resolve("sample.pftrace.gz");
        try (InputStream in = RepeatedTraceTest.class.getResourceAsStream("/traceglass/app/launch/sample.pftrace.gz")) {
            Files.copy(in, sample);
        }
        Path one = dir.resolve("one.pftrace");
        long bytes = RepeatedTrace.write(sample, one, 1);
        assertEquals(Files.size(one), bytes);
        Path two = dir.resolve("two.pftrace");
        RepeatedTrace.write(sample, two, 2 * bytes);
        Path three = dir.resolve("three.pftrace");
        RepeatedTrace.write(sample, three, 3 * bytes);
        try (TraceStore a = open(one);
                TraceStore b = open(two);
                TraceStore c = open(three)) {
            for (String count : new String[] {
                "ftrace_event",
                "counter WHERE track_id IN (SELECT id FROM cpu_counter_track)",
                "slice WHERE dur >= 0 AND track_id IN (SELECT id FROM thread_track)"
            }) {
                // The first repetition may have fewer events: those before the start of the session are
                // dropped.
                long added = number(c, "SELECT count(*) FROM " + count) - number(b, "SELECT count(*) FROM " + count);
                assertEquals(
                        number(b, "SELECT count(*) FROM " + count) - number(a, "SELECT count(*) FROM " + count),
                        added,
                        count);
                assertTrue(added > 0, count);
            }
            assertEquals(
                    0,
                    number(
                            c,
                            "SELECT coalesce(sum(value), 0) FROM stats WHERE name LIKE 'clock_sync_failure%' OR name"
                                    + " LIKE 'sorter%'"));
            // Each repetition follows the previous one with a gap.
            assertEquals(
                    3,
                    number(
                            c,
                            "SELECT count(*) FROM (SELECT ts, lead(ts) OVER (ORDER BY ts) - ts AS gap FROM"
                                    + " ftrace_event) WHERE gap IS NULL OR gap >= 200000000"));
        }
    }

    @Test
    void theLastRepetitionEndsAtTheRequestedSize() throws Exception {
        Path sample = dir.resolve("sample.pftrace.gz");
        try (InputStream in = RepeatedTraceTest.class.getResourceAsStream("/traceglass/app/launch/sample.pftrace.gz")) {
            Files.copy(in, sample);
        }
        Path two = dir.resolve("two.pftrace");
        long whole = RepeatedTrace.write(sample, two, 2 * RepeatedTrace.write(sample, two, 1));
        Path three = dir.resolve("three.pftrace");
        long requested = whole + whole / 8;
        long bytes = RepeatedTrace.write(sample, three, requested);
        assertEquals(Files.size(three), bytes);
        assertTrue(bytes <= requested && bytes > requested - whole / 100, bytes + " of " + requested);
        try (TraceStore a = open(two);
                TraceStore c = open(three)) {
            assertTrue(number(c, "SELECT count(*) FROM ftrace_event") > number(a, "SELECT count(*) FROM ftrace_event"));
            // No packet is truncated.
            String damage =
                    "SELECT coalesce(sum(value), 0) FROM stats WHERE severity IN ('error', 'data_loss') AND name NOT"
                            + " LIKE 'ftrace_setup%'";
            assertEquals(number(a, damage), number(c, damage));
        }
    }

    @Test
    void rejectsOtherFormats() throws Exception {
        Path text = Files.writeString(dir.resolve("a.txt"), "no trace");
        IOException e = assertThrows(IOException.class, () -> RepeatedTrace.write(text, dir.resolve("out"), 100));
        assertEquals("not a Perfetto trace", e.getMessage());
    }

    private TraceStore open(Path trace) throws Exception {
        return TraceOpener.open(trace, StoreOptions.uncached().withTempDir(dir), new ImportProgress(), storage -> {})
                .store();
    }

    private static long number(TraceStore store, String sql) throws Exception {
        try (Connection c = store.connection();
                var s = c.createStatement();
                var r = s.executeQuery(sql)) {
            r.next();
            return r.getLong(1);
        }
    }
}
