package traceglass.app.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class TimeOffsetTest {

    @Test
    void readsTimesWithSignsAndUnits() {
        assertEquals(OptionalLong.of(-1_500_000), TimeOffset.parse("-1.5ms"));
        assertEquals(OptionalLong.of(-20_000), TimeOffset.parse(" −20 µs "));
        assertEquals(OptionalLong.of(2_000_000_000), TimeOffset.parse("+2s"));
        assertEquals(OptionalLong.of(7), TimeOffset.parse("7 ns"));
        for (String text : List.of("", "5", "1,5ms", "ms", "1.ms", "1e3s", "10000000000000000s")) {
            assertEquals(OptionalLong.empty(), TimeOffset.parse(text), text);
        }
    }

    @Test
    void writesAllDigits() {
        assertEquals("+0 ns", TimeOffset.text(0));
        assertEquals("-999 ns", TimeOffset.text(-999));
        assertEquals("+1 µs", TimeOffset.text(1000));
        assertEquals("-1.5 ms", TimeOffset.text(-1_500_000));
        assertEquals("+90.000000001 s", TimeOffset.text(90_000_000_001L));
        for (long ns : List.of(1L, -123_456_789L, Long.MAX_VALUE, -Long.MAX_VALUE)) {
            assertEquals(OptionalLong.of(ns), TimeOffset.parse(TimeOffset.text(ns)));
        }
    }
}
