package traceglass.convert.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class JsonBytesTest {

    private final JsonBytes json = new JsonBytes();

    private String drainText() {
        return new String(json.drain(), StandardCharsets.UTF_8);
    }

    @Test
    void writesNumbersOfAllLengths() {
        Random random = new Random(1);
        for (int i = 0; i < 10_000; i++) {
            long value = random.nextLong() >> random.nextInt(64);
            assertEquals(Long.toString(value), number(value));
        }
        for (long value : new long[] {0, 9, 10, 999_999_999, 1_000_000_000, Long.MAX_VALUE, Long.MIN_VALUE}) {
            assertEquals(Long.toString(value), number(value));
        }
    }

    private String number(long value) {
        json.number(value);
        return drainText();
    }

    @Test
    void timesHaveThreeDecimals() {
        json.time(1);
        assertEquals("0.001", drainText());
        json.time(-1);
        assertEquals("-0.001", drainText());
        json.time(-12_345);
        assertEquals("-12.345", drainText());
        json.time(9_000_000_000_000_000_010L);
        assertEquals("9000000000000000.010", drainText());
    }

    @Test
    void stringsAreEscaped() {
        json.text("a\"b\\c\nd é 😀").text("");
        assertEquals("\"a\\\"b\\\\c\\nd é 😀\"\"\"", drainText());
    }
}
