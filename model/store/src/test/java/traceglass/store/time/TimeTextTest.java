package traceglass.store.time;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class TimeTextTest {

    private static String plain(String text) {
        return text.replace('\u2009', ' ');
    }

    @Test
    void writesDurationsWithFourSignificantDigits() {
        assertEquals("12 ns", plain(TimeText.duration(12)));
        assertEquals("36.90 µs", plain(TimeText.duration(36_900)));
        assertEquals("5.375 ms", plain(TimeText.duration(5_375_203)));
        assertEquals("2 min 0.0 s", plain(TimeText.duration(120_000_000_000L)));
        assertEquals("2 h 5 min", plain(TimeText.duration(7_500_000_000_000L)));
        assertEquals("−1.000 µs", plain(TimeText.duration(-1_000)));
    }

    @Test
    void roundsDurationsLikeStringFormat() {
        java.util.Random random = new java.util.Random(3);
        for (int i = 0; i < 100_000; i++) {
            // Includes halves of the last digit, which rounding modes treat differently.
            long ns = 1_000 + random.nextLong(999_000) / 5 * 5;
            double value = ns / 1e3;
            int decimals = value >= 100 ? 1 : value >= 10 ? 2 : 3;
            assertEquals(
                    String.format(java.util.Locale.ROOT, "%." + decimals + "f µs", value),
                    plain(TimeText.duration(ns)));
        }
    }

    @Test
    void writesDurationsInMillisecondsBriefly() {
        assertEquals("0 ms", TimeText.brief(0));
        assertEquals("250 ms", TimeText.brief(250));
        assertEquals("10 s", TimeText.brief(10_000));
        assertEquals("2.5 s", TimeText.brief(2_500));
        assertEquals("1 min", TimeText.brief(60_000));
        assertEquals("1 min 30 s", TimeText.brief(90_000));
        assertEquals("2 h", TimeText.brief(7_200_000));
        assertEquals("1 h 5 min", TimeText.brief(3_900_000));
    }

    @Test
    void writesExactTimesWithGroupedDigits() {
        assertEquals("614.037 277 ms", plain(TimeText.timestamp(1_614_037_277L, 1_000_000_000L)));
        assertEquals("20.123 456 789 s", plain(TimeText.exact(20_123_456_789L)));
        assertEquals("0 ns", plain(TimeText.exact(0)));
    }

    @Test
    void writesRangesInOneUnit() {
        assertEquals("605.600 – 630.400 ms", plain(TimeText.range(605_600_000, 630_400_000, 0)));
        assertEquals("0.000 – 20.000 s", plain(TimeText.range(0, 20_000_000_000L, 0)));
    }

    @Test
    void roundsTheEndOfARangeLikeItsLength() {
        long length = 2_038_613_240;
        assertEquals("0.000 – 2.039 s", plain(TimeText.range(0, length, 0)));
        assertEquals("2.039 s", plain(TimeText.duration(length)));
        assertEquals("2.039 s", plain(TimeText.tick(length, length / 1000, length)));
        assertEquals("0.000 – 2.000 s", plain(TimeText.range(-400_000, 1_999_800_000, 0)));
    }

    @Test
    void writesTicksWithTheDecimalsTheirStepNeeds() {
        assertEquals("605 ms", plain(TimeText.tick(605_000_000, 5_000_000, 630_000_000)));
        assertEquals("15.205 s", plain(TimeText.tick(15_205_000_000L, 5_000_000, 15_300_000_000L)));
        assertEquals("614.037 28 ms", plain(TimeText.tick(614_037_280, 10, 614_037_400)));
        assertEquals("1:05.500", plain(TimeText.tick(65_500_000_000L, 1_000_000, 66_000_000_000L)));
        assertEquals("1:00:05", plain(TimeText.tick(3_605_000_000_000L, 1_000_000_000L, 3_700_000_000_000L)));
    }

    @Test
    void groupsCounts() {
        assertEquals("11 078", plain(TimeText.count(11_078)));
        assertEquals("−1 000 000", plain(TimeText.count(-1_000_000)));
        assertEquals("7", TimeText.count(7));
    }

    @Test
    void theSmallestNumberHasASingleSign() {
        assertEquals(
                "−9 223 372 036 854 775 808".replace(' ', '\u2009'),
                TimeText.count(Long.MIN_VALUE).replace('\u202f', '\u2009'));
    }
}
