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
}
