package traceglass.convert.cut;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.convert.cut.select.CutSelection;
import traceglass.convert.format.TraceRows;
import traceglass.convert.output.ConvertProblem;
import traceglass.ingest.ImportProgress;
import traceglass.store.TraceStore;
import traceglass.store.testing.SharedData;

/// Cuts random ranges out of real traces: events inside a range must be the same in the cut and in the whole trace. By
/// default, cuts one range out of a few traces. The system property `traceglass.cuts` sets the number of ranges for
/// each trace, and `traceglass.cuts.of` selects traces whose names contain a word.
class CutOfSharedTracesTest {

    private static final List<String> TRACES = List.of(
                    "android-pixel6a-startup-warm.pftrace",
                    "android-emulator12-sched-callstacks.pftrace",
                    "sdk-rust-tokio.pftrace",
                    "linux-chromium-ftrace-sched_8s_deflate-packets.pftrace",
                    "android-pixel7pro-nowinandroid.pftrace",
                    "android11-samsung-gpu-counters.pftrace",
                    "android11-samsung-memory.pftrace",
                    "sdk-macos-example.pftrace",
                    "android9-samsung-j5.pftrace",
                    "chromium-startup-pageload_8s.pftrace.gz",
                    "linux-ftrace-uncompact-generic-events-atrace-markers_6s.pftrace.gz",
                    "sdk-nested-tracks.pftrace",
                    "linux-ftrace-monotonic-raw-clock_3s.pftrace",
                    "linux-ftrace-data-loss-small-ring_5s.pftrace",
                    "android-pixel7a-power-rails_3min.pftrace",
                    "linux-counters-only_45s.pftrace")
            .stream()
            .filter(CutOfSharedTracesTest::isSelected)
            .toList();
    private static final List<String> TEXTS = List.of(
                    "systrace/atrace-compressed.txt",
                    "json/python-panopticon.json",
                    "systrace/android-systrace.html.gz",
                    "systrace/android-list-jank.html.zip",
                    "systrace/atrace-with-thread-list.txt",
                    "json/node-trace-events.json",
                    "json/clang-ftime-trace.json",
                    "json/tracium-similar-ts.json",
                    "systrace/linux-ftrace-tgid-boot-clock.txt",
                    "systrace/linux-ftrace-no-tgid-global-clock.txt")
            .stream()
            .filter(CutOfSharedTracesTest::isSelected)
            .toList();
    /// Number of traces in the default run.
    private static final int DEFAULT_TRACES = 4;
    /// One in this many cuts is cut again.
    private static final int CUT_AGAIN_EVERY = 3;

    @TempDir
    Path dir;

    private static boolean isSelected(String trace) {
        return trace.contains(System.getProperty("traceglass.cuts.of", ""));
    }

    @Test
    void eventsInsideTheRangeAreTheSame() throws Exception {
        List<String> problems = new ArrayList<>();
        int ranges = Integer.getInteger("traceglass.cuts", 0);
        for (String name : TRACES.subList(0, ranges == 0 ? Math.min(DEFAULT_TRACES, TRACES.size()) : TRACES.size())) {
            problems.addAll(findDifferences(SharedData.file("traces/perfetto/" + name), Math.max(1, ranges)));
        }
        assertEquals(List.of(), problems);
    }

    @Test
    void aProcessHasTheSameSlicesAndCounters() throws Exception {
        Path trace = SharedData.file("traces/perfetto/android-pixel6a-startup-warm.pftrace");
        Path file = dir.resolve("process.pftrace");
        String name = "com.android.systemui";
        CutSelection selection = new CutSelection(List.of(name), Set.of(), Set.of());
        try (OutputStream out = Files.newOutputStream(file)) {
            TraceCut.run(trace, TraceCut.Range.ALL, selection, out, new ImportProgress());
        }
        assertTrue(Files.size(file) < Files.size(trace) / 2);
        assertEquals(eventsOfProcess(trace, name), eventsOfProcess(file, name));
    }

    private static List<String> eventsOfProcess(Path trace, String name) throws Exception {
        List<String> rows = new ArrayList<>();
        try (TraceStore store = CutComparison.open(trace)) {
            new TraceRows(store).query("""
                    SELECT s.name || ' ' || s.ts || ' ' || s.dur || ' ' || s.depth AS r FROM slice AS s
                    JOIN thread_track AS t ON t.id = s.track_id JOIN thread USING (utid) JOIN process AS p USING (upid)
                    WHERE p.name = '%1$s' UNION ALL
                    SELECT t.name || ' ' || c.ts || ' ' || c.value FROM counter AS c
                    JOIN process_counter_track AS t ON t.id = c.track_id JOIN process AS p USING (upid)
                    WHERE p.name = '%1$s' ORDER BY r\
                    """.formatted(name), cursor -> {
                while (cursor.next()) {
                    rows.add(cursor.getString(0));
                }
            });
        }
        assertTrue(rows.size() > 500);
        return rows;
    }

    @Test
    void eventsOfTextTracesAreTheSame() throws Exception {
        List<String> problems = new ArrayList<>();
        int ranges = Integer.getInteger("traceglass.cuts", 0);
        for (String name : TEXTS.subList(0, ranges == 0 ? Math.min(DEFAULT_TRACES, TEXTS.size()) : TEXTS.size())) {
            problems.addAll(findDifferences(SharedData.file("traces/" + name), Math.max(1, ranges)));
        }
        assertEquals(List.of(), problems);
    }

    private List<String> findDifferences(Path trace, int ranges) throws Exception {
        List<String> problems = new ArrayList<>();
        Random random = new Random(trace.getFileName().toString().hashCode());
        try (TraceStore whole = CutComparison.open(trace);
                CutComparison comparison = new CutComparison(whole)) {
            long start = whole.bounds().start();
            long length = whole.bounds().durNs();
            for (int i = 0; i < ranges; i++) {
                long a = start + (long) (random.nextDouble() * length * .7);
                long b = a + 1 + (long) (random.nextDouble() * length * .3);
                String name = trace.getFileName() + " " + a + ".." + b + " ";
                Path file = dir.resolve("cut.pftrace");
                if (compare(trace, a, b, file, comparison, name, problems) && i % CUT_AGAIN_EVERY == 0) {
                    long inner = a + (b - a) / 4;
                    Path innerCut = dir.resolve("again.pftrace");
                    compare(file, inner, b, innerCut, comparison, "again " + name, problems);
                }
            }
        }
        if (ranges > 1) {
            System.out.println(trace.getFileName() + ": " + ranges + " ranges, differences " + problems);
        }
        return problems;
    }

    /// Cuts a trace and compares the result with the whole trace. Returns false if there are no events in the
    /// range.
    private static boolean compare(
            Path trace, long a, long b, Path file, CutComparison comparison, String name, List<String> problems)
            throws Exception {
        try {
            cut(trace, a, b, file);
        } catch (ConvertProblem e) {
            assertEquals(0, comparison.size(a, b), e.getMessage());
            return false;
        }
        comparison.differences(file, a, b).forEach(d -> problems.add(name + d));
        return true;
    }

    private static void cut(Path trace, long start, long end, Path file) throws IOException, ConvertProblem {
        try (OutputStream out = Files.newOutputStream(file)) {
            TraceCut.run(trace, new TraceCut.Range(start, end, true), out, new ImportProgress());
        }
        assertTrue(Files.size(file) > 0);
    }
}
