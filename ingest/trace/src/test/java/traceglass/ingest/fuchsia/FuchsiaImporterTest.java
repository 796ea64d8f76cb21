package traceglass.ingest.fuchsia;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import traceglass.ingest.fuzz.DamagedInputs;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class FuchsiaImporterTest {

    private static final long MAGIC = 0x0016547846040010L;

    private final ByteBuffer words = ByteBuffer.allocate(1 << 16).order(ByteOrder.LITTLE_ENDIAN);

    private FuchsiaImporterTest word(long... more) {
        for (long word : more) {
            words.putLong(word);
        }
        return this;
    }

    private static long text(String text) {
        return ByteBuffer.wrap(Arrays.copyOf(text.getBytes(StandardCharsets.UTF_8), 8))
                .order(ByteOrder.LITTLE_ENDIAN)
                .getLong();
    }

    private byte[] bytes() {
        return Arrays.copyOf(words.array(), words.position());
    }

    /// Adds a complete event of thread 7 in process 6 with an inline name.
    private FuchsiaImporterTest complete(long ts, long end) {
        return word(4 | 6 << 4 | 4 << 16 | 0x8004L << 48, ts, 6, 7, text("work"), end);
    }

    private static Table slices(TraceStorage s) {
        return s.table("__intrinsic_slice");
    }

    private static int sliceCount(TraceStorage s) {
        return slices(s).rowCount();
    }

    @Test
    void damagedCopiesYieldTheirValidPart() throws Exception {
        word(MAGIC);
        for (int i = 0; i < 50; i++) {
            complete(i * 100L, i * 100L + 50);
        }
        byte[] bytes = bytes();
        assertTrue(new FuchsiaImporter().sniff(bytes));
        DamagedInputs.check(new FuchsiaImporter(), bytes, FuchsiaImporterTest::sliceCount);
    }

    @Test
    void recognizesRecordsWithoutTheMagicNumber() {
        word(0 | 2 << 4 | 1 << 16 | 4L << 52, text("prov"), 1 | 2 << 4, 1_000_000_000);
        complete(10, 20).complete(20, 30);
        assertTrue(new FuchsiaImporter().sniff(bytes()));
        words.putLong(16, 1 | 1 << 4);
        assertFalse(new FuchsiaImporter().sniff(bytes()), "an initialization record has two words");
    }

    @Test
    void otherFilesAreNotRecognized() {
        assertFalse(new FuchsiaImporter().sniff(new byte[0]));
        assertFalse(new FuchsiaImporter().sniff(new byte[4096]));
        assertFalse(new FuchsiaImporter().sniff("{\"traceEvents\":[]}".getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void readsIdsGeneratedByProvidersWithoutTheirMarkerBit() throws Exception {
        word(MAGIC, 4 | 6 << 4 | 4 << 16 | 0x8004L << 48, 10, 6, 1L << 63 | 1L << 40 | 7, text("work"), 20);
        TraceStorage s = DamagedInputs.read(new FuchsiaImporter(), bytes());
        Table threads = s.table("__intrinsic_thread");
        assertEquals(1L << 40 | 7, threads.longs("tid").get(threads.rowCount() - 1));
    }

    @Test
    void aRecordWithoutASizeEndsTheTrace() throws Exception {
        word(MAGIC);
        complete(10, 20).word(0).complete(30, 40);
        assertEquals(1, sliceCount(DamagedInputs.read(new FuchsiaImporter(), bytes())));
    }

    @Test
    void skipsLargeRecords() throws Exception {
        word(MAGIC, 15 | 5000L << 4);
        for (int i = 1; i < 5000; i++) {
            word(-1);
        }
        complete(10, 20);
        assertEquals(1, sliceCount(DamagedInputs.read(new FuchsiaImporter(), bytes())));
    }
}
