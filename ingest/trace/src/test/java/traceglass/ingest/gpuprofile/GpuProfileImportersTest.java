package traceglass.ingest.gpuprofile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.fuzz.DamagedFile;
import traceglass.ingest.fuzz.DamagedInputs;
import traceglass.ingest.tracker.stats.ImportedStats;
import traceglass.store.table.TraceStorage;

class GpuProfileImportersTest {

    private static byte[] file(String name) throws Exception {
        try (InputStream in = GpuProfileImportersTest.class.getResourceAsStream("/cases/gpuprofile/" + name)) {
            return in.readAllBytes();
        }
    }

    private static String type(TraceStorage storage) {
        return storage.strings()
                .get(storage.table("__intrinsic_trace_file")
                        .strings("trace_type")
                        .get(0));
    }

    private static int slices(TraceStorage storage) {
        return storage.table("__intrinsic_slice").rowCount();
    }

    @Test
    void recognizesDatabasesByTheirTables() throws Exception {
        assertEquals("nsight", type(DamagedFile.read(file("nsight.sqlite"))));
        assertEquals("rocpd", type(DamagedFile.read(file("rocpd.sqlite"))));
        assertFalse(new NsightImporter().sniff(file("nsight.sqlite")));
    }

    @Test
    void readsCompressedDatabases() throws Exception {
        for (String name : List.of("nsight.sqlite", "rocpd.sqlite")) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
                zip.write(file(name));
            }
            assertEquals(slices(DamagedFile.read(file(name))), slices(DamagedFile.read(out.toByteArray())), name);
        }
    }

    @Test
    void countsRowsThatEndBeforeTheyStart() throws Exception {
        assertEquals(1, ImportedStats.stat(DamagedFile.read(file("nsight.sqlite")), "gpu_profile_invalid_time"));
    }

    @Test
    void countsValuesOfUnknownCountersApartFromInvalidTimes() throws Exception {
        TraceStorage storage = DamagedFile.read(file("rocpd.sqlite"));
        assertEquals(1, ImportedStats.stat(storage, "gpu_profile_counter_skipped"));
        assertEquals(0, ImportedStats.stat(storage, "gpu_profile_invalid_time"));
    }

    @Test
    void recognizesTablesByTheirHeaders() {
        RocprofCsvImporter csv = new RocprofCsvImporter();
        assertTrue(csv.sniff(bytes("\"Domain\",\"Function\",\"Process_Id\",\"Thread_Id\",\"Correlation_Id\","
                + "\"Start_Timestamp\",\"End_Timestamp\"\n")));
        assertTrue(csv.sniff(bytes("Index,KernelName,gpu-id,queue-id\n0,x,1,0\n")));
        assertFalse(csv.sniff(bytes("\"Node_Id\",\"Logical_Node_Id\",\"Agent_Type\"\n")));
        assertFalse(csv.sniff(bytes("Start_Timestamp,End_Timestamp\n1,2\n")));
        assertFalse(csv.sniff(bytes("main;f 1\n")));
    }

    @Test
    void readsTablesWithoutRows() throws Exception {
        TraceStorage storage = DamagedFile.read(bytes("\"Domain\",\"Function\",\"Process_Id\",\"Thread_Id\","
                + "\"Correlation_Id\",\"Start_Timestamp\",\"End_Timestamp\"\n"));
        assertEquals("rocprof_csv", type(storage));
        assertEquals(0, slices(storage));
    }

    @Test
    void keepsTheRecordsBeforeTheEndOfATruncatedFile() throws Exception {
        byte[] json = file("rocprofv3.json");
        DamagedInputs.check(new RocprofJsonImporter(), json, GpuProfileImportersTest::slices);
        TraceStorage truncated = DamagedInputs.read(new RocprofJsonImporter(), Arrays.copyOf(json, json.length - 200));
        assertEquals(1, ImportedStats.stat(truncated, "gpu_profile_truncated"));
        assertTrue(slices(truncated) > 0);
        DamagedInputs.check(new RocprofCsvImporter(), file("kernel_trace.csv"), GpuProfileImportersTest::slices);
        DamagedInputs.checkFlipped(new RocprofCsvImporter(), file("results.csv"));
    }

    @Test
    void survivesDamagedDatabases() throws Exception {
        DamagedFile.assertSurvives(file("nsight.sqlite"), 5);
        DamagedFile.assertSurvives(file("rocpd.sqlite"), 6);
    }

    @Test
    void refusesTextWithoutAHeader() {
        assertThrows(TraceProblem.class, () -> DamagedInputs.read(new RocprofCsvImporter(), bytes("a,b\n1,2\n")));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
