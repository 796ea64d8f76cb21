package traceglass.ingest.gecko;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.fuzz.DamagedInputs;
import traceglass.ingest.perfetto.Rows;
import traceglass.store.table.TraceStorage;

class GeckoImporterTest {

    private final GeckoImporter importer = new GeckoImporter();

    private static byte[] file(String name) throws IOException {
        try (InputStream in = GeckoImporterTest.class.getResourceAsStream("/cases/gecko/" + name)) {
            return in.readAllBytes();
        }
    }

    private static byte[] text(String json) {
        return json.getBytes(StandardCharsets.UTF_8);
    }

    private static int rows(TraceStorage storage, String table) {
        return storage.table(table).rowCount();
    }

    @Test
    void recognizesProfilesByTheirMembers() throws IOException {
        for (String name : new String[] {"processed.json", "raw.json", "devtools.json"}) {
            assertTrue(importer.sniff(file(name)), name);
        }
        assertTrue(importer.sniff(text("{\"label\": null, \"duration\": 5.5, \"markers\": [{\"name\": \"Paint\"")));
        assertTrue(importer.sniff(text(" {\"threads\": [], \"meta\": {\"interval\": 1}}")));
        assertTrue(importer.sniff(text("{\"meta\":{\"configuration\":{\"a\":1},\"startTime\":1,")));
        assertFalse(importer.sniff(text("{\"traceEvents\": [], \"metadata\": {\"interval\": 1}}")));
        assertFalse(importer.sniff(text("{\"meta\": {\"a\": 1}, \"data\": []}")));
        assertFalse(importer.sniff(text("[{\"meta\": {\"interval\": 1}}]")));
        assertFalse(importer.sniff(text("meta")));
    }

    /// Members of JSON objects are in any order, for example in profiles that other programs have sorted.
    @Test
    void readsRowsBeforeTheirSchema() throws Exception {
        String profile = """
            {"meta": {"version": 13, "interval": 1, "startTime": 5, "processType": 0}, "libs": [], "threads": [
            {"frameTable": {"data": [[0], [1]], "schema": {"location": 0}},
             "markers": {"data": [], "schema": {"name": 0, "time": 1, "data": 2}}, "name": "GeckoMain",
             "samples": {"data": [[0, 1], [1, 2], [1, 3]], "schema": {"stack": 0, "time": 1}},
             "stackTable": {"data": [[null, 0], [0, 1]], "schema": {"prefix": 0, "frame": 1}},
             "stringTable": ["main", "work"]}]}
            """;
        TraceStorage storage = DamagedInputs.read(importer, text(profile));
        assertEquals(
                "1000000|0; 2000000|1; 3000000|1",
                Rows.of(storage, "__intrinsic_profiler_sample", "ts:l", "callsite_id:i"));
        assertEquals("main; work", Rows.of(storage, "__intrinsic_stack_profile_frame", "name:s"));
    }

    @Test
    void keepsTheThreadsBeforeATruncation() throws IOException {
        int[] maxSamples = {0};
        for (String name : new String[] {"processed.json", "raw.json"}) {
            DamagedInputs.checkTruncated(
                    importer,
                    file(name),
                    (storage, fiftieths) ->
                            maxSamples[0] = Math.max(maxSamples[0], rows(storage, "__intrinsic_profiler_sample")));
        }
        assertTrue(maxSamples[0] > 0, "samples before a cut: " + maxSamples[0]);
    }

    @Test
    void survivesFlippedBits() throws IOException {
        DamagedInputs.checkFlipped(importer, file("processed.json"));
        DamagedInputs.checkFlipped(importer, file("raw.json"));
    }

    @Test
    void readsAProfileWithoutThreads() throws Exception {
        TraceStorage storage = DamagedInputs.read(importer, text("{\"meta\": {\"interval\": 1}, \"threads\": []}"));
        assertEquals(0, rows(storage, "__intrinsic_profiler_sample"));
    }

    @Test
    void reportsWhereTheTextIsInvalid() {
        TraceProblem problem = assertThrows(
                TraceProblem.class, () -> DamagedInputs.read(importer, text("{\"meta\": {\"interval\": 1}, oops")));
        assertTrue(problem.getMessage().contains("bytes"), problem.getMessage());
    }

    @Test
    void readsDeepPayloadsWithoutRecursion() throws Exception {
        String deep = "[".repeat(50_000) + "]".repeat(50_000);
        String json =
                "{\"meta\": {\"interval\": 1}, \"threads\": [{\"name\": \"a\", \"stringArray\": [\"m\"], \"markers\":"
                        + " {\"name\": [0], \"startTime\": [1], \"endTime\": [2], \"phase\": [1], \"category\": [0],"
                        + " \"data\": [{\"x\": " + deep + "}]}}]}";
        assertEquals(1, rows(DamagedInputs.read(importer, text(json)), "__intrinsic_slice"));
    }

    @Test
    void ignoresStacksWithMissingOrLaterParents() throws Exception {
        String json = "{\"meta\": {\"interval\": 1}, \"threads\": [{\"name\": \"a\", \"stringArray\": [\"f\"],"
                + " \"funcTable\": {\"name\": [0]}, \"frameTable\": {\"func\": [0]},"
                + " \"stackTable\": {\"frame\": [0, 7, 0], \"prefix\": [2, null, 1]},"
                + " \"samples\": {\"time\": [1, 2, 3, 4], \"stack\": [0, 1, 2, 99]}}]}";
        TraceStorage storage = DamagedInputs.read(importer, text(json));
        assertEquals(2, rows(storage, "__intrinsic_profiler_sample"));
        assertEquals(
                0,
                storage.table("__intrinsic_stack_profile_callsite")
                        .ints("depth")
                        .get(0));
    }
}
