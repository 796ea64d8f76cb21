package traceglass.app.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;
import traceglass.store.time.TimeSpan;

class TimeRangeTest {

    @ParameterizedTest
    @CsvSource({
        "605.6ms..630.4ms,605600000,630400000",
        "605.6..630.4ms,605600000,630400000",
        "1..2,1000000000,2000000000",
        "0..500us,0,500000",
        "10ns..20ns,10,20",
        "1s..1min,1000000000,60000000000",
        "0.000000001s..1s,1,1000000000"
    })
    void timesAreRelativeToTheStartOfTheTrace(String text, long start, long end) {
        TimeRange range = TimeRange.parse(text);
        assertEquals(new TimeSpan(7_000 + start, 7_000 + end), range.in(new TimeSpan(7_000, Long.MAX_VALUE)));
    }

    @Test
    void timesWithAnAtSignAreTimestamps() {
        assertEquals(
                new TimeSpan(157479470420807L, 157479480420807L),
                TimeRange.parse("@157479470420807..@157479480420807").in(new TimeSpan(5, 6)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "5",
                "1s",
                "2s..1s",
                "1s..1s",
                "a..b",
                "1h..2h",
                "@1..2",
                "1...2",
                "99999999999999s..999999999999999999s"
            })
    void invalidRangesAreRejected(String text) {
        assertThrows(TypeConversionException.class, () -> TimeRange.parse(text));
    }
}
