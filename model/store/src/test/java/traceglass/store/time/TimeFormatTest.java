package traceglass.store.time;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TimeFormatTest {

    private static String plain(TimeFormat format, long ns) {
        return format.text(5_000 + ns, 5_000).replace('\u2009', ' ');
    }

    @Test
    void writesTheSameTimeInEveryUnit() {
        long ns = 614_037_277;
        assertEquals("00:00:00.614 037 277", plain(TimeFormat.TIMECODE, ns));
        assertEquals("0.614 037 277 s", plain(TimeFormat.SECONDS, ns));
        assertEquals("614.037 277 ms", plain(TimeFormat.MILLISECONDS, ns));
        assertEquals("614 037.277 µs", plain(TimeFormat.MICROSECONDS, ns));
        assertEquals("614 037 277 ns", plain(TimeFormat.NANOSECONDS, ns));
        assertEquals("614042277", plain(TimeFormat.TRACE_NS, ns));
    }

    @Test
    void keepsSignificantZeros() {
        assertEquals("01:02:03.000 000 004", plain(TimeFormat.TIMECODE, 3_723_000_000_004L));
        assertEquals("1.000 004 ms", plain(TimeFormat.MILLISECONDS, 1_000_004));
        assertEquals("0.000 ms".length() + 4, plain(TimeFormat.MILLISECONDS, 0).length());
    }

    @Test
    void writesTimesBeforeTheStartWithASign() {
        assertEquals("−0.500 000 ms", plain(TimeFormat.MILLISECONDS, -500_000));
        assertEquals("−00:00:01.500 000 000", plain(TimeFormat.TIMECODE, -1_500_000_000));
    }

    @Test
    void losesNoNanosecond() {
        Random random = new Random(7);
        for (int i = 0; i < 2_000; i++) {
            long ns = random.nextLong(1L << (1 + random.nextInt(60))) * (random.nextBoolean() ? 1 : -1);
            for (var unit :
                    new Object[][] {{TimeFormat.SECONDS, 9}, {TimeFormat.MILLISECONDS, 6}, {TimeFormat.MICROSECONDS, 3}
                    }) {
                String text = ((TimeFormat) unit[0])
                        .text(ns, 0)
                        .replace("\u2009", "")
                        .replace('−', '-')
                        .replaceAll("[a-zµ ]", "");
                assertEquals(
                        ns,
                        new BigDecimal(text).movePointRight((Integer) unit[1]).longValueExact());
            }
        }
    }

    @Test
    void choosesSecondsForLongTraces() {
        assertEquals(TimeFormat.MILLISECONDS, TimeFormat.forColumnsOf(new TimeSpan(0, 2_000_000_000L)));
        assertEquals(TimeFormat.SECONDS, TimeFormat.forColumnsOf(new TimeSpan(0, 3_600_000_000_000L)));
    }
}
