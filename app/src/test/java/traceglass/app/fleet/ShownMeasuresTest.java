package traceglass.app.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import traceglass.engine.fleet.compare.FleetMetric.Polarity;
import traceglass.engine.fleet.measure.FleetMeasure;
import traceglass.engine.fleet.measure.MeasuredColumn;
import traceglass.engine.fleet.measure.MeasuredValue;

class ShownMeasuresTest {

    private static final FleetMeasure FRAME = new FleetMeasure.LongestFrame();
    private static final FleetMeasure SLICE = new FleetMeasure.Slices(FleetMeasure.Slices.Aggregate.LONGEST, "");

    private final ShownMeasures measures = new ShownMeasures();

    private static MeasuredColumn column(FleetMeasure measure) {
        return new MeasuredColumn(
                measure.title(), "TIME_NANOS", Polarity.NONE, Map.of(1L, new MeasuredValue(5L, null)));
    }

    private List<String> titles() {
        return measures.columns().stream().map(MeasuredColumn::title).toList();
    }

    @Test
    void columnsDoNotMoveWhenTheirValuesAreComputed() {
        measures.reserve(FRAME);
        measures.reserve(SLICE);
        List<String> before = titles();
        measures.add(column(FRAME));
        measures.add(column(SLICE));
        assertEquals(before, titles());
        assertEquals(List.of(column(FRAME), column(SLICE)), measures.columns());
    }

    @Test
    void releaseRemovesTheColumnOfAMeasureWithoutValues() {
        measures.reserve(FRAME);
        measures.add(column(SLICE));
        measures.release(FRAME);
        measures.release(SLICE);
        assertEquals(List.of(SLICE.title()), titles());
    }
}
