package traceglass.app.window.pair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.slices.FirstSlice;

class AlignmentTest {

    @Test
    void theFirstSliceWithTheNameIsPreferredToOneContainingIt() throws Exception {
        try (Connection c = DriverManager.getConnection("jdbc:duckdb:");
                Statement s = c.createStatement()) {
            s.execute("CREATE TABLE slice AS SELECT * FROM (VALUES (50, 'frame'), (20, 'Frame 1'), (40, 'frame'), (10,"
                    + " 'it''s'), (5, NULL)) t(ts, name)");
            assertEquals(OptionalLong.of(40), FirstSlice.start(new TraceQueries(c), "frame"));
            assertEquals(OptionalLong.of(20), FirstSlice.start(new TraceQueries(c), "RAME"));
            assertEquals(OptionalLong.of(10), FirstSlice.start(new TraceQueries(c), "it's"));
            assertEquals(OptionalLong.empty(), FirstSlice.start(new TraceQueries(c), "none"));
        }
    }

    @Test
    void theDescriptionIsRelativeToEachTracesStart() {
        assertEquals(
                "A at 2 ms, B at 5 ms (+3 ms)",
                new Alignment("x", 1_002_000_000, 9_005_000_000L)
                        .describe(1_000_000_000, 9_000_000_000L)
                        .replace(".000", ""));
        assertFalse(new Alignment("x", 7, 9).describe(0, 2).contains("("), "as far into both");
    }

    @Test
    void clocksTooFarApartAreNotAligned() {
        assertTrue(new Alignment("x", 0, 1_800_000_000_000_000_000L).isPossible());
        assertFalse(new Alignment("x", Long.MIN_VALUE, Long.MAX_VALUE).isPossible());
    }
}
