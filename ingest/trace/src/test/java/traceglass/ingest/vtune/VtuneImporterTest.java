package traceglass.ingest.vtune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static traceglass.ingest.tracker.stats.ImportedStats.stat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.fuzz.DamagedFile;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class VtuneImporterTest {

    private static final String REPORT = """
        Function Stack,CPU Time:Self,Module,Allocation Size:Self
        Total,0.0,[Unknown],0
         main,0.5,app,
          "map<int, A>::at(""x"")",0.25,lib.so,64
          [Loop at line 3],0,app,32
         start,1.5,[Unknown],0
        """;

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static List<String> rows(TraceStorage s) {
        Table samples = s.table("__intrinsic_aggregate_sample");
        Table callsites = s.table("__intrinsic_stack_profile_callsite");
        Table frames = s.table("__intrinsic_stack_profile_frame");
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < samples.rowCount(); i++) {
            int callsite = samples.ints("callsite_id").get(i);
            rows.add(samples.ints("aggregate_profile_id").get(i) + " "
                    + s.strings()
                            .get(frames.strings("name")
                                    .get(callsites.ints("frame_id").get(callsite))) + " "
                    + callsites.ints("depth").get(callsite) + " "
                    + (long) samples.doubles("value").get(i));
        }
        return rows;
    }

    @Test
    void readsNumbersOfOtherLocales() throws Exception {
        String report = """
            Function Stack;CPU Time:Self;Allocation Size:Self
            main;1.000,5;64
             inner;0,25;1.024.000
            """;
        TraceStorage s = DamagedFile.read(bytes(report));
        assertEquals(
                List.of("0 main 0 1000500000000", "1 main 0 64", "0 inner 1 250000000", "1 inner 1 1024000"), rows(s));
        assertEquals(
                List.of("0 main 0 1234500000000"),
                rows(DamagedFile.read(bytes("Function Stack,CPU Time:Self\nmain,\"1,234.5\"\n"))));
    }

    @Test
    void readsEachColumnOfSelfValues() throws Exception {
        TraceStorage s = DamagedFile.read(bytes(REPORT));
        assertEquals(
                List.of(
                        "0 main 0 500000000",
                        "0 map<int, A>::at(\"x\") 1 250000000",
                        "1 map<int, A>::at(\"x\") 1 64",
                        "1 [Loop at line 3] 1 32",
                        "0 start 0 1500000000"),
                rows(s));
        assertEquals("vtune_csv", DamagedFile.type(bytes(REPORT)));
        assertEquals(
                rows(s), rows(DamagedFile.read(bytes(REPORT.replace(',', '\t').replace("int\t A", "int, A")))));
    }

    @Test
    void countsLinesThatAreNotValid() throws Exception {
        TraceStorage s = DamagedFile.read(bytes(REPORT.replace("0.25", "x").replace(" start,", "      start,")));
        assertEquals(2, stat(s, "vtune_line_skipped"));
        assertEquals("0 start 2 1500000000", rows(s).getLast());
        DamagedFile.assertSurvives(bytes(REPORT), 51);
    }

    @Test
    void refusesReportsWithoutFunctions() {
        assertThrows(TraceProblem.class, () -> DamagedFile.read(bytes("Function Stack,CPU Time:Self\n")));
    }
}
