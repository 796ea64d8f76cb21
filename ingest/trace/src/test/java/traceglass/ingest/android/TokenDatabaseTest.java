package traceglass.ingest.android;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class TokenDatabaseTest {

    private static final int TOKEN = 0x1234;

    private static byte[] database(String text) {
        byte[] end = (text + "\0").getBytes(StandardCharsets.UTF_8);
        ByteBuffer b = ByteBuffer.allocate(24 + end.length).order(ByteOrder.LITTLE_ENDIAN);
        return b.put("TOKENS\0\0".getBytes(StandardCharsets.US_ASCII))
                .putInt(1)
                .putInt(0)
                .putInt(TOKEN)
                .putInt(-1)
                .put(end)
                .array();
    }

    /// Encodes a message with these values: floats as they are, integers as zigzag varints.
    private static byte[] message(Number... values) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(TOKEN)
                .array());
        for (Number v : values) {
            if (v instanceof Float f) {
                out.writeBytes(ByteBuffer.allocate(4)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putFloat(f)
                        .array());
            } else {
                for (long z = v.longValue() << 1 ^ v.longValue() >> 63; ; z >>>= 7) {
                    out.write((int) (z & 0x7f | (z >>> 7 == 0 ? 0 : 0x80)));
                    if (z >>> 7 == 0) {
                        break;
                    }
                }
            }
        }
        return out.toByteArray();
    }

    private static String format(String text, Number... values) {
        TokenDatabase.Message m = TokenDatabase.read(database(text)).decode(message(values));
        return m == null ? null : m.text();
    }

    @Test
    void formatsAsPrintfDoes() {
        assertEquals("a -5 of 7%", format("a %d of %u%%", -5, 7).replace("%%", "%"));
        assertEquals("[   42] [42   ] [00042] [+42]", format("[%5d] [%-5d] [%05d] [%+d]", 42, 42, 42, 42));
        assertEquals("ff FF 0xff 17 c", format("%x %X %#x %o %c", 255, 255, 255, 15, (int) 'c'));
        assertEquals("1.50 2.500000 1e+06", format("%.2f %f %g", 1.5f, 2.5f, 1e6f));
        assertEquals("    7 003", format("%*d %.*d", 5, 7, 3, 3));
    }

    @Test
    void truncatesUnsignedNumbersToTheirWidth() {
        assertEquals("4294967295", format("%u", -1));
        assertEquals("18446744073709551615", format("%llu", -1));
    }

    @Test
    void marksMissingValues() {
        assertEquals("1 and <ERROR>", format("%d and %d", 1));
    }

    @Test
    void reportsUnknownTokens() {
        assertEquals("Token not found", TokenDatabase.EMPTY.decode(message()).text());
    }

    @Test
    void rejectsTruncatedDatabases() {
        byte[] complete = database("text");
        assertNotNull(TokenDatabase.read(complete));
        for (int length = 0; length < complete.length; length++) {
            assertNull(TokenDatabase.read(Arrays.copyOf(complete, length)));
        }
        assertNull(format("%d"));
        assertNull(TokenDatabase.EMPTY.decode(new byte[3]));
    }
}
