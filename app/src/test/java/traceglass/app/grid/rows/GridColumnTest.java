package traceglass.app.grid.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import traceglass.analysis.rows.CellKind;
import traceglass.analysis.rows.CellText;
import traceglass.analysis.rows.GridColumn;
import traceglass.analysis.rows.RowType;
import traceglass.analysis.rows.RowWriter;
import traceglass.store.time.TimeSpan;

class GridColumnTest {

    private static final long SECOND = 1_000_000_000L;
    private static final GridColumn TOTAL = GridColumn.of(0, "Total", CellKind.MILLIS);
    private static final GridColumn CHANGED = GridColumn.of(0, "B − A", CellKind.DELTA_MILLIS);

    private static String cell(long ns, GridColumn column) throws Exception {
        try (RowWriter writer = new RowWriter(java.util.List.of("total"), java.util.List.of(RowType.LONG))) {
            writer.setLong(0, ns);
            writer.next();
            return CellText.of(new TimeSpan(0, 1)).text(writer.finish(), 0, column);
        }
    }

    @Test
    void showsMillisecondsInTheHeader() throws Exception {
        assertEquals("Total, ms", TOTAL.withFittingUnit(SECOND).heading());
        assertEquals("115.570", cell(115_570_000, TOTAL.withFittingUnit(SECOND)));
        assertEquals("B − A, ms", CHANGED.withFittingUnit(SECOND).heading());
    }

    @Test
    void showsAUnitPerValueForLongDurations() throws Exception {
        GridColumn days = TOTAL.withFittingUnit(9 * 86_400 * SECOND);
        assertEquals("Total", days.heading());
        assertEquals("8 d 23 h", cell((9 * 86_400 - 60) * SECOND, days));
        assertEquals("36.90 µs", cell(36_900, days));
        GridColumn change = CHANGED.withFittingUnit(9 * 86_400 * SECOND);
        assertEquals("B − A", change.heading());
        assertEquals("−5.375 ms", cell(-5_375_000, change));
        assertEquals("+5.375 ms", cell(5_375_000, change));
    }

    @Test
    void showsAUnitPerValueBelowAMillisecond() throws Exception {
        GridColumn tiny = TOTAL.withFittingUnit(999_999);
        assertEquals("Total", tiny.heading());
        assertEquals("915 ns", cell(915, tiny));
        assertEquals("Total, ms", TOTAL.withFittingUnit(1_000_000).heading());
    }

    @Test
    void doesNotChangeOtherColumns() {
        GridColumn count = GridColumn.of(0, "Count", CellKind.INTEGER);
        assertEquals(count, count.withFittingUnit(9 * 86_400 * SECOND));
    }
}
