package traceglass.store.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class NumberTextTest {

    @Test
    void valuesAreShortInTheirUnit() {
        assertEquals("1.50 GB", NumberText.compact(1.5 * (1 << 30), "bytes"));
        assertEquals("1.80 GHz", NumberText.compact(1_800_000, "kHz"));
        assertEquals("808.2 K", NumberText.compact(808_201, ""));
        assertEquals("99", NumberText.compact(99, null));
        assertEquals("0.0075 V", NumberText.compact(.0075, "V"));
        assertEquals("75%", NumberText.compact(75, "%"));
        assertEquals("−3", NumberText.compact(-3, ""));
        assertEquals("−2.50", NumberText.compact(-2.5, ""));
    }

    @Test
    void roundNumbersHaveNoTrailingZeros() {
        assertEquals("2.5 GHz", NumberText.round(2_500_000, "kHz"));
        assertEquals("2 GHz", NumberText.round(2_000_000, "kHz"));
        assertEquals("1.85 GHz", NumberText.round(1_850_000, "kHz"));
        assertEquals("300 MHz", NumberText.round(300_000, "kHz"));
        assertEquals("0.5", NumberText.round(.5, ""));
        assertEquals("1.5e-7 s", NumberText.round(1.5e-7, "s"));
        assertEquals("−1.5 GB/s", NumberText.round(-1.5 * (1 << 30), "bytes/s"));
    }

    @Test
    void veryLargeAndVerySmallValuesHaveAPowerOfTen() {
        assertEquals("1e300", NumberText.compact(1e300, ""));
        assertEquals("−2.5e19 B", NumberText.compact(-2.5e19, "B"));
        assertEquals("1.798e308", NumberText.compact(Double.MAX_VALUE, ""));
        assertEquals("1.5e-7 s", NumberText.compact(1.5e-7, "s"));
        assertEquals("0", NumberText.compact(0, ""));
        assertEquals("∞", NumberText.compact(Double.POSITIVE_INFINITY, ""));
        assertEquals("−∞ W", NumberText.compact(Double.NEGATIVE_INFINITY, "W"));
        assertEquals("NaN", NumberText.compact(Double.NaN, ""));
        assertEquals("1e30/s", NumberText.compact(1e30, "/s"));
    }
}
