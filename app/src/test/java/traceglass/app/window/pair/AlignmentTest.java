package traceglass.app.window.pair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.slices.FirstSlice;

class AlignmentTest {

    private static final AlignmentBasis EVENT = new AlignmentBasis(AlignmentBasis.Kind.EVENT, "x");

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
                new Alignment(EVENT, 1_002_000_000, 9_005_000_000L)
                        .describe(1_000_000_000, 9_000_000_000L)
                        .replace(".000", ""));
        assertFalse(new Alignment(EVENT, 7, 9).describe(0, 2).contains("("), "an offset of zero is shown");
    }

    @Test
    void savedFilesContainIdsInsteadOfLabels() {
        for (AlignmentBasis.Kind kind : AlignmentBasis.Kind.values()) {
            AlignmentBasis basis = new AlignmentBasis(kind, "doFrame");
            Map<String, Object> fields = new HashMap<>();
            basis.save(fields);
            String id = (String) fields.get("alignedOn");
            assertEquals(id.toLowerCase(Locale.ROOT), id);
            assertEquals(basis, AlignmentBasis.parse(id, (String) fields.get("alignedOnName")));
        }
    }

    @Test
    void labelsOfEarlierVersionsAreShownAsBefore() {
        for (String label : List.of(
                "Trace starts",
                "Trace time",
                "Time of day",
                "Selections",
                "Chosen time",
                "Manual offset",
                "A moment")) {
            assertEquals(label, AlignmentBasis.parse(label, "").label());
        }
        assertEquals(AlignmentBasis.of(AlignmentBasis.Kind.TIME_OF_DAY), AlignmentBasis.parse("Time of day", ""));
        assertEquals(
                new AlignmentBasis(AlignmentBasis.Kind.FIRST_SLICE, "doFrame"),
                AlignmentBasis.parse("First slice “doFrame”", ""));
        assertEquals("Chosen time", AlignmentBasis.parse("", "").label());
    }

    @Test
    void clocksTooFarApartAreNotAligned() {
        assertTrue(new Alignment(EVENT, 0, 1_800_000_000_000_000_000L).isPossible());
        assertFalse(new Alignment(EVENT, Long.MIN_VALUE, Long.MAX_VALUE).isPossible());
    }
}
