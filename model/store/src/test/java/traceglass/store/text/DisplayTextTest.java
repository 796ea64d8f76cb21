package traceglass.store.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class DisplayTextTest {

    @Test
    void groupsDigitsInThrees() {
        assertEquals("0", DisplayText.grouped(0));
        assertEquals("999", DisplayText.grouped(999));
        assertEquals("11\u2009078", DisplayText.grouped(11078));
        assertEquals("−1\u2009234\u2009567", DisplayText.grouped(-1234567));
        assertEquals("−123", DisplayText.grouped(-123));
    }

    @Test
    void usesTheSingularForOne() {
        assertEquals("1 slice", DisplayText.count(1, "slice", "slices"));
        assertEquals("2 slices", DisplayText.count(2, "slice", "slices"));
        assertEquals("0 slices", DisplayText.count(0, "slice", "slices"));
    }

    @Test
    void sizesHaveASuitableUnit() {
        assertEquals("512 B", DisplayText.size(512));
        assertEquals("14.1 MB", DisplayText.size(14_800_000));
        assertEquals("1.0 GB", DisplayText.size((1L << 30) + 1));
        assertEquals("101 MB", DisplayText.size((101L << 20) + (1 << 18)));
        assertEquals("14.1 MB/s", DisplayText.rate(14_800_000.4));
    }

    @Test
    void wholeSizesHaveNoDecimals() {
        assertEquals("0 B", DisplayText.size(0));
        assertEquals("64 MB", DisplayText.size(64 << 20));
        assertEquals("1.5 GB", DisplayText.size(3L << 29));
        assertEquals("1 GB", DisplayText.size(1L << 30));
        assertEquals("2048 TB", DisplayText.size(1L << 51));
    }

    @Test
    void progressUsesTheUnitOfTheTotal() {
        assertEquals("1.5 of 64.0 MB", DisplayText.progress(3 << 19, 64 << 20));
        assertEquals("0.5 of 2.0 GB", DisplayText.progress(1 << 29, 2L << 30));
    }
}
