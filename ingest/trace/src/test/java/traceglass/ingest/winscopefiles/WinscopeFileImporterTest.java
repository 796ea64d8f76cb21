package traceglass.ingest.winscopefiles;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.fuzz.DamagedInputs;
import traceglass.ingest.proto.ProtoBytes;
import traceglass.ingest.tracker.stats.ImportedStats;
import traceglass.store.table.TraceStorage;

/// Tests with transaction files; the cases in `winscopefiles` cover the other kinds of files.
class WinscopeFileImporterTest {

    private static final int ENTRIES = 40;

    private static byte[] file(String magic) {
        ProtoBytes out = new ProtoBytes().raw(new byte[] {0x09}, 0, 1).raw(ascii(magic), 0, 8);
        for (int i = 1; i <= ENTRIES; i++) {
            byte[] added =
                    new ProtoBytes().number(1, i).bytes(2, ascii("layer " + i)).toBytes();
            out.bytes(
                    2,
                    new ProtoBytes()
                            .number(1, 1000L * i)
                            .number(2, i)
                            .bytes(4, added)
                            .toBytes());
        }
        byte[] offset = ByteBuffer.allocate(9)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put((byte) 0x19)
                .putLong(1_700_000_000_000_000_000L)
                .array();
        return out.raw(offset, 0, offset.length).toBytes();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static TraceStorage read(byte[] bytes) throws Exception {
        return DamagedInputs.read(new WinscopeFileImporter(), bytes);
    }

    private static int entries(TraceStorage s) {
        return s.table("__intrinsic_surfaceflinger_transactions").rowCount();
    }

    @Test
    void recognizesMagicNumbers() {
        WinscopeFileImporter importer = new WinscopeFileImporter();
        assertTrue(importer.sniff(file("TNXTRACE")));
        assertTrue(importer.sniff(file("LYRTRACE")));
        assertFalse(importer.sniff(file("XYZTRACE")));
        assertFalse(importer.sniff(Arrays.copyOf(file("TNXTRACE"), 8)));
    }

    @Test
    void readsEntriesAtTheirTimes() throws Exception {
        TraceStorage s = read(file("TNXTRACE"));
        assertEquals(ENTRIES, entries(s));
        assertEquals(
                2000,
                s.table("__intrinsic_surfaceflinger_transactions").longs("ts").get(1));
        assertEquals(0, ImportedStats.stat(s, "winscope_file_truncated"));
    }

    @Test
    void keepsTheEntriesBeforeATruncation() throws Exception {
        byte[] bytes = file("TNXTRACE");
        TraceStorage s = read(Arrays.copyOf(bytes, bytes.length - 12));
        assertEquals(ENTRIES - 1, entries(s));
        assertEquals(1, ImportedStats.stat(s, "winscope_file_truncated"));
    }

    @Test
    void reportsWhyAKindOfFileCannotBeRead() {
        TraceProblem problem = assertThrows(TraceProblem.class, () -> read(file("PROTOLOG")));
        assertTrue(problem.getMessage().contains("without their format strings"), problem.getMessage());
    }

    @Test
    void readsAFileWithoutEntries() throws Exception {
        assertEquals(0, entries(read(Arrays.copyOf(file("TNXTRACE"), 9))));
    }

    @Test
    void survivesDamage() throws Exception {
        DamagedInputs.check(new WinscopeFileImporter(), file("TNXTRACE"), WinscopeFileImporterTest::entries);
    }
}
