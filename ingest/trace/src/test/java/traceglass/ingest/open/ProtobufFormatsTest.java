package traceglass.ingest.open;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import traceglass.ingest.CaseBytes;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;

/// Tests that files that begin like a protobuf message are recognized like all others, but without trying all
/// importers.
class ProtobufFormatsTest {

    /// A packet with a timestamp, and several empty ones.
    private static final byte[] PACKETS = HexFormat.of().parseHex("0a0240010a000a000a00");

    private final List<Importer> all = Importers.builtIn().all();

    /// Returns the importer that is found by trying all of them.
    private String expected(byte[] head) {
        return all.stream()
                .filter(i -> !i.isText() && i.sniff(head))
                .map(Importer::id)
                .findFirst()
                .orElse("none");
    }

    private static String found(byte[] head) {
        Importer importer = Importers.builtIn().of(head);
        return importer == null ? "none" : importer.id();
    }

    private static byte[] joined(byte[] first, byte[] other) {
        byte[] both = Arrays.copyOf(first, first.length + other.length);
        System.arraycopy(other, 0, both, first.length, other.length);
        return Arrays.copyOf(both, Math.min(both.length, TraceInput.MAX_HEAD_BYTES));
    }

    /// Returns the first bytes of the traces of all cases, unchanged and modified to begin with a message.
    private static List<byte[]> heads() throws Exception {
        Path cases = Path.of(
                ProtobufFormatsTest.class.getResource("/cases/README.md").toURI());
        List<Path> files;
        try (Stream<Path> walk = Files.walk(cases.getParent())) {
            files = walk.filter(f -> Files.isRegularFile(f) && !f.toString().matches(".*\\.(sql|out|md)"))
                    .toList();
        }
        List<byte[]> heads = new ArrayList<>();
        for (Path file : files) {
            byte[] complete = CaseBytes.of(file);
            byte[] head = Arrays.copyOf(complete, Math.min(complete.length, TraceInput.MAX_HEAD_BYTES));
            heads.add(head);
            heads.add(joined(PACKETS, head));
            heads.add(joined(new byte[] {'\n'}, head));
            if (head.length > 3) {
                byte[] changed = head.clone();
                changed[0] = '\n';
                heads.add(changed);
                byte[] binary = changed.clone();
                binary[3] = 1;
                heads.add(binary);
            }
        }
        return heads;
    }

    @Test
    void findsTheSameImporterAsTryingAll() throws Exception {
        int messages = 0;
        for (byte[] head : heads()) {
            if (ProtobufFormats.mayBeMessage(head)) {
                messages++;
                assertEquals(
                        expected(head),
                        found(head),
                        () -> HexFormat.of().formatHex(head, 0, Math.min(head.length, 64)));
            }
        }
        assertTrue(messages > 400, messages + " messages");
    }

    @Test
    void recognizesEachOfItsFormats() {
        byte[] text = "# tracer: nop".getBytes(StandardCharsets.US_ASCII);
        List<byte[]> heads = List.of(
                joined(PACKETS, joined(new byte[8], text)),
                HexFormat.of().parseHex("0a08ea03050a03696431"),
                HexFormat.of().parseHex("0a0c0801120a2f6465766963653a3041"),
                HexFormat.of().parseHex("0a0d0a0b0a090a036b657912020a00"),
                HexFormat.of().parseHex("0a080a06080110601801"),
                HexFormat.of().parseHex("0a04080110021204080110011204080110011204080110013200"),
                PACKETS);
        List<String> formats = List.of("systrace", "symbols", "xplane", "otlp_proto", "quipper", "pprof", "proto");
        assertEquals(formats, ProtobufFormats.ALL.stream().map(Importer::id).toList());
        for (int i = 0; i < heads.size(); i++) {
            assertTrue(ProtobufFormats.mayBeMessage(heads.get(i)), formats.get(i));
            assertEquals(formats.get(i), found(heads.get(i)));
            assertEquals(formats.get(i), expected(heads.get(i)));
        }
    }

    @Test
    void triesImportersInOrder() {
        List<Class<?>> order = new ArrayList<>();
        ProtobufFormats.ALL.forEach(i -> order.add(i.getClass()));
        List<Class<?>> inOrder = new ArrayList<>();
        all.forEach(i -> inOrder.add(i.getClass()));
        inOrder.retainAll(order);
        assertEquals(inOrder, order);
    }

    @Test
    void textIsNotAMessage() {
        byte[] binary = new byte[64];
        for (String text : List.of("\n{\"traceEvents\":[]}", "\n<?xml version", "\n\n# tracer: nop", "main;f 1\n")) {
            assertFalse(ProtobufFormats.mayBeMessage(text.getBytes(StandardCharsets.UTF_8)), text);
            assertFalse(ProtobufFormats.mayBeMessage(joined(text.getBytes(StandardCharsets.UTF_8), binary)), text);
        }
        assertFalse(ProtobufFormats.mayBeMessage(new byte[0]));
        assertTrue(ProtobufFormats.mayBeMessage(PACKETS));
    }
}
