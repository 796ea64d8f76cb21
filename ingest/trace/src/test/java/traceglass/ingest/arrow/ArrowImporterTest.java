package traceglass.ingest.arrow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.fuzz.DamagedInputs;
import traceglass.store.table.TraceStorage;

class ArrowImporterTest {

    private static byte[] slices() throws IOException {
        String path = "/cases/arrow/export.zip/__intrinsic_slice.arrow.hex";
        try (InputStream in = ArrowImporterTest.class.getResourceAsStream(path)) {
            String hex = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return HexFormat.of()
                    .parseHex(hex.lines().filter(l -> !l.startsWith("#")).collect(Collectors.joining()));
        }
    }

    /// Importer that gives the file a name.
    private record NamedFileImporter(String name) implements Importer {

        @Override
        public String id() {
            return "arrow";
        }

        @Override
        public String displayName() {
            return "Arrow";
        }

        @Override
        public int priority() {
            return 0;
        }

        @Override
        public boolean sniff(byte[] head) {
            return true;
        }

        @Override
        public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
            InputStream in = new ByteArrayInputStream(input.asStream().readAllBytes());
            new ArrowImporter().read(new TraceInput(name, in, input.progress()), context);
        }
    }

    private static int sliceCount(TraceStorage s) {
        return s.table("__intrinsic_slice").rowCount();
    }

    @Test
    void damagedTablesCauseNoFailure() throws Exception {
        assertTrue(new ArrowImporter().sniff(slices()));
        DamagedInputs.check(
                new NamedFileImporter("t/__intrinsic_slice.arrow"), slices(), ArrowImporterTest::sliceCount);
    }

    /// Replaces each number in turn with a large negative one; some of these numbers are positions of strings.
    @Test
    void stringsThatStartBeforeTheirBufferAreRejected() throws Exception {
        byte[] slices = slices();
        for (int offset = 0; offset + Integer.BYTES <= slices.length; offset += Integer.BYTES) {
            byte[] damaged = slices.clone();
            ByteBuffer.wrap(damaged).order(ByteOrder.LITTLE_ENDIAN).putInt(offset, Integer.MIN_VALUE + 100_000);
            try {
                DamagedInputs.read(new NamedFileImporter("__intrinsic_slice.arrow"), damaged);
            } catch (TraceProblem e) {
                assertFalse(e.getMessage().isEmpty());
            }
        }
    }

    @Test
    void onlyTablesOfTracesAreRead() throws Exception {
        assertThrows(TraceProblem.class, () -> DamagedInputs.read(new NamedFileImporter("weather.arrow"), slices()));
        assertEquals(0, sliceCount(DamagedInputs.read(new NamedFileImporter("__intrinsic_stats.arrow"), slices())));
        assertFalse(new ArrowImporter().sniff("ARROW".getBytes(StandardCharsets.US_ASCII)));
    }
}
