package traceglass.analysis.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class SqlLabelsTest {

    @Test
    void insertsLabelsAsStringLiterals() {
        assertEquals(
                "SELECT 'It''s late' || ' of ' || 'It''s late'",
                SqlLabels.insert("SELECT {late} || {of} || {late}", "late", "It's late", "of", " of "));
    }

    @Test
    void rejectsALabelThatTheQueryDoesNotUse() {
        assertThrows(IllegalArgumentException.class, () -> SqlLabels.insert("SELECT {late}", "early", "Early"));
    }
}
