package traceglass.ingest.ctf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.ingest.ImportContext;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.fuzz.DamagedInputs;
import traceglass.ingest.open.TraceFileReader;
import traceglass.ingest.tracker.stats.ImportedStats;
import traceglass.store.table.TraceStorage;

class CtfImportersTest {

    private static final String METADATA = """
        /* CTF 1.8 */
        typealias integer { size = 32; align = 8; } := uint32_t;
        typealias integer { size = 8; align = 8; } := uint8_t;
        trace {
            major = 1; minor = 8; byte_order = %s;
            packet.header := struct { uint32_t magic; };
        };
        clock { name = c; freq = 1000000000; };
        typealias integer { size = 32; align = 8; map = clock.c.value; } := time_t;
        stream {
            packet.context := struct { uint32_t content_size; uint32_t packet_size; };
            event.header := struct { uint8_t id; time_t timestamp; };
        };
        // A type with two dimensions, a name with several words, and a comment.
        typedef uint32_t pair[2];
        event { name = "one"; id = 1; fields := struct { pair values[2]; string text; }; };
        event { name = "two"; id = 2; fields := struct { floating_point { exp_dig = 11; mant_dig = 53; } real; } };
        """;

    @TempDir
    Path folder;

    private final ByteBuffer out = ByteBuffer.allocate(1 << 16);

    private byte[] stream(ByteOrder order, int packets) {
        out.order(order);
        for (int p = 0; p < packets; p++) {
            int start = out.position();
            out.putInt(0xC1FC1FC1).putInt(0).putInt(0);
            for (int i = 0; i < 5; i++) {
                out.put((byte) 1)
                        .putInt(1000 * p + 10 * i)
                        .putInt(1)
                        .putInt(2)
                        .putInt(3)
                        .putInt(4);
                out.put("text\0".getBytes(StandardCharsets.UTF_8));
                out.put((byte) 2).putInt(1000 * p + 10 * i + 5).putDouble(0.5);
            }
            int bits = (out.position() - start) * 8;
            out.putLong(-1);
            out.putInt(start + 4, bits).putInt(start + 8, bits + 64);
        }
        byte[] bytes = new byte[out.position()];
        out.get(0, bytes);
        return bytes;
    }

    /// Importer of a whole trace, one file of which is the input.
    private record WholeTrace(byte[] other, boolean readsMetadata) implements Importer {

        @Override
        public String id() {
            return "ctf";
        }

        @Override
        public String displayName() {
            return "CTF";
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
            byte[] bytes = input.asStream().readAllBytes();
            byte[] metadata = readsMetadata ? bytes : other;
            byte[] stream = readsMetadata ? other : bytes;
            new CtfMetadataImporter().read(named("t/metadata", metadata, input), context);
            new CtfStreamImporter().read(named("t/stream", stream, input), context);
        }

        private static TraceInput named(String name, byte[] bytes, TraceInput original) throws IOException {
            return new TraceInput(name, new ByteArrayInputStream(bytes), original.progress());
        }
    }

    private static byte[] metadata(String order) {
        return METADATA.formatted(order).getBytes(StandardCharsets.UTF_8);
    }

    private static int eventCount(TraceStorage s) {
        return s.table("__intrinsic_ftrace_event").rowCount();
    }

    @Test
    void damagedStreamsYieldTheirValidPart() throws Exception {
        byte[] stream = stream(ByteOrder.LITTLE_ENDIAN, 4);
        assertTrue(new CtfStreamImporter().sniff(stream));
        DamagedInputs.check(new WholeTrace(metadata("le"), false), stream, CtfImportersTest::eventCount);
    }

    @Test
    void damagedMetadataCausesNoFailure() throws Exception {
        byte[] metadata = metadata("be");
        assertTrue(new CtfMetadataImporter().sniff(metadata));
        // The description of one part affects how others are read, so fewer bytes may yield more.
        DamagedInputs.check(
                new WholeTrace(stream(ByteOrder.BIG_ENDIAN, 4), true), metadata, s -> eventCount(s) == 40 ? 1 : 0);
    }

    @Test
    void readsBothByteOrders() throws Exception {
        byte[] little = stream(ByteOrder.LITTLE_ENDIAN, 2);
        TraceStorage s = DamagedInputs.read(new WholeTrace(metadata("le"), false), little);
        assertEquals(20, eventCount(s));
        out.clear();
        byte[] big = stream(ByteOrder.BIG_ENDIAN, 2);
        s = DamagedInputs.read(new WholeTrace(metadata("be"), false), big);
        assertEquals(20, eventCount(s));
        assertEquals(1045, s.table("__intrinsic_ftrace_event").longs("ts").get(19));
    }

