package traceglass.app.fleet;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import traceglass.engine.fleet.compare.FleetMetric.Polarity;
import traceglass.engine.fleet.measure.FleetMeasure;
import traceglass.engine.fleet.measure.MeasuredColumn;

/// Measures that are columns of the table, in order. A measure that is being computed can already have its column,
/// without values, so that the other columns do not move when it is ready.
final class ShownMeasures {

    private final List<MeasuredColumn> columns = new ArrayList<>();

    List<MeasuredColumn> columns() {
        return List.copyOf(columns);
    }

    boolean contains(MeasuredColumn column) {
        return columns.contains(column);
    }

    void clear() {
        columns.clear();
    }

    /// Adds an empty column for a duration that is being computed.
    void reserve(FleetMeasure measure) {
        add(new MeasuredColumn(measure.title(), "TIME_NANOS", Polarity.NONE, Map.of()));
    }

    /// Removes the column that was added for a measure if it has no values.
    void release(FleetMeasure measure) {
        columns.removeIf(c -> c.title().equals(measure.title()) && c.values().isEmpty());
    }

    /// Adds a column, in place of the one with the same title.
    void add(MeasuredColumn column) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).title().equals(column.title())) {
                columns.set(i, column);
                return;
            }
        }
        columns.add(column);
    }

    void remove(MeasuredColumn column) {
        columns.remove(column);
    }
}
