package traceglass.ingest.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class QuotedValuesTest {

    @Test
    void splitsAtCommasOutsideQuotes() {
        assertEquals(List.of("a, b", "say \"x\"", "", "4"), QuotedValues.split("\"a, b\",\"say \"\"x\"\"\",, 4"));
        assertEquals(List.of("open, quote"), QuotedValues.split("\"open, quote"));
        assertEquals(List.of("a,b", "c\"d", "", "e"), QuotedValues.split("\"a,b\",\"c\"\"d\",,e"));
    }
}
