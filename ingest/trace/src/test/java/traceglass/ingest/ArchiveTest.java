package traceglass.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static traceglass.ingest.tracker.stats.ImportedStats.stat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.ingest.open.TraceFileReader;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Tests archives from the file to the tables: which files are read, in which order, and with which machine and
/// clock.
class ArchiveTest {

    @TempDir
    Path folder;

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] json(String slice, int pid) {
        return utf8("[{\"name\":\"" + slice + "\",\"ph\":\"X\",\"ts\":2000,\"dur\":1,\"pid\":" + pid + ",\"tid\":" + pid
                + "}]");
    }

    private static byte[] manifest(String content) {
        return utf8("{ \"perfetto_manifest\": {\"version\": 1, " + content + "}}");
    }

    private static byte[] gzip(byte[] content) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gz = new GZIPOutputStream(out)) {
            gz.write(content);
        }
        return out.toByteArray();
    }

    /// @param namesAndContents alternating names (String) and contents (byte[])
    private static byte[] zip(Object... namesAndContents) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            for (int i = 0; i < namesAndContents.length; i += 2) {
                zip.putNextEntry(new ZipEntry((String) namesAndContents[i]));
                zip.write((byte[]) namesAndContents[i + 1]);
            }
        }
        return out.toByteArray();
    }

    private TraceStorage read(byte[] content) throws IOException, TraceProblem {
        Path file = folder.resolve("trace.zip");
        Files.write(file, content);
        TraceStorage storage = new TraceStorage();
        TraceFileReader.readAll(file, storage, new ImportProgress());
        return storage;
    }

    private String problem(byte[] content) {
        return assertThrows(TraceProblem.class, () -> read(content)).getMessage();
    }

    private static String files(TraceStorage s) {
        Table t = s.table("__intrinsic_trace_file");
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < t.rowCount(); i++) {
            text.append(s.strings().get(t.strings("name").get(i)))
                    .append(' ')
                    .append(s.strings().get(t.strings("trace_type").get(i)))
                    .append(' ')
                    .append(t.longs("processing_order").get(i))
                    .append("; ");
        }
        return text.toString();
    }

    /// Returns the slices as `name@machine+ts`, in row order.
    private static String slices(TraceStorage s) {
        Table slices = s.table("__intrinsic_slice");
        Table tracks = s.table("__intrinsic_track");
        Table machines = s.table("__intrinsic_machine");
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < slices.rowCount(); i++) {
            int machine = tracks.ints("machine_id").get(slices.ints("track_id").get(i));
            text.append(s.strings().get(slices.strings("name").get(i)))
                    .append('@')
                    .append(s.strings().get(machines.strings("name").get(machine)))
                    .append('+')
                    .append(slices.longs("ts").get(i))
                    .append("; ");
        }
        return text.toString();
    }

    @Test
    void listsFilesInOrderButReadsManifestsAndContainersFirst() throws Exception {
        TraceStorage s = read(zip(
                "b.json",
                json("b", 1),
                "a.json",
                json("a", 2),
                "c.json.gz",
                gzip(json("c", 3)),
                ".DS_Store",
                utf8("x"),
                "__MACOSX/._a.json",
                utf8("y"),
                "meta",
                manifest("\"files\": []")));
        assertEquals(
                "null zip 0; b.json json 5; a.json json 4; c.json.gz gzip 2; meta perfetto_manifest 1;  json 3; ",
                files(s));
        assertEquals(3, s.table("__intrinsic_slice").rowCount());
    }

    @Test
    void readsTheOtherFilesIfOneIsNotATrace() throws Exception {
        TraceStorage s =
                read(zip("README", utf8("Please look at this."), "a.json", json("a", 2), "broken.gz", new byte[] {
                    0x1f, (byte) 0x8b, 8
                }));
        assertEquals("a@null+2000000; ", slices(s));
        assertEquals(2, stat(s, "archive_file_skipped"));
    }

    @Test
    void explainsWhyNoFileIsATrace() throws Exception {
        assertTrue(problem(zip("README", utf8("Please look at this.")))
                .matches("README in \\S+ is not a trace in a supported format: (?s).*"));
        assertTrue(problem(zip("nothing", new byte[0])).matches("nothing in \\S+ is empty \\(0 bytes\\)"));
    }

    @Test
    void readsATruncatedZipUpToItsEnd() throws Exception {
        byte[] complete = zip("a.json", json("a", 1), "b.json", json("b", 2), "noise", new byte[100_000]);
        TraceStorage s = read(Arrays.copyOf(complete, complete.length - 60));
        assertEquals("a@null+2000000; b@null+2000000; ", slices(s));
        assertEquals(1, stat(s, "container_damaged"));
    }

    @Test
    void distinguishesMachinesNamedInAManifest() throws Exception {
        TraceStorage s = read(zip("a.json", json("a", 7), "b.json", json("b", 7), "m.json", manifest("""
            "files": [{"path": "a.json", "machine": {"name": "phone"}}, {"path": "b.json", "machine": {"name": "watch"}}]\
            """)));
        assertEquals("a@phone+2000000; b@watch+2000000; ", slices(s));
    }

    @Test
    void shiftsTheClockOfAFileByAnOffset() throws Exception {
        TraceStorage s = read(zip("a.json", json("a", 7), "b.json", json("b", 8), "m.json", manifest("""
            "files": [{"path": "a.json"}, {"path": "b.json", "clocks": {"sync_to": {"file": "a.json"}, "offset_ns": 500}}]\
            """)));
        assertEquals("a@null+2000000; b@null+2000500; ", slices(s));
    }

    @Test
    void keepsTheAttributesOfAManifest() throws Exception {
        TraceStorage s = read(manifest("\"attributes\": {\"run\": 3, \"benchmark\": \"startup\"}"));
        Table t = s.table("__intrinsic_metadata");
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < t.rowCount(); i++) {
            String name = s.strings().get(t.strings("name").get(i));
            if (name.startsWith("manifest_attribute.")) {
                String value = s.strings().get(t.strings("str_value").get(i));
                text.append(name)
                        .append('=')
                        .append(value == null ? t.longs("int_value").get(i) : value)
                        .append("; ");
            }
        }
        assertEquals("manifest_attribute.benchmark=startup; manifest_attribute.run=3; ", text.toString());
    }

    @Test
    void rejectsInvalidManifests() throws Exception {
        byte[] a = json("a", 1);
        assertTrue(problem(utf8("{\"perfetto_manifest\": {}}")).contains("missing required field: version"));
        assertTrue(problem(utf8("{\"perfetto_manifest\": {\"version\": 2}}")).contains("unsupported version: 2"));
        assertTrue(problem(utf8("{\"perfetto_manifest\": {\"version\": 1")).contains("not valid JSON"));
        assertTrue(problem(zip("a.json", a, "m", manifest("""
            "files": [{"path": "a.json", "clocks": {"sync_to": {"file": "b.json"}}}]\
            """))).contains("unknown file" + " 'b.json'"));
        assertTrue(problem(zip("a.json", a, "m", manifest("""
            "files": [{"path": "b.json"}, {"path": "a.json", "clocks": {"sync_to": {"file": "b.json"}}}]\
            """)))
                .contains("the archive has no file with the path 'b.json'"));
        assertTrue(problem(zip("a.json", a, "m", manifest("\"files\": []"), "n", manifest("\"files\": []")))
                .contains("multiple"));
        assertTrue(problem(zip(
                        "a.json", a, "m.gz", gzip(manifest("\"files\": []")), "z/b.pb", new byte[] {0x0a, 2, 0x40, 1}))
                .contains("must be the first trace file"));
    }
}
