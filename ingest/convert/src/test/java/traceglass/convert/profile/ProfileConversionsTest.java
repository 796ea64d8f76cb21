package traceglass.convert.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.convert.format.Conversion;
import traceglass.convert.format.TraceRows;
import traceglass.convert.output.ConvertProblem;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.open.TraceOpener;
import traceglass.protos.foreign.pprof.Profile;
import traceglass.protos.foreign.pprof.Sample;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;
import traceglass.store.text.Json;

/// Converts a small profile to each format, opens the result and compares the stacks.
class ProfileConversionsTest {

    private static final String PERF_SCRIPT = """
        worker 77/78 [001] 10.000001: 1 cpu-clock:
        \t    1000 inner+0x10 (/bin/tool)
        \t    2000 outer+0x20 (/bin/tool)
        \t    3000 main+0x30 (/bin/tool)

        worker 77/78 [001] 10.001001: 1 cpu-clock:
        \t    1000 inner+0x10 (/bin/tool)
        \t    2000 outer+0x20 (/bin/tool)
        \t    3000 main+0x30 (/bin/tool)

        helper 77/79 [000] 10.002001: 1 cpu-clock:
        \t    4000 odd;name+0x10 (/bin/tool)
        \t    3000 main+0x30 (/bin/tool)

        """;

    @TempDir
    Path dir;

    private final List<String> notes = new ArrayList<>();

    private Path write(String content) throws Exception {
        return Files.writeString(dir.resolve("input"), content);
    }

