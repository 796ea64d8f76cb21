package traceglass.ingest.gclog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import traceglass.ingest.fuzz.DamagedFile;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class GoGcImporterTest {

    private static final String LOG = """
        listening on :8080
        gc 1 @0.058s 1%: 0.5+1.9+0.25 ms clock, 2.0+0.94/1.9/2.9+1.0 ms cpu, 4->5->1 MB, 6 MB goal, 4 P
        gc 2 @0.073s 2%: 0+4.8+0.93 ms clock, 0+0.97/4.8/0+3.7 ms cpu, 4->4->2 MB, 5 MB goal, 0 MB stacks, 0 MB globals, 4 P (forced)
        scvg: 0 MB released
        """;

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void readsPhasesAndSizes() throws Exception {
        TraceStorage storage = DamagedFile.read(bytes(LOG));
        Table slices = storage.table("__intrinsic_slice");
        List<String> all = new ArrayList<>();
        for (int i = 0; i < slices.rowCount(); i++) {
            all.add(storage.strings().get(slices.strings("name").get(i)) + " "
                    + slices.longs("ts").get(i) + " "
                    + slices.longs("dur").get(i));
        }
        assertEquals(
                List.of(
                        "GC 58000000 2650000",
                        "Sweep termination 58000000 500000",
                        "Mark 58500000 1900000",
                        "Mark termination 60400000 250000"),
                all.subList(0, 4));
        assertEquals(8, slices.rowCount());
        Table counters = storage.table("__intrinsic_counter");
        assertEquals(8, counters.rowCount());
        assertEquals(4 << 20, counters.doubles("value").get(0));
        Table processes = storage.table("__intrinsic_process");
        assertEquals("Go", storage.strings().get(processes.strings("name").get(1)));
    }

    @Test
    void survivesDamageAndRejectsOtherText() throws Exception {
        DamagedFile.assertSurvives(bytes(LOG), 58);
        assertFalse(new GoGcImporter().sniff(bytes("gc 1 @0.058s and so on\n")));
    }
}
