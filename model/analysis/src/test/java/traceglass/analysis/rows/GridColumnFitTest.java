package traceglass.analysis.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/// Tests units and widths of time columns for short and long durations.
class GridColumnFitTest {

    private static final long SECOND_NS = 1_000_000_000;

    private static GridColumn millis(double width) {
        return GridColumn.of(0, "Wall time", CellKind.MILLIS).withWidth(width);
    }

    @Test
    void millisecondsAreUsedForTypicalDurations() {
        GridColumn column = millis(70).withFittingUnit(SECOND_NS);
        assertEquals(CellKind.MILLIS, column.kind());
        assertEquals("Wall time, ms", column.heading());
        assertEquals(70, column.width());
    }

    @Test
    void veryLongAndVeryShortDurationsHaveAUnitPerValueAndWiderColumns() {
        for (long length : new long[] {900_000, 2000 * SECOND_NS}) {
            GridColumn narrow = millis(70).withFittingUnit(length);
            assertEquals(CellKind.DURATION, narrow.kind());
            assertEquals("Wall time", narrow.heading());
            assertEquals(112, narrow.width());
            assertEquals(200, millis(200).withFittingUnit(length).width(), "wide columns keep their width");
            assertEquals(0, millis(0).withFittingUnit(length).width(), "a width of 0 is computed elsewhere");
        }
    }
}
