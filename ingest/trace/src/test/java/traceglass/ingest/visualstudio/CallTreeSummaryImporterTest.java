package traceglass.ingest.visualstudio;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static traceglass.ingest.tracker.stats.ImportedStats.stat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.fuzz.DamagedFile;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class CallTreeSummaryImporterTest {

    private static final String INSTRUMENTED = """
        \uFEFFLevel,Function Name,Number of Calls,Elapsed Inclusive Time %,Elapsed Exclusive Time %,\
        Avg Elapsed Inclusive Time,Avg Elapsed Exclusive Time,Module Name,
        0,"app.exe",0,100.00,0.00,0.00,0.00,"",
        1,"Main(string[], int)",2,100.00,40.00,5.00,2.00,"app.exe",
        2,"say \"\"hi\"\"","1,000",60.00,60.00,0.01,0.01,"lib.dll",
        """;

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static List<String> values(TraceStorage storage) {
        Table profiles = storage.table("__intrinsic_aggregate_profile");
        Table samples = storage.table("__intrinsic_aggregate_sample");
        Table callsites = storage.table("__intrinsic_stack_profile_callsite");
        Table frames = storage.table("__intrinsic_stack_profile_frame");
        List<String> values = new ArrayList<>();
        for (int i = 0; i < samples.rowCount(); i++) {
            int callsite = samples.ints("callsite_id").get(i);
            int profile = samples.ints("aggregate_profile_id").get(i);
            values.add(storage.strings().get(profiles.strings("name").get(profile)) + ", "
                    + callsites.ints("depth").get(callsite) + " "
                    + storage.strings()
                            .get(frames.strings("name")
                                    .get(callsites.ints("frame_id").get(callsite)))
                    + ": " + Math.round(samples.doubles("value").get(i)));
        }
        return values;
    }

    @Test
    void readsCallsAndDerivesTimes() throws Exception {
        assertEquals(
                List.of(
                        "Visual Studio calls, 1 Main(string[], int): 2",
                        "Visual Studio calls, 2 say \"hi\": 1000",
                        "Visual Studio elapsed time, 1 Main(string[], int): 4000000",
                        "Visual Studio elapsed time, 2 say \"hi\": 6000000"),
                values(DamagedFile.read(bytes(INSTRUMENTED))));
    }

    @Test
    void readsSamples() throws Exception {
        String table = "Level,Function Name,Inclusive Samples,Exclusive Samples,Exclusive Samples %,Module Name,\n"
                + "0,\"app\",\"1,200\",0,0.00,\"\",\n1,\"f\",\"1,200\",\"1,200\",100.00,\"app\",\n";
        assertEquals(List.of("Visual Studio samples, 1 f: 1200"), values(DamagedFile.read(bytes(table))));
    }

    @Test
    void readsSharesOfAnUnknownTotal() throws Exception {
        String table = "Level,Function Name,Elapsed Inclusive Time %,Elapsed Exclusive Time %,Module Name,\n"
                + "0,\"app\",100.00,0.00,\"\",\n1,\"f\",100.00,40.00,\"app\",\n2,\"g\",60.00,60.00,\"app\",\n";
        TraceStorage storage = DamagedFile.read(bytes(table));
        assertEquals(
                List.of("Visual Studio share of elapsed time, 1 f: 40", "Visual Studio share of elapsed time, 2 g: 60"),
                values(storage));
        Table profiles = storage.table("__intrinsic_aggregate_profile");
        assertEquals(
                "percent",
                storage.strings().get(profiles.strings("sample_type_unit").get(0)));
        String samples = "Level,Function Name, Inclusive Samples %,Exclusive Samples %,Exclusive Bytes %,"
                + " Exclusive Bytes,\n0,\"app\",100.00,99.00,1,2\n";
        assertEquals(
                List.of("Visual Studio share of samples, 0 app: 99", "Visual Studio bytes, 0 app: 2"),
                values(DamagedFile.read(bytes(samples))));
    }

    @Test
    void countsInvalidRows() throws Exception {
        TraceStorage storage = DamagedFile.read(bytes(INSTRUMENTED + "x,\"f\",1\n9,\"g\",3,1,1,1,1,\"\",\n"));
        assertEquals(2, stat(storage, "vs_call_tree_line_skipped"));
        assertTrue(
                values(storage).contains("Visual Studio calls, 3 g: 3"),
                values(storage).toString());
        DamagedFile.assertSurvives(bytes(INSTRUMENTED), 57);
        TraceProblem problem = assertThrows(
                TraceProblem.class,
                () -> DamagedFile.read(bytes("Level,Function Name,Module Name,\n0,\"a\",\"b\",\n")));
        assertTrue(problem.getMessage().contains("without self values"), problem.getMessage());
    }
}
