package traceglass.ingest.ctf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.EOFException;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class CtfDecoderTest {

    private static final CtfType.Int BYTE = new CtfType.Int(8, 8, false, false, null, false, List.of());

    private static CtfType.Struct struct(String name, CtfType type) {
        return new CtfType.Struct(List.of(name), List.of(name), List.of(type), 8);
    }

    private static CtfType.Struct nested(int levels) {
        CtfType.Struct type = struct("leaf", BYTE);
        for (int i = 1; i < levels; i++) {
            type = struct("inner", type);
        }
        return type;
    }

    private static Object leaf(StructValue value) {
        Object inner = value.values[0];
        return inner instanceof StructValue s ? leaf(s) : inner;
    }

    @Test
    void limitsTheDepthOfTypes() throws IOException {
        Decoder decoder = new Decoder();
        decoder.setInput(new BitInput(new byte[] {7}, 8));
        assertEquals(7L, leaf(decoder.scope(Decoder.EVENT_FIELDS, nested(64), null)));
        decoder.setInput(new BitInput(new byte[] {7}, 8));
        assertThrows(IOException.class, () -> decoder.scope(Decoder.EVENT_FIELDS, nested(65), null));
    }

    @Test
    void decodesTheNextPacketAfterManyThatAreTruncated() throws IOException {
        Decoder decoder = new Decoder();
        for (int i = 0; i < 100; i++) {
            decoder.setInput(new BitInput(new byte[0], 0));
            assertThrows(EOFException.class, () -> decoder.scope(Decoder.EVENT_FIELDS, nested(3), null));
        }
        decoder.setInput(new BitInput(new byte[] {9}, 8));
        assertEquals(9L, leaf(decoder.scope(Decoder.EVENT_FIELDS, nested(64), null)));
    }
}
