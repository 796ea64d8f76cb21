package traceglass.ingest.pprof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LegacyTextTest {

    @Test
    void readsNumbersWithASign() {
        LegacyText text = new LegacyText("-12: 7");
        assertEquals(-12, text.readNumber());
        text.expect(':');
        assertEquals("7", text.remaining().strip());
        assertFalse(text.isInvalid());
    }

    @Test
    void aSignIsNotANumber() {
        LegacyText text = new LegacyText("-");
        text.readNumber();
        assertTrue(text.isInvalid());
    }
}