    @Test
    void joinsThePacketsOfMetadata() throws Exception {
        byte[] text = metadata("le");
        ByteBuffer packets = ByteBuffer.allocate(1 << 14).order(ByteOrder.LITTLE_ENDIAN);
        for (int offset = 0; offset < text.length; offset += 300) {
            int n = Math.min(300, text.length - offset);
            int start = packets.position();
            packets.putInt(0x75D11D57)
                    .put(new byte[16])
                    .putInt(0)
                    .putInt((37 + n) * 8)
                    .putInt(512 * 8);
            packets.put(new byte[] {0, 0, 0, 1, 8}).put(text, offset, n).position(start + 512);
        }
        byte[] bytes = new byte[packets.position()];
        packets.get(0, bytes);
        assertTrue(new CtfMetadataImporter().sniff(bytes));
        TraceStorage s = DamagedInputs.read(new WholeTrace(stream(ByteOrder.LITTLE_ENDIAN, 1), true), bytes);
        assertEquals(10, eventCount(s));
    }

    @Test
    void readsTheTracesInAFolder() throws Exception {
        // The times of traces without a common clock can't be related.
        byte[] metadata = new String(metadata("le"), StandardCharsets.UTF_8)
                .replace("name = c;", "name = c; offset_s = 1700000000;")
                .getBytes(StandardCharsets.UTF_8);
        for (String name : List.of("kernel", "ust/uid/1000/64-bit", "ust/uid/1000/64-bit/index")) {
            Files.createDirectories(folder.resolve(name));
        }
        Files.write(folder.resolve("kernel/metadata"), metadata);
        Files.write(folder.resolve("kernel/channel_0"), stream(ByteOrder.LITTLE_ENDIAN, 1));
        Files.write(folder.resolve("ust/uid/1000/64-bit/metadata"), metadata);
        Files.write(folder.resolve("ust/uid/1000/64-bit/channel_0"), stream(ByteOrder.LITTLE_ENDIAN, 1));
        Files.write(folder.resolve("ust/uid/1000/64-bit/index/channel_0.idx"), new byte[] {1, 2, 3});
        Files.writeString(folder.resolve("kernel/notes.txt"), "not a stream");
        assertEquals(4, new CtfMetadataImporter().traceFiles(folder).size());
        TraceStorage s = new TraceStorage();
        TraceFileReader.readAll(folder, s, new ImportProgress());
        // The second stream also has the packets of the first call.
        assertEquals(30, eventCount(s));
        assertEquals(
                List.of(), new CtfMetadataImporter().traceFiles(Files.createDirectory(folder.resolve("kernel/other"))));
        TraceProblem noFolder = assertThrows(
                TraceProblem.class,
                () -> TraceFileReader.readAll(
                        folder.resolve("kernel/metadata"), new TraceStorage(), new ImportProgress()));
        assertTrue(noFolder.getMessage().endsWith("open the folder"), noFolder.getMessage());
    }

    @Test
    void reportsAFolderWithoutStreams() throws Exception {
        Files.write(folder.resolve("metadata"), metadata("le"));
        TraceStorage s = new TraceStorage();
        TraceFileReader.readAll(folder, s, new ImportProgress());
        assertEquals(1, ImportedStats.stat(s, "ctf_no_streams"));
        Files.write(folder.resolve("channel_0"), stream(ByteOrder.LITTLE_ENDIAN, 1));
        TraceStorage complete = new TraceStorage();
        TraceFileReader.readAll(folder, complete, new ImportProgress());
        assertEquals(0, ImportedStats.stat(complete, "ctf_no_streams"));
    }

    @Test
    void aStreamWithoutMetadataIsRefused() {
        TraceProblem problem = assertThrows(
                TraceProblem.class,
                () -> DamagedInputs.read(new CtfStreamImporter(), stream(ByteOrder.LITTLE_ENDIAN, 1)));
        assertTrue(problem.getMessage().contains("without its metadata"), problem.getMessage());
    }

    @Test
    void filesOfOtherFormatsAreNotRecognized() {
        byte[] json = "{\"type\":\"FeatureCollection\",\"version\":2}".getBytes(StandardCharsets.UTF_8);
        assertFalse(new CtfMetadataImporter().sniff(json));
        assertFalse(new CtfStreamImporter().sniff(json));
        assertFalse(new CtfIndexImporter().sniff(new byte[0]));
        assertFalse(new CtfMetadataImporter().sniff(new byte[0]));
    }

    @Test
    void skipsTypesThatAreNestedTooDeeply() throws Exception {
        String deep = "typealias " + "struct { ".repeat(20_000) + "} x; ".repeat(20_000) + ";\n";
        byte[] metadata =
                METADATA.formatted("le").replace("trace {", deep + "trace {").getBytes(StandardCharsets.UTF_8);
        TraceStorage s = DamagedInputs.read(new WholeTrace(metadata, false), stream(ByteOrder.LITTLE_ENDIAN, 1));
        assertEquals(10, eventCount(s));
    }

    /// The size of the stream does not limit the number of such elements.
    @Test
    void arraysOfEmptyElementsEndEarly() {
        byte[] metadata = METADATA.formatted("le")
                .replace("pair values[2]", "struct { } values[1000000][1000000]")
                .getBytes(StandardCharsets.UTF_8);
        TraceStorage s = assertTimeoutPreemptively(
                Duration.ofSeconds(20),
                () -> DamagedInputs.read(new WholeTrace(metadata, false), stream(ByteOrder.LITTLE_ENDIAN, 2)));
        assertEquals(0, eventCount(s));
        assertTrue(ImportedStats.stat(s, "ctf_packet_error") > 0);
    }
}
