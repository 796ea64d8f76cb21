package traceglass.ingest.presentmon;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import traceglass.ingest.fuzz.DamagedFile;
import traceglass.ingest.fuzz.DamagedInputs;
import traceglass.store.table.TraceStorage;

class PresentMonImporterTest {

    private static final String COLUMNS = "Application,ProcessID,SwapChainAddress,%s,FrameTime\n";

    private static byte[] file(String name) throws Exception {
        try (InputStream in = PresentMonImporterTest.class.getResourceAsStream("/cases/presentmon/" + name)) {
            return in.readAllBytes();
        }
    }

    private static boolean sniff(String text) {
        return new PresentMonImporter().sniff(text.getBytes(StandardCharsets.UTF_8));
    }

    private static TraceStorage read(String text) throws Exception {
        return DamagedFile.read(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void recognizesTablesOfFrames() {
        assertTrue(sniff(COLUMNS.formatted("CPUStartTime")));
        assertTrue(sniff("\ufeff//key=value\n" + COLUMNS.formatted("TimeInSeconds")));
        assertFalse(sniff(COLUMNS.formatted("Other")));
        assertFalse(sniff("Application,ProcessID\n"));
        assertFalse(sniff("main;run 3\n"));
        assertFalse(sniff(""));
    }

    /// Tests the times of two frames, 16 ms apart, in the unit of the column.
    @ParameterizedTest
    @CsvSource({
        "CPUStartTime,1.000,1.016,1000000000",
        "CPUStartTime,1000.0,1016.0,1000000000",
        "CPUStartTimeInMs,1000.0,1016.0,1000000000",
        "CPUStartTimeInSeconds,1.000,1.016,1000000000",
        "CPUStartQPC,10000000,10160000,1000000000",
        "CPUStartQPC,24000000,24384000,1000000000",
        "CPUStartQPCTimeInMs,1000.0,1016.0,1000000000"
    })
    void findsTheUnitOfTimes(String column, String first, String second, long ns) throws Exception {
        TraceStorage storage =
                read(COLUMNS.formatted(column) + "a,1,0x1," + first + ",16.0\na,1,0x1," + second + ",16.0\n");
        assertEquals(ns, storage.table("__intrinsic_slice").longs("ts").get(0));
        assertEquals(
                ns + 16_000_000, storage.table("__intrinsic_slice").longs("ts").get(1));
    }

    @Test
    void placesFramesSideBySideAlthoughTheirTimesAreRounded() throws Exception {
        TraceStorage storage = read(COLUMNS.formatted("CPUStartTimeInMs")
                + "a,1,0x1,1000.0,16.3\na,1,0x1,1016.0,16.3\na,1,0x1,1032.5,16.3\n");
        assertEquals(3, storage.table("__intrinsic_slice").rowCount());
        for (int i = 0; i < 3; i++) {
            assertEquals(0, storage.table("__intrinsic_slice").ints("depth").get(i));
            assertEquals(
                    storage.table("__intrinsic_slice").ints("track_id").get(0),
                    storage.table("__intrinsic_slice").ints("track_id").get(i));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"version1.csv", "version2.csv", "dates.csv"})
    void survivesDamage(String name) throws Exception {
        DamagedInputs.check(
                new PresentMonImporter(),
                file(name),
                storage -> storage.table("__intrinsic_slice").rowCount());
        DamagedFile.assertSurvives(file(name), 12);
    }
}
