package traceglass.render.paint;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class NumbersTest {

    @Test
    void valuesAreShortInTheirUnit() {
        assertEquals("1.50 GiB", Numbers.compact(1.5 * (1 << 30), "bytes"));
        assertEquals("1.80 GHz", Numbers.compact(1_800_000, "kHz"));
        assertEquals("808.2 K", Numbers.compact(808_201, ""));
        assertEquals("99", Numbers.compact(99, null));
        assertEquals("0.0075 V", Numbers.compact(.0075, "V"));
        assertEquals("−3", Numbers.compact(-3, ""));
        assertEquals("−2.50", Numbers.compact(-2.5, ""));
    }

    @Test
    void roundNumbersHaveNoZerosAtTheEnd() {
        assertEquals("2.5 GHz", Numbers.round(2_500_000, "kHz"));
        assertEquals("2 GHz", Numbers.round(2_000_000, "kHz"));
        assertEquals("1.85 GHz", Numbers.round(1_850_000, "kHz"));
        assertEquals("300 MHz", Numbers.round(300_000, "kHz"));
        assertEquals("0.5", Numbers.round(.5, ""));
        assertEquals("1.5e-7 s", Numbers.round(1.5e-7, "s"));
        assertEquals("−1.5 GiB/s", Numbers.round(-1.5 * (1 << 30), "bytes/s"));
    }

    @Test
    void whatIsTooLargeOrTooSmallForDigitsHasAPowerOfTen() {
        assertEquals("1e300", Numbers.compact(1e300, ""));
        assertEquals("−2.5e19 B", Numbers.compact(-2.5e19, "B"));
        assertEquals("1.798e308", Numbers.compact(Double.MAX_VALUE, ""));
        assertEquals("1.5e-7 s", Numbers.compact(1.5e-7, "s"));
        assertEquals("0", Numbers.compact(0, ""));
        assertEquals("∞", Numbers.compact(Double.POSITIVE_INFINITY, ""));
        assertEquals("−∞ W", Numbers.compact(Double.NEGATIVE_INFINITY, "W"));
        assertEquals("NaN", Numbers.compact(Double.NaN, ""));
        assertEquals("1e30/s", Numbers.compact(1e30, "/s"));
    }
}
