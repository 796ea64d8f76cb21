package traceglass.ingest.callgrind;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import traceglass.ingest.fuzz.DamagedFile;
import traceglass.store.table.IntColumn;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class GprofImporterTest {

    private static final String FLAT = """
            Flat profile:

            Each sample counts as 0.01 seconds.
              %   cumulative   self              self     total
             time   seconds   seconds    calls  ms/call  ms/call  name
             66.67      2.00     2.00        3   666.67   666.67  work(int, char)
             33.33      3.00     1.00                             main

             %         the percentage of the total running time of the
            """;
    private static final String GRAPH = """

            \t\t     Call graph (explanation follows)

            granularity: each sample hit covers 4 byte(s) for 3.03% of 0.33 seconds

            index % time    self  children    called     name
                                                             <spontaneous>
            [1]    100.0    1.00    4.00                 main [1]
                            1.00    3.00       5/5           run [2]
            -----------------------------------------------
                            1.00    3.00       5/5           main [1]
            [2]     80.0    1.00    3.00       5         run [2]
                            3.00    0.00       6/6           work(int, char) <cycle 1> [3]
            -----------------------------------------------
            [4]     60.0    3.00    0.00       6+2       <cycle 1 as a whole> [4]
                            3.00    0.00       8             work(int, char) <cycle 1> [3]
            -----------------------------------------------
                                               2             work(int, char) <cycle 1> [3]
                            3.00    0.00       6/6           run [2]
            [3]     60.0    3.00    0.00       6+2       work(int, char) <cycle 1> [3]
                                               2             work(int, char) <cycle 1> [3]
            -----------------------------------------------
            """;

    private static TraceStorage read(String text) throws Exception {
        return DamagedFile.read(text.getBytes(StandardCharsets.UTF_8));
    }

    /// Returns the values with their stacks, innermost function first.
    private static String totals(TraceStorage storage) {
        Table samples = storage.table("__intrinsic_aggregate_sample");
        Table sites = storage.table("__intrinsic_stack_profile_callsite");
        Table frames = storage.table("__intrinsic_stack_profile_frame");
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < samples.rowCount(); i++) {
            out.append(Math.round(samples.doubles("value").get(i)));
            for (int site = samples.ints("callsite_id").get(i);
                    site != IntColumn.NULL;
                    site = sites.ints("parent_id").get(site)) {
                int name = frames.strings("name").get(sites.ints("frame_id").get(site));
                out.append(' ').append(storage.strings().get(name));
            }
            out.append(", ");
        }
        return out.toString();
    }

    @Test
    void readsTheCallGraph() throws Exception {
        String expected = "1000000000 main, 1000000000 run main, 3000000000 work(int, char) run main, ";
        assertEquals(expected, totals(read(FLAT + "\f" + GRAPH)));
        assertEquals(expected, totals(read(GRAPH.substring(GRAPH.indexOf("index %")))));
    }

    @Test
    void readsAFlatProfileWithoutACallGraph() throws Exception {
        assertEquals("2000000000 work(int, char), 1000000000 main, ", totals(read(FLAT)));
    }

    @Test
    void recognizesOnlyReports() throws Exception {
        assertEquals("gprof", DamagedFile.type(FLAT.getBytes(StandardCharsets.UTF_8)));
        assertFalse(new GprofImporter().sniff("index of names\n".getBytes(StandardCharsets.UTF_8)));
        DamagedFile.assertSurvives((FLAT + GRAPH).getBytes(StandardCharsets.UTF_8), 37);
    }
}
