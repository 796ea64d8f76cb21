package traceglass.ingest.instruments;

import java.util.ArrayList;
import java.util.List;

/// A table of a recording: its name and columns.
final class InstrumentsSchema {

    final String name;
    final List<Column> columns = new ArrayList<>();
    /// First weight of the samples; weights become a counter only if they differ.
    double firstWeight = Double.NaN;
    boolean weightsDiffer;

    /// @param type engineering type, e.g. `start-time`
    record Column(String mnemonic, String title, String type) {}

    InstrumentsSchema(String name) {
        this.name = name;
    }

    /// Returns the mnemonic of a column; the tag of its cell if there is no such column.
    String mnemonic(int column, Cell cell) {
        return column < columns.size() ? columns.get(column).mnemonic : cell.tag;
    }

    void setWeight(double weight) {
        if (Double.isNaN(firstWeight)) {
            firstWeight = weight;
        }
        weightsDiffer |= weight != firstWeight;
    }
}
