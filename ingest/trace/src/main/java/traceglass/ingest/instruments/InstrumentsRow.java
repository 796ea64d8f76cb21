package traceglass.ingest.instruments;

import java.util.List;

/// A row of a table.
record InstrumentsRow(InstrumentsSchema schema, List<Cell> cells) {

    /// Returns the last cell with this tag, or null.
    Cell lastOf(String tag) {
        for (int i = cells.size() - 1; i >= 0; i--) {
            Cell cell = cells.get(i);
            if (cell != null && cell.tag.equals(tag)) {
                return cell;
            }
        }
        return null;
    }

    /// Returns the first cell with this tag, or null.
    Cell firstOf(String tag) {
        for (Cell cell : cells) {
            if (cell != null && cell.tag.equals(tag)) {
                return cell;
            }
        }
        return null;
    }

    /// Returns the cell of the column with this mnemonic, or null.
    Cell column(String mnemonic) {
        for (int i = 0; i < cells.size(); i++) {
            if (cells.get(i) != null && schema.mnemonic(i, cells.get(i)).equals(mnemonic)) {
                return cells.get(i);
            }
        }
        return null;
    }

    /// Returns the display form of a column; null if it has none.
    String label(String mnemonic) {
        Cell cell = column(mnemonic);
        String label = cell == null ? null : cell.label();
        return label == null || label.isBlank() ? null : label;
    }
}
