package traceglass.store.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class TextsTest {

    @Test
    void groupsDigitsInThrees() {
        assertEquals("0", Texts.grouped(0));
        assertEquals("999", Texts.grouped(999));
        assertEquals("11\u2009078", Texts.grouped(11078));
        assertEquals("-1\u2009234\u2009567", Texts.grouped(-1234567));
        assertEquals("-123", Texts.grouped(-123));
    }

    @Test
    void usesTheSingularForOne() {
        assertEquals("1 slice", Texts.count(1, "slice", "slices"));
        assertEquals("2 slices", Texts.count(2, "slice", "slices"));
        assertEquals("0 slices", Texts.count(0, "slice", "slices"));
    }

    @Test
    void sizesHaveASuitableUnit() {
        assertEquals("512\u2009B", Texts.size(512));
        assertEquals("14.1\u2009MB", Texts.size(14_800_000));
        assertEquals("1.0\u2009GB", Texts.size(1L << 30));
    }
}
