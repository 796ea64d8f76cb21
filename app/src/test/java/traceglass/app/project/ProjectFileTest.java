package traceglass.app.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.store.cache.TraceFingerprint;
import traceglass.store.text.Json;

class ProjectFileTest {

    @TempDir
    Path folder;

    private Path trace(String name, String content) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, content);
    }

    private static TraceRef ref(Path trace, Path project) throws IOException {
        return TraceRef.of(trace, project, Files.size(trace), TraceFingerprint.of(trace));
    }

    private static ProjectFile parse(String text) {
        return ProjectFile.parse(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void isUnchangedAfterWritingAndReading() throws Exception {
        Path project = folder.resolve("a.traceglass");
        Map<String, Object> notes = new LinkedHashMap<>();
        notes.put("text", "tab\tquote\" \\ line\n bell\u0007 \uD83D\uDE00 \u05D0\u05D1 \u2028");
        notes.put("big", Long.MAX_VALUE);
        notes.put("half", .5);
        notes.put("list", List.of(1L, true, List.of(), Map.of(), "x".repeat(200)));
        ProjectFile written = new ProjectFile(ref(trace("t.json", "[]"), project), Map.of("notes", notes));
        ProjectFile.write(written.text(), project);
        assertEquals(written, ProjectFile.read(project));
        assertEquals(List.of("a.traceglass", "t.json"), names(), "a temporary file is left");
    }

    private List<String> names() throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(f -> f.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void keepsUnknownContentOfOtherVersions() {
        ProjectFile read = parse("""
            {"traceglass": 1, "mood": {"a": [1]}, "trace": {"name": "t"}, "sections": {
              "view": {"startNs": 1, "tilt": 3, "gone": 9}, "hologram": {"depth": 2}}}\
            """);
        ProjectSections sections = new ProjectSections();
        sections.add(new Section("view"));
        ProjectFile again = parse(
                read.with(read.trace(), sections.state(read.sections(), true)).text());
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("startNs", 7L);
        view.put("tilt", 3L);
        assertEquals(
                view,
                again.sections().get("view"),
                "a known field is written, one without a value is not, and an unknown one is kept");
        assertEquals(Map.of("depth", 2L), again.sections().get("hologram"));
        assertEquals(Map.of("mood", Map.of("a", List.of(1L))), again.unknownMembers());
    }

    /// A section with the fields `startNs` and `gone`, which has no value.
    private static final class Section implements ProjectSection {

        private final String name;
        private Fields restored;

        Section(String name) {
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public Map<String, Object> state() {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("startNs", 7L);
            fields.put("gone", null);
            return fields;
        }

        @Override
        public void restore(Fields state) {
            if (state.contains("broken")) {
                throw new IllegalStateException("broken");
            }
            restored = state;
        }

        @Override
        public void reset() {
            restored = null;
        }
    }

    @Test
    void restoresTheOtherSectionsIfOneFails() {
        ProjectSections sections = new ProjectSections();
        Section bad = new Section("bad");
        Section good = new Section("good");
        sections.add(bad);
        sections.add(good);
        sections.restore(Map.of("bad", Map.of("broken", true), "good", Map.of("startNs", 3L)), true);
        assertEquals(null, bad.restored);
        assertEquals(3, good.restored.number("startNs", 0));
    }

    @Test
    void reportsErrorsOfInvalidFiles() throws Exception {
        for (String text : List.of(
                "",
                "[1]",
                "{",
                "{\"traceglass\": 0}",
                "{\"traceglass\": \"1\"}",
                "{\"displayTimeUnit\": \"ns\"}",
                "\u0000\u0001")) {
            Path file = Files.writeString(folder.resolve("x.traceglass"), text);
            ProjectProblem e = assertThrows(ProjectProblem.class, () -> ProjectFile.read(file), text);
            assertTrue(e.getMessage().contains("x.traceglass is not a Traceglass project: "), e.getMessage());
        }
        assertTrue(assertThrows(ProjectProblem.class, () -> ProjectFile.read(folder.resolve("none.traceglass")))
                .getMessage()
                .startsWith("Can't read the project "));
    }

    @Test
    void recognizesANewerVersionAndIgnoresFieldsOfTheWrongType() {
        ProjectFile newer = parse("{\"traceglass\": 2, \"trace\": [], \"sections\": {\"a\": 1, \"b\": null}}");
        assertTrue(newer.isNewer());
        assertEquals(new TraceRef("", "", "", -1, ""), newer.trace());
        assertFalse(parse("{\"traceglass\": 1}").isNewer());
    }

    @Test
    void findsTheTraceByRelativeThenAbsolutePathThenNameThenContent() throws Exception {
        Path project = folder.resolve("p/x.traceglass");
        Path original = trace("traces/t.json", "[1]");
        TraceRef ref = ref(original, project);
        assertEquals("../traces/t.json", ref.relative());
        assertEquals(Optional.of(new TraceRef.Found(original, true, 3)), ref.find(project, List.of()));

        // Both were moved to another folder together: the relative path is used.
        Path movedProject = folder.resolve("away/p/x.traceglass");
        Path moved = trace("away/traces/t.json", "[1]");
        assertEquals(moved, ref.find(movedProject, List.of()).orElseThrow().file());

        // Only the project was moved: the absolute path is used.
        Path alone = folder.resolve("alone/deep/x.traceglass");
        assertEquals(original, ref.find(alone, List.of()).orElseThrow().file());

        // The original was deleted: found by name in the project's folder.
        Files.delete(original);
        Path inTraceFolder = trace("alone/deep/t.json", "[1]");
        assertEquals(inTraceFolder, ref.find(alone, List.of()).orElseThrow().file());

        // The trace was renamed: found by content, not confused with another file of the same size.
        Files.delete(inTraceFolder);
        trace("alone/deep/a.json", "[2]");
        Path renamed = trace("alone/deep/b.json", "[1]");
        assertEquals(Optional.of(new TraceRef.Found(renamed, true, 3)), ref.find(alone, List.of()));
        Files.delete(renamed);
        assertEquals(moved, ref.find(alone, List.of(moved)).orElseThrow().file(), "among the traces opened last");
        assertEquals(Optional.empty(), ref.find(alone, List.of()));
    }

    @Test
    void prefersAnUnchangedCopyToAChangedTrace() throws Exception {
        Path project = folder.resolve("x.traceglass");
        Path original = trace("t.json", "[1]");
        TraceRef ref = ref(original, project);
        Files.writeString(original, "[1, 2]");
        assertEquals(Optional.of(new TraceRef.Found(original, false, 6)), ref.find(project, List.of()));
        Path copy = trace("copy.json", "[1]");
        assertEquals(Optional.of(new TraceRef.Found(copy, true, 3)), ref.find(project, List.of()));
    }

    @Test
    void renamesAnUnreadableSessionFile() throws Exception {
        SessionFiles sessions = new SessionFiles(folder);
        assertEquals(Optional.empty(), sessions.read("f00"));
        Files.writeString(sessions.file("f00"), "{\"traceglass\": 99}");
        assertEquals(Optional.empty(), sessions.read("f00"));
        Files.writeString(sessions.file("f01"), "{\"trace");
        assertEquals(Optional.empty(), sessions.read("f01"));
        assertEquals(List.of("f00.traceglass.aside", "f01.traceglass.aside"), names());
    }

    @Test
    void writesTextsInOrderAndReportsErrors() throws Exception {
        ProjectWriter writer = new ProjectWriter();
        Path file = folder.resolve("deep/x.traceglass");
        for (int i = 0; i < 50; i++) {
            String text = "{\"n\": " + i + "}";
            writer.write(file, () -> text, e -> {});
        }
        CountDownLatch done = new CountDownLatch(1);
        IOException[] failure = new IOException[1];
        writer.write(Files.writeString(folder.resolve("file"), "").resolve("x"), () -> "{}", e -> failure[0] = e);
        writer.runAfterWrites(done::countDown);
        assertTrue(done.await(20, TimeUnit.SECONDS));
        assertEquals(Map.of("n", 49L), Json.read(Files.readAllBytes(file)));
        assertTrue(failure[0] != null, "a file below a file was written");
    }
}
