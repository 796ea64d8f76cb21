package traceglass.analysis.flame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.regex.PatternSyntaxException;
import org.junit.jupiter.api.Test;

class FlameFilterTest {

    private static FlameFilter filter(FlameFilter.Kind kind, String text) {
        return new FlameFilter(kind, text);
    }

    @Test
    void readsFiltersWithLongAndShortPrefixes() {
        assertEquals(List.of(filter(FlameFilter.Kind.SHOW_STACK, "malloc")), FlameFilter.parse("malloc"));
        assertEquals(List.of(filter(FlameFilter.Kind.SHOW_STACK, "a::b")), FlameFilter.parse("a::b"));
        assertEquals(List.of(filter(FlameFilter.Kind.HIDE_FRAME, "a b")), FlameFilter.parse("hide frame: a b"));
        assertEquals(
                List.of(
                        filter(FlameFilter.Kind.SHOW_STACK, "Handle"),
                        filter(FlameFilter.Kind.HIDE_FRAME, "/.*alloc.*/i"),
                        filter(FlameFilter.Kind.PIVOT, "x")),
                FlameFilter.parse("SS: Handle HF: /.*alloc.*/i p: x"));
        assertEquals(List.of(filter(FlameFilter.Kind.SHOW_FROM_FRAME, "main")), FlameFilter.parse("SFF:main"));
        assertEquals(List.of(), FlameFilter.parse("  "));
        assertEquals(List.of(), FlameFilter.parse("HS:"));
        // A prefix within a word is not a prefix.
        assertEquals(List.of(filter(FlameFilter.Kind.SHOW_STACK, "class: x")), FlameFilter.parse("class: x"));
    }

    @Test
    void matchesTextIgnoringCaseAndRegularExpressionsBetweenSlashes() {
        assertTrue(FlameFilter.pattern("malloc").matcher("je_MALLOC(x)").find());
        assertTrue(FlameFilter.pattern("byte[]").matcher("byte[]").find());
        assertFalse(FlameFilter.pattern("a.c").matcher("abc").find());
        assertTrue(FlameFilter.pattern("/a.c/").matcher("abc").find());
        assertFalse(FlameFilter.pattern("/A.c/").matcher("abc").find());
        assertTrue(FlameFilter.pattern("/A.c/i").matcher("abc").find());
        assertThrows(PatternSyntaxException.class, () -> FlameFilter.pattern("/(/"));
    }

    @Test
    void exactFiltersEscapeSpecialCharacters() {
        for (String name : List.of(
                "operator()", "a[]", "Foo$Bar", "std::__1::vector<int*>::push_back(int* const&)", "x\\y", "\\E^|")) {
            FlameFilter f = FlameFilter.exactly(FlameFilter.Kind.HIDE_FRAME, name);
            assertTrue(f.pattern().matcher(name).find(), name);
            assertFalse(f.pattern().matcher(name + "2").find(), name);
            assertEquals("Hide frame: " + name, f.label());
            assertEquals(List.of(f), FlameFilter.parse(f.typed()), name);
        }
    }
}