    private Path convert(Path file, Conversion conversion) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (TraceStore store = TraceOpener.open(file, StoreOptions.uncached(), new ImportProgress())
                .store()) {
            conversion.convert(
                    new Conversion.Request(file, () -> new TraceRows(store), Conversion.Options.DEFAULT),
                    out,
                    new ImportProgress(),
                    notes::add);
        }
        return Files.write(dir.resolve("out." + conversion.extension()), out.toByteArray());
    }

    /// Returns the samples of a trace by thread and stack.
    private static TreeMap<String, Long> stacks(Path file) throws Exception {
        TreeMap<String, Long> counts = new TreeMap<>();
        try (TraceStore store = TraceOpener.open(file, StoreOptions.uncached(), new ImportProgress())
                .store()) {
            TraceRows rows = new TraceRows(store);
            ProfileStacks stacks = ProfileStacks.read(rows);
            Samples samples = new Samples(rows);
            for (Samples.Track track : samples.tracks()) {
                samples.read(
                        track,
                        (ts, site) -> counts.merge(
                                track.thread() + ";"
                                        + String.join(
                                                ";",
                                                stacks.stack(site).reversed().stream()
                                                        .map(ProfileFrame::function)
                                                        .toList()),
                                1L,
                                Long::sum));
            }
        }
        return counts;
    }

    @Test
    void collapsedStacksHaveTheThreadAndTheStack() throws Exception {
        Path out = convert(write(PERF_SCRIPT), new CollapsedConversion());
        assertEquals(
                List.of("helper;main;odd:name 1", "worker;main;outer;inner 2"),
                Files.readString(out).lines().sorted().toList());
        assertEquals(List.of(), notes);
    }

    @Test
    void speedscopeAndFirefoxProfilesContainTheSameSamples() throws Exception {
        Path input = write(PERF_SCRIPT);
        TreeMap<String, Long> expected = stacks(input);
        assertEquals(2, expected.get("worker;main;outer;inner"), expected.toString());
        assertEquals(expected, stacks(convert(input, new FirefoxConversion())));
        TreeMap<String, Long> speedscope = new TreeMap<>();
        // In this format, thread names are the names of the file's profiles.
        stacks(convert(input, new SpeedscopeConversion()))
                .forEach((stack, count) -> speedscope.put(stack.replace(" (perf_text)", ""), count));
        assertEquals(expected, speedscope);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(Object json) {
        return (Map<String, Object>) json;
    }

    private static List<?> list(Object object, String key) {
        return (List<?>) object(object).get(key);
    }

    private static int number(Object value) {
        return ((Number) value).intValue();
    }

    /// Asserts that the columns of a table have the specified length, and returns the length.
    private static int checkTable(Object thread, String name) {
        Map<String, Object> table = object(object(thread).get(name));
        int length = number(table.get("length"));
        table.forEach((key, column) -> {
            if (column instanceof List<?> values) {
                assertEquals(length, values.size(), name + "." + key);
            }
        });
        return length;
    }

    /// Asserts that a column contains only valid indexes of rows of another table, or null.
    private static void checkIndexes(Object thread, String table, String column, int limit) {
        for (Object i : list(object(thread).get(table), column)) {
            assertTrue(
                    i == null || number(i) >= -1 && number(i) < limit,
                    table + "." + column + ": " + i + " of " + limit);
        }
    }

    @Test
    void firefoxProfilesAreTablesWhoseIndexesHaveRows() throws Exception {
        Object profile = Json.read(Files.readString(convert(write(PERF_SCRIPT), new FirefoxConversion())));
        Map<String, Object> meta = object(object(profile).get("meta"));
        assertTrue(meta.keySet()
                .containsAll(List.of(
                        "interval", "startTime", "processType", "product", "version", "preprocessedProfileVersion")));
        int categories = list(meta, "categories").size();
        assertEquals(2, list(profile, "threads").size());
        for (Object thread : list(profile, "threads")) {
            assertTrue(object(thread)
                    .keySet()
                    .containsAll(List.of("processType", "name", "isMainThread", "pid", "tid", "pausedRanges")));
            int texts = list(thread, "stringArray").size();
            int stacks = checkTable(thread, "stackTable");
            int frames = checkTable(thread, "frameTable");
            int functions = checkTable(thread, "funcTable");
            int resources = checkTable(thread, "resourceTable");
            checkTable(thread, "markers");
            assertTrue(checkTable(thread, "samples") > 0);
            checkIndexes(thread, "samples", "stack", stacks);
            checkIndexes(thread, "stackTable", "frame", frames);
            checkIndexes(thread, "stackTable", "category", categories);
            checkIndexes(thread, "frameTable", "func", functions);
            checkIndexes(thread, "funcTable", "name", texts);
            checkIndexes(thread, "funcTable", "resource", resources);
            checkIndexes(thread, "resourceTable", "name", texts);
            checkIndexes(thread, "markers", "name", texts);
            // A stack comes after its parent.
            int row = 0;
            for (Object prefix : list(object(thread).get("stackTable"), "prefix")) {
                assertTrue(prefix == null || number(prefix) >= 0 && number(prefix) < row, row + ": " + prefix);
                row++;
            }
        }
    }

    @Test
    void speedscopeProfilesFollowTheSchema() throws Exception {
        for (String input : List.of(PERF_SCRIPT, "main;outer;inner 5\nmain;outer 3\n")) {
            Object file = Json.read(Files.readString(convert(write(input), new SpeedscopeConversion())));
            assertEquals(
                    "https://www.speedscope.app/file-format-schema.json",
                    object(file).get("$schema"));
            List<?> frames = list(object(file).get("shared"), "frames");
            frames.forEach(f -> assertTrue(object(f).get("name") instanceof String));
            assertTrue(frames.size() > 2 && !list(file, "profiles").isEmpty());
            for (Object profile : list(file, "profiles")) {
                assertEquals("sampled", object(profile).get("type"));
                assertTrue(object(profile).get("name") instanceof String);
                assertTrue(List.of("none", "nanoseconds", "microseconds", "milliseconds", "seconds", "bytes")
                        .contains(object(profile).get("unit")));
                assertEquals(
                        list(profile, "samples").size(),
                        list(profile, "weights").size());
                for (Object stack : list(profile, "samples")) {
                    ((List<?>) stack).forEach(i -> assertTrue(number(i) >= 0 && number(i) < frames.size()));
                }
                double end = ((Number) object(profile).get("startValue")).doubleValue();
                for (Object weight : list(profile, "weights")) {
                    assertTrue(((Number) weight).doubleValue() >= 0);
                    end += ((Number) weight).doubleValue();
                }
                assertEquals(((Number) object(profile).get("endValue")).doubleValue(), end, 1e-6);
            }
        }
    }

    @Test
    void firefoxProfilesContainTheSlicesOfThreads() throws Exception {
        Path input = write("""
            {"traceEvents":[
            {"ph":"X","pid":1,"tid":2,"ts":1000,"dur":500,"name":"load \\"a\\"","cat":"net"},
            {"ph":"X","pid":1,"tid":2,"ts":1100,"dur":200,"name":"parse","cat":"net"}]}
            """);
        Path out = convert(input, new FirefoxConversion());
        List<String> slices = new ArrayList<>();
        try (TraceStore store = TraceOpener.open(out, StoreOptions.uncached(), new ImportProgress())
                .store()) {
            new TraceRows(store).query("SELECT name, (dur + 500) // 1000 FROM slice ORDER BY ts", c -> {
                while (c.next()) {
                    slices.add(c.getString(0) + " " + c.getLong(1));
                }
            });
        }
        assertEquals(List.of("load \"a\" 500", "parse 200"), slices);
    }

    @Test
    void profilesWithoutTimesKeepTheirValues() throws Exception {
        Path input = write("main;outer;inner 5\nmain;outer 3\n");
        String collapsed = Files.readString(convert(input, new CollapsedConversion()), StandardCharsets.UTF_8);
        assertEquals(
                List.of("main;outer 3", "main;outer;inner 5"),
                collapsed.lines().sorted().toList());
        Path speedscope = convert(input, new SpeedscopeConversion());
        assertEquals(
                collapsed.lines().sorted().toList(),
                Files.readString(convert(speedscope, new CollapsedConversion()))
                        .lines()
                        .map(l -> l.replaceFirst("^samples;", ""))
                        .sorted()
                        .toList());
    }

    private List<Path> pprof(Path file, Conversion.Options options) throws Exception {
        Path folder = Files.createTempDirectory(dir, "pprof");
        try (TraceStore store = TraceOpener.open(file, StoreOptions.uncached(), new ImportProgress())
                .store()) {
            new PprofConversion()
                    .convert(
                            new Conversion.Request(file, () -> new TraceRows(store), options),
                            folder,
                            new ImportProgress(),
                            notes::add);
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    @Test
    void pprofFilesContainTheSamplesOfAProcessWithLabels() throws Exception {
        List<Path> files = pprof(write(PERF_SCRIPT), Conversion.Options.DEFAULT);
        assertEquals(
                List.of("profile.1.pid.77.pb"),
                files.stream().map(f -> f.getFileName().toString()).toList());
        Profile profile = Profile.parseFrom(Files.readAllBytes(files.getFirst()));
        assertEquals("", profile.getStringTable(0));
        assertEquals("samples", text(profile, profile.getSampleType(0).getType()));
        TreeMap<String, Long> stacks = new TreeMap<>();
        for (Sample sample : profile.getSampleList()) {
            StringBuilder stack = new StringBuilder();
            for (long id : sample.getLocationIdList().reversed()) {
                long function = profile.getLocation((int) id - 1).getLine(0).getFunctionId();
                stack.append(';')
                        .append(text(
                                profile, profile.getFunction((int) function - 1).getName()));
            }
            String thread = sample.getLabelList().stream()
                    .filter(l -> text(profile, l.getKey()).equals("thread"))
                    .map(l -> text(profile, l.getStr()))
                    .findFirst()
                    .orElseThrow();
            stacks.merge(thread + stack, sample.getValue(0), Long::sum);
        }
        assertEquals("{helper;main;odd;name=1, worker;main;outer;inner=2}", stacks.toString());
        assertEquals("/bin/tool", text(profile, profile.getMapping(0).getFilename()));
        ConvertProblem e = assertThrows(
                ConvertProblem.class,
                () -> pprof(dir.resolve("input"), new Conversion.Options(null, null, 78L, List.of())));
        assertEquals("no profile matches this process and time", e.getMessage());
    }

    private static String text(Profile profile, long index) {
        return profile.getStringTable((int) index);
    }

    @Test
    void reportsATraceWithoutStacks() throws Exception {
        Path input = write("{\"traceEvents\":[{\"ph\":\"C\",\"pid\":1,\"name\":\"c\",\"ts\":1,\"args\":{\"v\":1}}]}");
        for (Conversion c : List.of(new CollapsedConversion(), new SpeedscopeConversion(), new FirefoxConversion())) {
            assertThrows(ConvertProblem.class, () -> convert(input, c), c.id());
        }
    }
}
