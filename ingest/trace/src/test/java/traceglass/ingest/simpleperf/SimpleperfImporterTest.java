package traceglass.ingest.simpleperf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Message;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.ImportSession;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.protos.foreign.simpleperf.Record;
import traceglass.protos.foreign.simpleperf.Sample;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class SimpleperfImporterTest {

    private final ByteArrayOutputStream file = new ByteArrayOutputStream();

    SimpleperfImporterTest() {
        file.writeBytes("SIMPLEPERF".getBytes(StandardCharsets.US_ASCII));
        file.writeBytes(new byte[] {1, 0});
    }

    private SimpleperfImporterTest record(Message.Builder record) {
        byte[] bytes = record.build().toByteArray();
        file.writeBytes(ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(bytes.length)
                .array());
        file.writeBytes(bytes);
        return this;
    }

    private SimpleperfImporterTest whole() {
        Record.Builder sample = Record.newBuilder();
        Sample.Builder s = sample.getSampleBuilder().setTime(500).setThreadId(7);
        s.addCallchainBuilder().setFileId(1).setSymbolId(0).setVaddrInFile(16);
        s.addCallchainBuilder().setFileId(1).setSymbolId(1).setVaddrInFile(32);
        record(sample);
        Record.Builder thread = Record.newBuilder();
        thread.getThreadBuilder().setThreadId(7).setProcessId(6).setThreadName("worker");
        record(thread);
        Record.Builder code = Record.newBuilder();
        code.getFileBuilder().setId(1).setPath("/lib/a.so").addSymbol("leaf").addSymbol("root");
        record(code);
        Record.Builder lost = Record.newBuilder();
        lost.getSampleBuilder()
                .setTime(600)
                .setThreadId(7)
                .addCallchainBuilder()
                .setFileId(9);
        return record(lost);
    }

    private static TraceStorage read(byte[] bytes) throws Exception {
        TraceStorage storage = new TraceStorage();
        ImportSession session = new ImportSession(storage, new ImportProgress());
        new SimpleperfImporter()
                .read(
                        new TraceInput("test", new ByteArrayInputStream(bytes), session.progress()),
                        session.context(0, 0));
        session.finish();
        return storage;
    }

    @Test
    void addsCallSitesOfSamplesWhoseFilesComeLater() throws Exception {
        byte[] bytes = whole().file.toByteArray();
        assertTrue(new SimpleperfImporter().sniff(bytes));
        TraceStorage s = read(bytes);
        Table samples = s.table("__intrinsic_profiler_sample");
        assertEquals(1, samples.rowCount());
        assertEquals(500, samples.longs("ts").get(0));
        Table sites = s.table("__intrinsic_stack_profile_callsite");
        Table frames = s.table("__intrinsic_stack_profile_frame");
        int leaf = samples.ints("callsite_id").get(0);
        assertEquals(
                "leaf",
                s.strings()
                        .get(frames.strings("name").get(sites.ints("frame_id").get(leaf))));
        assertEquals(
                "root",
                s.strings()
                        .get(frames.strings("name")
                                .get(sites.ints("frame_id")
                                        .get(sites.ints("parent_id").get(leaf)))));
        Table stats = s.table("__intrinsic_stats");
        long missing = 0;
        for (int row = 0; row < stats.rowCount(); row++) {
            missing += "simpleperf_missing_file_mapping"
                            .equals(s.strings().get(stats.strings("name").get(row)))
                    ? stats.longs("value").get(row)
                    : 0;
        }
        assertEquals(1, missing);
    }

    @Test
    void rejectsUnknownVersions() {
        byte[] bytes = whole().file.toByteArray();
        bytes[10] = 2;
        assertTrue(
                assertThrows(TraceProblem.class, () -> read(bytes)).getMessage().contains("version"));
    }

    @Test
    void readsTheIntactPartsOfDamagedFiles() throws Exception {
        byte[] bytes = whole().file.toByteArray();
        Random random = new Random(4);
        for (int round = 0; round < 400; round++) {
            byte[] bad = Arrays.copyOf(bytes, 12 + random.nextInt(bytes.length - 11));
            for (int i = random.nextInt(4); i > 0 && bad.length > 12; i--) {
                bad[12 + random.nextInt(bad.length - 12)] = (byte) random.nextInt();
            }
            read(bad);
        }
    }
}
