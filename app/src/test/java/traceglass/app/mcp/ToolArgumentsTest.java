package traceglass.app.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ToolArgumentsTest {

    private static final ToolSchema SCHEMA = new ToolSchema()
            .time("start", "A time.")
            .integer("rows", "A number.", 5, 1, 10)
            .choice("theme", "A word.", List.of("light", "dark"))
            .flag("all", "A flag.")
            .text("name", "A text.");

    private static ToolArguments of(String name, Object value) throws ToolProblem {
        return new ToolArguments(Map.of(name, value), SCHEMA);
    }

    private static String problem(org.junit.jupiter.api.function.Executable work) {
        return String.valueOf(assertThrows(ToolProblem.class, work).getMessage());
    }

    @Test
    void timesAreTimestampsOrHaveAUnit() throws ToolProblem {
        assertEquals(OptionalLong.of(1234), of("start", 1234).time("start", 100));
        assertEquals(OptionalLong.of(1234), of("start", "1234").time("start", 100));
        assertEquals(OptionalLong.of(1234), of("start", "@1234").time("start", 100));
        assertEquals(OptionalLong.of(1_500_000_100L), of("start", "1.5s").time("start", 100));
        assertEquals(OptionalLong.of(200_000_100L), of("start", "200 ms").time("start", 100));
        assertEquals(OptionalLong.of(60_000_000_100L), of("start", "1min").time("start", 100));
        assertEquals(OptionalLong.empty(), new ToolArguments(null, SCHEMA).time("start", 100));
        // Nanoseconds since 1970.
        assertEquals(
                OptionalLong.of(1_764_374_400_000_000_001L),
                of("start", "1764374400000000001").time("start", 0));
        assertEquals(
                OptionalLong.of(1_764_374_400_000_000_000L),
                of("start", 1.7643744e18).time("start", 0));
        assertTrue(problem(() -> of("start", "9223372036s").time("start", 1_764_374_400_000_000_000L))
                .contains("9223372036s"));
        assertTrue(problem(() -> of("start", "soon").time("start", 0)).contains("soon"));
        assertTrue(problem(() -> of("start", "1.5").time("start", 0)).contains("1.5"));
        assertTrue(problem(() -> of("start", "99999999999999999999s").time("start", 0))
                .contains("time"));
        assertTrue(problem(() -> of("start", List.of(1)).time("start", 0)).contains("must be a string"));
    }

    @Test
    void numbersMayBeStringsAndMustBeWithinTheirLimits() throws ToolProblem {
        assertEquals(7, of("rows", 7).integer("rows", 5, 1, 10));
        assertEquals(7, of("rows", "7").integer("rows", 5, 1, 10));
        assertEquals(7, of("rows", 7.0).integer("rows", 5, 1, 10));
        assertEquals(5, of("name", "x").integer("rows", 5, 1, 10));
        assertTrue(problem(() -> of("rows", 0).integer("rows", 5, 1, 10)).contains("from 1 to 10"));
        assertTrue(problem(() -> of("rows", 7.5).integer("rows", 5, 1, 10)).contains("whole number"));
        assertTrue(problem(() -> of("rows", "1e999999999").integer("rows", 5, 1, 10))
                .contains("whole number"));
    }

    @Test
    void wordsAndFlagsAreChecked() throws ToolProblem {
        assertEquals("dark", of("theme", "DARK").choice("theme", List.of("light", "dark")));
        assertEquals("light", of("name", "x").choice("theme", List.of("light", "dark")));
        assertTrue(problem(() -> of("theme", "red").choice("theme", List.of("light", "dark")))
                .contains("light, dark"));
        assertTrue(of("all", true).flag("all"));
        assertTrue(of("all", "true").flag("all"));
        assertFalse(of("name", "x").flag("all"));
    }

    @Test
    void unknownNamesAreRejected() {
        assertTrue(problem(() -> of("row", 1)).contains("Did you mean \"rows\"?"));
        assertTrue(problem(() -> of("colour", "red")).contains("It has: start, rows, theme, all, name."));
    }
}
