package traceglass.app.cli.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

class IdleTimeTest {

    @Test
    void acceptsTheUnitsOfOtherDurations() {
        assertEquals("120000ms", IdleTime.parse("2min").toString());
        assertEquals(IdleTime.parse("2min"), IdleTime.parse("2m"));
        assertEquals("3600000ms", IdleTime.parse("1h").toString());
        assertEquals("never", IdleTime.parse("never").toString());
        assertNull(IdleTime.parse("2minutes"));
    }
}
