package traceglass.ingest.proto;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ProtoCursorTest {

    private record Field(int number, int wire, long value, byte[] bytes) {}

    private static List<Field> randomFields(Random random) {
        List<Field> fields = new ArrayList<>();
        for (int i = random.nextInt(12); i > 0; i--) {
            int number = 1 + (random.nextBoolean() ? random.nextInt(30) : random.nextInt(0x1FFF_FFFF));
            long value = random.nextLong() >> random.nextInt(64);
            byte[] bytes = new byte[random.nextInt(300)];
            random.nextBytes(bytes);
            int wire = new int[] {ProtoCursor.VARINT, ProtoCursor.FIXED64, ProtoCursor.BYTES, ProtoCursor.FIXED32}
                    [random.nextInt(4)];
            fields.add(new Field(number, wire, value, bytes));
        }
        return fields;
    }

    private static byte[] encode(List<Field> fields) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CodedOutputStream out = CodedOutputStream.newInstance(bytes);
        for (Field f : fields) {
            switch (f.wire) {
                case ProtoCursor.VARINT -> out.writeUInt64(f.number, f.value);
                case ProtoCursor.FIXED64 -> out.writeFixed64(f.number, f.value);
                case ProtoCursor.FIXED32 -> out.writeFixed32(f.number, (int) f.value);
                default -> out.writeByteArray(f.number, f.bytes);
            }
        }
        out.flush();
        return bytes.toByteArray();
    }

    @Test
    void readsTheOutputOfProtobuf() throws IOException {
        Random random = new Random(1);
        for (int i = 0; i < 2000; i++) {
            List<Field> fields = randomFields(random);
            byte[] message = encode(fields);
            // The message is inside a larger array, as for packets.
            byte[] buffer = new byte[message.length + 20];
            random.nextBytes(buffer);
            System.arraycopy(message, 0, buffer, 7, message.length);
            ProtoCursor c = new ProtoCursor().enter(buffer, 7, message.length);
            for (Field f : fields) {
                assertTrue(c.next());
                assertEquals(f.number, c.field());
                assertEquals(f.wire, c.wire());
                switch (f.wire) {
                    case ProtoCursor.BYTES -> assertTrue(Arrays.equals(f.bytes, c.asBytes()));
                    case ProtoCursor.FIXED32 -> assertEquals((int) f.value, c.asInt());
                    default -> assertEquals(f.value, c.asLong());
                }
            }
            assertFalse(c.next());
            assertFalse(c.isDamaged());
        }
    }

    @Test
    void keepsTheWholeFieldsOfAMessageThatIsTruncatedAnywhere() throws IOException {
        Random random = new Random(2);
        for (int i = 0; i < 200; i++) {
            byte[] message = encode(randomFields(random));
            int whole = count(message, message.length);
            int before = 0;
            for (int end = 0; end <= message.length; end++) {
                int n = count(message, end);
                assertTrue(n >= before && n <= whole);
                before = n;
            }
            assertEquals(whole, before);
        }
    }

    private static int count(byte[] message, int end) {
        ProtoCursor c = new ProtoCursor().enter(message, 0, end);
        int n = 0;
        while (c.next()) {
            assertTrue(c.wire() != ProtoCursor.BYTES || c.offset() + c.length() <= end);
            n++;
        }
        return n;
    }

    @Test
    void acceptsAnyBytesWithoutAnException() {
        Random random = new Random(3);
        ProtoCursor child = new ProtoCursor();
        PackedCursor packed = new PackedCursor();
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = new byte[random.nextInt(60)];
            random.nextBytes(bytes);
            ProtoCursor c = new ProtoCursor().enter(bytes, 0, bytes.length);
            while (c.next()) {
                assertTrue(c.field() > 0);
                c.asString();
                for (child.enter(c); child.next(); ) {
                    child.asSigned();
                }
                packed.enter(c);
                while (packed.nextVarint()) {
                    packed.asLong();
                }
            }
        }
    }

    @Test
    void rejectsInvalidFields() {
        assertTrue(isDamaged(0x00, 0x01), "field number 0");
        assertTrue(isDamaged(0x0B), "a group");
        assertTrue(isDamaged(0x0A, 0xff, 0xff, 0xff, 0xff, 0x0f), "a length of 4 GB");
        assertTrue(isDamaged(0x0A, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01), "a negative length");
        assertTrue(isDamaged(0x08, 0x80), "a varint without end");
        assertTrue(
                isDamaged(0x08, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01),
                "a varint of eleven bytes");
        assertTrue(isDamaged(0x0D, 1, 2, 3), "a fixed32 of three bytes");
    }

    private static boolean isDamaged(int... values) {
        byte[] b = new byte[values.length];
        for (int i = 0; i < b.length; i++) {
            b[i] = (byte) values[i];
        }
        ProtoCursor c = new ProtoCursor().enter(b, 0, b.length);
        return !c.next() && c.isDamaged();
    }

    @Test
    void readsPackedFieldsAndSingleNumbers() throws IOException {
        byte[] packed = {0x0A, 0x03, 0x01, (byte) 0x80, 0x01};
        ProtoCursor c = new ProtoCursor().enter(packed, 0, packed.length);
        assertTrue(c.next());
        PackedCursor p = new PackedCursor().enter(c);
        assertTrue(p.nextVarint());
        assertEquals(1, p.asLong());
        assertTrue(p.nextVarint());
        assertEquals(128, p.asLong());
        assertFalse(p.nextVarint());
        assertFalse(p.isDamaged());
        for (long value : new long[] {0, 1, 127, 128, Long.MAX_VALUE, -1}) {
            byte[] encoded = encode(List.of(new Field(1, ProtoCursor.VARINT, value, new byte[0])));
            c.enter(encoded, 0, encoded.length).next();
            p.enter(c);
            assertTrue(p.nextVarint());
            assertEquals(value, p.asLong());
            assertFalse(p.nextVarint());
        }
    }
}
