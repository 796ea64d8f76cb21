package traceglass.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.analysis.flame.FlameData;
import traceglass.analysis.flame.FlameGraph;
import traceglass.analysis.flame.FlameScope;
import traceglass.analysis.flame.source.FlameSource;
import traceglass.analysis.heap.HeapAnalyses;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.subject.Subjects;
import traceglass.app.testing.MemoryTraces;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.open.TraceOpener;
import traceglass.protos.foreign.pprof.Location;
import traceglass.protos.foreign.pprof.Profile;
import traceglass.protos.foreign.pprof.Sample;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;

/// Checks that pprof profiles have the same totals as the flame graphs, for each function.
class ProfileTotalsTest {

    private static final String SAMPLES = """
            worker 77/78 [001] 20.000001: 1 cpu-clock:
            \t    1000 inner+0x10 (/bin/totals)
            \t    3000 main+0x30 (/bin/totals)

            worker 77/78 [001] 20.001001: 1 cpu-clock:
            \t    1000 inner+0x10 (/bin/totals)
            \t    1000 inner+0x10 (/bin/totals)
            \t    3000 main+0x30 (/bin/totals)

            helper 79/79 [000] 20.002001: 1 cpu-clock:
            \t    4000 other+0x10 (/bin/totals)
            \t    3000 main+0x30 (/bin/totals)

            """;

    @TempDir
    Path dir;

    /// Returns the profiles of a trace, sorted by file name.
    private List<Profile> profiles(Path trace, Object... options) throws Exception {
        Path folder = Files.createTempDirectory(dir, "profiles");
        List<Object> arguments = new ArrayList<>(List.of("convert", "profile", trace, "--force", "-o", folder));
        arguments.addAll(List.of(options));
        CommandRun.of(arguments.toArray()).assertExitCode(0);
        List<Profile> profiles = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) {
                profiles.add(check(Profile.parseFrom(Files.readAllBytes(file))));
            }
        }
        return profiles;
    }

    /// Asserts that all references in a profile are valid, and returns the profile.
    private static Profile check(Profile profile) {
        assertEquals("", profile.getStringTable(0));
        for (int i = 0; i < profile.getLocationCount(); i++) {
            Location location = profile.getLocation(i);
            assertEquals(i + 1, location.getId());
            assertTrue(location.getMappingId() <= profile.getMappingCount());
            location.getLineList().forEach(l -> assertTrue(l.getFunctionId() <= profile.getFunctionCount()));
        }
        for (Sample sample : profile.getSampleList()) {
            assertEquals(profile.getSampleTypeCount(), sample.getValueCount());
            sample.getLocationIdList().forEach(id -> assertTrue(id > 0 && id <= profile.getLocationCount()));
        }
        return profile;
    }

    private static String text(Profile profile, long index) {
        return profile.getStringTable((int) index);
    }

    /// Returns the sum of a value for each function, and the sum of all of them as `total`. Each sample counts for
    /// its innermost function.
    private static Map<String, Long> sums(List<Profile> profiles, String type) {
        Map<String, Long> sums = new TreeMap<>();
        for (Profile p : profiles) {
            int value = p.getSampleTypeList().stream()
                    .map(t -> text(p, t.getType()))
                    .toList()
                    .indexOf(type);
            assertTrue(value >= 0, type);
            for (Sample sample : p.getSampleList()) {
                Location location = p.getLocation((int) sample.getLocationId(0) - 1);
                long function = location.getLine(0).getFunctionId();
                String name = text(p, p.getFunction((int) function - 1).getName());
                sums.merge(name, sample.getValue(value), Long::sum);
                sums.merge("total", sample.getValue(value), Long::sum);
            }
        }
        sums.values().removeIf(v -> v == 0);
        return sums;
    }

    /// Returns the same sums for a flame graph.
    private static Map<String, Long> sums(FlameData data, String measure) {
        FlameGraph graph = new FlameGraph(data.frames(), data.measure(measure), -1);
        Map<String, Long> sums = new TreeMap<>();
        for (int i = 1; i < graph.size(); i++) {
            sums.merge(graph.name(i), graph.self(i), Long::sum);
        }
        sums.put("total", graph.total(0));
        sums.values().removeIf(v -> v == 0);
        return sums;
    }

    private static FlameData flame(Path trace, String source, FlameScope scope) throws Exception {
        try (TraceStore store = TraceOpener.open(trace, StoreOptions.uncached(), new ImportProgress())
                .store()) {
            return TraceQueries.query(store, q -> {
                FlameScope found = scope;
                if (source.equals("heap-paths")) {
                    found = scope.withDump(new FlameScope.Dump(
                            q.first("SELECT max(upid) FROM heap_graph_object", r -> r.getLong(1))
                                    .orElseThrow(),
                            scope.end()));
                }
                for (FlameSource s : Subjects.flameSources(new HeapAnalyses(), q, found)) {
                    if (s.id().startsWith(source)) {
                        return s.read(q, found);
                    }
                }
                throw new AssertionError("no flame graph of " + source);
            });
        }
    }

    private static FlameScope scopeUntil(long ts) {
        return FlameScope.range("", 0, ts, ts).withHeaps(null);
    }

    @Test
    void samplesHaveTheTotalsOfTheirFlameGraph() throws Exception {
        Path trace = Files.writeString(dir.resolve("samples"), SAMPLES);
        List<Profile> profiles = profiles(trace);
        assertEquals(2, profiles.size());
        Map<String, Long> sums = sums(profiles, "samples");
        assertEquals("{inner=2, other=1, total=3}", sums.toString());
        assertEquals(sums(flame(trace, "cpu_profile_stack_sample", scopeUntil(60_000_000_000L)), "samples"), sums);
    }

    @Test
    void nativeHeapsHaveTheTotalsOfTheirFlameGraph() throws Exception {
        Path trace = MemoryTraces.heapProfile(dir.resolve("native.pftrace"));
        List<Profile> dumps = profiles(trace);
        assertEquals(3, dumps.size());
        for (int i = 0; i < 3; i++) {
            FlameData flame = flame(trace, "heap-profile:", scopeUntil(100_000_000L * (i + 1)));
            for (String type : List.of("Total malloc ", "Unreleased malloc ")) {
                for (String unit : List.of("count", "size")) {
                    String measure = (type + unit).toLowerCase(Locale.ROOT).replace(' ', '_');
                    Map<String, Long> sums = sums(dumps.subList(i, i + 1), type + unit);
                    assertEquals(sums(flame, measure), sums, i + " " + measure);
                }
            }
        }
        assertEquals(
                "{cache=1000, load=600, total=1600}",
                sums(dumps.subList(1, 2), "Unreleased malloc size").toString());
    }

    @Test
    void javaHeapsHaveTheTotalsOfTheirFlameGraph() throws Exception {
        Path trace = MemoryTraces.heapDumps(dir.resolve("java.pftrace"), 71, 400, 500);
        List<Profile> dumps = profiles(trace);
        assertEquals(2, dumps.size());
        for (int i = 0; i < 2; i++) {
            FlameData flame = flame(trace, "heap-paths", scopeUntil(100_000_000L * (i + 1)));
            List<Profile> dump = dumps.subList(i, i + 1);
            assertTrue(sums(dump, "Total allocation size").size() > 10);
            assertEquals(sums(flame, "object_size"), sums(dump, "Total allocation size"));
            assertEquals(sums(flame, "object_count"), sums(dump, "Total allocation count"));
        }
    }
}
