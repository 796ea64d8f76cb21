package traceglass.store.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpellingTest {

    @Test
    void countsInsertedDeletedReplacedAndSwappedLetters() {
        assertEquals(0, Spelling.distance("query", "query"));
        assertEquals(1, Spelling.distance("query", "qery"));
        assertEquals(1, Spelling.distance("qery", "query"));
        assertEquals(1, Spelling.distance("query", "quary"));
        assertEquals(1, Spelling.distance("qurey", "query"));
        assertEquals(2, Spelling.distance("uqrey", "query"));
        assertEquals(5, Spelling.distance("", "query"));
        assertEquals(3, Spelling.distance("sitting", "kitten"));
    }

    @Test
    void findsTheNearestName() {
        List<String> names = List.of("open", "query", "info", "cut");
        assertEquals("query", Spelling.nearest("qurey", names));
        assertEquals("info", Spelling.nearest("ifno", names));
        assertEquals("cut", Spelling.nearest("CUTS", List.of("cut")));
        assertNull(Spelling.nearest("frobnicate", names));
    }
}
