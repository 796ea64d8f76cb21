package traceglass.ingest.plugin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.open.Importers;
import traceglass.ingest.open.TraceOpener;
import traceglass.store.TraceStore;
import traceglass.store.database.ReadingOptions;
import traceglass.store.database.StoreOptions;

class UserImportersTest {

    private static final String THROWS_ON_READ =
            "public void read(TraceInput i, ImportContext c) { throw new IllegalStateException(\"no luck\"); }";
    private static final String JSON =
            "{\"traceEvents\":[{\"name\":\"a\",\"ph\":\"X\",\"ts\":1,\"dur\":2,\"pid\":1,\"tid\":1}]}";

    @TempDir
    Path dir;

    private Path jars;
    private ImporterFolder folder;
    private StoreOptions options;

    @BeforeEach
    void createFolders() throws IOException {
        jars = Files.createDirectories(dir.resolve("importers"));
        folder = new ImporterFolder(jars, dir.resolve("config"));
        options = StoreOptions.uncached().withReading(ReadingOptions.in(jars, dir.resolve("config")));
    }

    private ImporterJar jar(String name) {
        return folder.jars().stream()
                .filter(j -> j.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private void install(String name, String... bodies) throws IOException {
        JarBuilder.write(jars.resolve(name), bodies);
        folder.allow(jar(name));
    }

    private Path file(String text) throws IOException {
        return Files.writeString(dir.resolve("file.txt"), text);
    }

    private String type(TraceStore store) throws Exception {
        try (Connection c = store.connection();
                Statement s = c.createStatement();
                ResultSet r = s.executeQuery("SELECT trace_type FROM __intrinsic_trace_file")) {
            return r.next() ? r.getString(1) : "";
        }
    }

    @Test
    void opensTheExampleOfTheGuide() throws Exception {
        Path example = Path.of("../../packaging/docs/sample-importer");
        JarBuilder.pack(
                jars.resolve("step-log.jar"),
                List.of(example.resolve("example/StepLogImporter.java")),
                Files.readString(example.resolve("META-INF/services/traceglass.ingest.Importer")));
        Path log = example.resolve("steps.log");
        assertThrows(TraceProblem.class, () -> TraceOpener.open(log, options, new ImportProgress()));
        folder.allow(jar("step-log.jar"));
        try (TraceStore store =
                        TraceOpener.open(log, options, new ImportProgress()).store();
                Connection c = store.connection();
                Statement s = c.createStatement();
                ResultSet r = s.executeQuery("SELECT ts, dur, name FROM __intrinsic_slice ORDER BY ts")) {
            StringBuilder rows = new StringBuilder();
            while (r.next()) {
                rows.append(r.getLong(1)).append(' ').append(r.getLong(2)).append(' ');
                rows.append(r.getString(3)).append('\n');
            }
            assertEquals("""
                    0 120000000 start up
                    10500000 40000000 read config
                    30000000 200000000 load images
                    52000000 60250000 connect
                    260000000 15000000 decode
                    """, rows.toString());
            assertEquals("Step log", Importers.of(options.reading()).formatName(type(store)));
        }
    }

    @Test
    void runsNoCodeBeforeItIsAllowed() throws Exception {
        JarBuilder.write(
                jars.resolve("a.jar"), "Marks", "static { System.setProperty(\"traceglass.marks\", \"loaded\"); }");
        assertEquals(ImporterJar.State.NEW, jar("a.jar").state());
        assertEquals(List.of("example.Marks"), jar("a.jar").classes());
        assertEquals(List.of(), folder.load());
        folder.refuse(jar("a.jar"));
        assertEquals(ImporterJar.State.REFUSED, jar("a.jar").state());
        assertEquals(List.of(), folder.load());
        assertEquals(null, System.getProperty("traceglass.marks"));
        folder.allow(jar("a.jar"));
        assertEquals(1, folder.load().size());
        assertEquals("loaded", System.clearProperty("traceglass.marks"));
        folder.forget(jar("a.jar"));
        assertEquals(ImporterJar.State.NEW, jar("a.jar").state());
    }

    @Test
    void aChangedJarMustBeAllowedAgain() throws Exception {
        install("a.jar", "One", "");
        assertEquals(ImporterJar.State.ALLOWED, jar("a.jar").state());
        String variant = folder.variant();
        JarBuilder.write(jars.resolve("a.jar"), "One", "int changed;");
        assertEquals(ImporterJar.State.NEW, jar("a.jar").state());
        assertEquals(List.of(), folder.load());
        assertFalse(folder.variant().equals(variant));
    }

    @Test
    void namesDamagedJars() throws Exception {
        Files.writeString(jars.resolve("text.jar"), "no jar");
        byte[] good = Files.readAllBytes(JarBuilder.write(jars.resolve("good.jar"), "One", ""));
        Files.write(jars.resolve("cut.jar"), java.util.Arrays.copyOf(good, good.length / 2));
        assertEquals(ImporterJar.State.UNUSABLE, jar("text.jar").state());
        assertEquals("it is not a jar file", jar("text.jar").problem());
        assertEquals(ImporterJar.State.UNUSABLE, jar("cut.jar").state());
        assertEquals(ImporterJar.State.NEW, jar("good.jar").state());
    }

    @Test
    void skipsClassesThatFailToLoad() throws Exception {
        install(
                "a.jar",
                "NoStart",
                "static { int x = 1 / (Integer.parseInt(\"0\")); }",
                "NoName",
                "public String id() { return null; }",
                "Works",
                "");
        assertEquals(
                List.of("of_Works"), folder.load().stream().map(i -> i.id()).toList());
    }

    @Test
    void readsAFileWithoutAnImporterThatThrows() throws Exception {
        install(
                "a.jar",
                "Breaks",
                "public boolean sniff(byte[] head) { return head.length > 0 && head[0] == '{'; }\n" + THROWS_ON_READ);
        TraceOpener.Opened opened = TraceOpener.open(file(JSON), options, new ImportProgress());
        try (TraceStore store = opened.store()) {
            assertEquals("json", type(store));
            assertEquals(
                    List.of("file.txt can't be read by the importer “Format Breaks” of a.jar (internal error: "
                            + "java.lang.IllegalStateException: no luck) and was read without it"),
                    opened.warnings());
        }
    }

    @Test
    void namesTheReasonIfNoOtherImporterReadsTheFile() throws Exception {
        install("a.jar", "Breaks", THROWS_ON_READ);
        TraceProblem problem = assertThrows(
                TraceProblem.class, () -> TraceOpener.open(file("PL text"), options, new ImportProgress()));
        assertTrue(problem.getMessage().contains("no luck"), problem.getMessage());
        assertTrue(problem.getMessage().contains("not a trace in a supported format"), problem.getMessage());
    }

    @Test
    void importersThatAcceptEverythingAreTriedLast() throws Exception {
        install("a.jar", "Greedy", "public boolean sniff(byte[] head) { return true; }");
        try (TraceStore store =
                TraceOpener.open(file(JSON), options, new ImportProgress()).store()) {
            assertEquals("json", type(store));
        }
        try (TraceStore store =
                TraceOpener.open(file("unknown"), options, new ImportProgress()).store()) {
            assertEquals("of_Greedy", type(store));
        }
    }

    @Test
    void errorsWhileInspectingAFileAreIgnored() throws Exception {
        install(
                "a.jar",
                "Fragile",
                "public boolean sniff(byte[] head) { if (head[0] == '{' && head.length > 60) throw new StackOverflowError();"
                        + " head[0] = 'x'; return false; }");
        try (TraceStore store =
                TraceOpener.open(file(JSON), options, new ImportProgress()).store()) {
            assertEquals("json", type(store));
        }
    }
}
