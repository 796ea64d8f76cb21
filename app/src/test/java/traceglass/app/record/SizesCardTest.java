package traceglass.app.record;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SizesCardTest {

    @Test
    void parsesTypedDurations() {
        assertEquals(90_000, SizesCard.parse("1 min 30 s"));
        assertEquals(90_000, SizesCard.parse("90"));
        assertEquals(90_000, SizesCard.parse("00:01:30"));
        assertEquals(3_600_000, SizesCard.parse("1 h"));
        assertEquals(0, SizesCard.parse("Until stopped"));
        assertEquals(-1, SizesCard.parse("soon"));
        assertEquals(-1, SizesCard.parse("0 s"));
    }

    @Test
    void parsesTypedBufferSizes() {
        assertEquals(512, SizesCard.parseBuffer("512 KB"));
        assertEquals(96 << 10, SizesCard.parseBuffer("96"));
        assertEquals(1536 << 10, SizesCard.parseBuffer("1.5 gb"));
        assertEquals(1L << 30, SizesCard.parseBuffer("1 TB"));
        assertEquals(-1, SizesCard.parseBuffer("4 TB"));
        assertEquals(-1, SizesCard.parseBuffer("0"));
        assertEquals(-1, SizesCard.parseBuffer("large"));
    }
}
