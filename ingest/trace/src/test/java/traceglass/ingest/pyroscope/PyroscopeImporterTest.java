package traceglass.ingest.pyroscope;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static traceglass.ingest.tracker.stats.ImportedStats.stat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.fuzz.DamagedFile;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class PyroscopeImporterTest {

    private static final String START = "{\"version\":1,\"flamebearer\":{\"names\":[\"total\",\"a\",\"b\"],\"levels\":";
    private static final String HEAP = START + "[[0,9,1,0],[0,5,2,1],[1,3,3,2]]},\"metadata\":{\"units\":\"bytes\"}}";

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String values(TraceStorage storage) {
        Table samples = storage.table("__intrinsic_aggregate_sample");
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < samples.rowCount(); i++) {
            out.append((long) samples.doubles("value").get(i)).append(' ');
        }
        return out.toString();
    }

    @Test
    void readsValuesThatAreNotTimes() throws Exception {
        TraceStorage storage = DamagedFile.read(bytes(HEAP));
        assertEquals("1 2 3 ", values(storage));
        Table profiles = storage.table("__intrinsic_aggregate_profile");
        assertEquals(
                "bytes",
                storage.strings().get(profiles.strings("sample_type_unit").get(0)));
        assertEquals(3, storage.table("__intrinsic_stack_profile_callsite").rowCount());
    }

    @Test
    void readsTheResponsesOfTheServer() throws Exception {
        String answer = "{\"flamegraph\":{\"names\":[\"total\",\"a\",\"b\"],\"levels\":[{\"values\":[\"0\",\"9\",\"0\","
                + "\"0\"]},{\"other\":[1],\"values\":[\"0\",\"5\",\"2\",\"1\"]},{\"values\":[\"1\",\"3\",\"3\",\"2\"]}],"
                + "\"total\":\"9\",\"maxSelf\":\"3\"}}";
        assertEquals("2 3 ", values(DamagedFile.read(bytes(answer))));
        DamagedFile.assertSurvives(bytes(answer), 20);
    }

    @Test
    void refusesResponsesWithoutLevels() {
        TraceProblem problem = assertThrows(
                TraceProblem.class,
                () -> DamagedFile.read(
                        bytes("{\"flamegraph\":{\"names\":[\"total\"],\"levels\":[],\"total\":\"0\"}}")));
        assertTrue(problem.getMessage().contains("without a flame graph"), problem.getMessage());
    }

    @Test
    void refusesComparisons() {
        TraceProblem problem = assertThrows(
                TraceProblem.class,
                () -> DamagedFile.read(bytes(HEAP.replace("\"units\"", "\"format\":\"double\",\"units\""))));
        assertTrue(problem.getMessage().contains("compares two profiles"), problem.getMessage());
    }

    @Test
    void keepsTheDataBeforeDamage() throws Exception {
        TraceStorage truncated = DamagedFile.read(bytes(HEAP.substring(0, HEAP.indexOf(",3,3,2]"))));
        assertEquals("1 2 ", values(truncated));
        assertEquals(1, stat(truncated, "pyroscope_truncated"));
        DamagedFile.assertSurvives(bytes(HEAP), 19);
        // Names and levels that are missing or of another type.
        assertEquals("2 ", values(DamagedFile.read(bytes(START + "[[0,2,2,7],3,{}]}}"))));
        assertThrows(
                TraceProblem.class, () -> DamagedFile.read(bytes("{\"flamebearer\":{\"names\":3,\"levels\":{}}}")));
        assertFalse(new PyroscopeImporter().sniff(bytes("[{\"flamebearer\":{}}]")));
    }
}
