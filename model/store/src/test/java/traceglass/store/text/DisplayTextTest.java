package traceglass.store.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class DisplayTextTest {

    @Test
    void groupsDigitsInThrees() {
        assertEquals("0", DisplayText.grouped(0));
        assertEquals("999", DisplayText.grouped(999));
        assertEquals("11\u2009078", DisplayText.grouped(11078));
        assertEquals("-1\u2009234\u2009567", DisplayText.grouped(-1234567));
        assertEquals("-123", DisplayText.grouped(-123));
    }

    @Test
    void usesTheSingularForOne() {
        assertEquals("1 slice", DisplayText.count(1, "slice", "slices"));
        assertEquals("2 slices", DisplayText.count(2, "slice", "slices"));
        assertEquals("0 slices", DisplayText.count(0, "slice", "slices"));
    }

    @Test
    void sizesHaveASuitableUnit() {
        assertEquals("512\u2009B", DisplayText.size(512));
        assertEquals("14.1\u2009MB", DisplayText.size(14_800_000));
        assertEquals("1.0\u2009GB", DisplayText.size(1L << 30));
    }
}
