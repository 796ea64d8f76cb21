package traceglass.ingest.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.DateTimeException;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UtcOffsetsTest {

    private static final DateTimeFormatter TIME = new DateTimeFormatterBuilder()
            .appendPattern("HH:mm")
            .append(UtcOffsets.OPTIONAL)
            .toFormatter(Locale.ROOT);

    private static TemporalAccessor parsed(String text) {
        return TIME.parseBest(text, OffsetTime::from, LocalTime::from);
    }

    @ParameterizedTest
    @CsvSource({
        "10:30Z,10:30Z",
        "10:30+01:00,10:30+01:00",
        "10:30+0100,10:30+01:00",
        "10:30-0330,10:30-03:30",
        "10:30+01,10:30+01:00"
    })
    void offsetsHaveThreeForms(String text, OffsetTime time) {
        assertEquals(time, parsed(text));
    }

    @Test
    void timesMayHaveNoOffset() {
        assertEquals(LocalTime.of(10, 30), parsed("10:30"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"10:30+", "10:30+1", "10:30+01:0", "10:30 Z", "10:30UTC"})
    void otherTextIsNotAnOffset(String text) {
        assertThrows(DateTimeException.class, () -> parsed(text));
    }
}
