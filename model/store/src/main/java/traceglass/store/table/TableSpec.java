package traceglass.store.table;

import java.util.ArrayList;
import java.util.List;
import traceglass.store.names.TableNames;

/// Name and columns of a table that importers fill. The `id` column is implicit: it is the row's index; if it is
/// listed, as in a table that extends the rows of another, it is an ordinary column.
///
/// @param isAppendOnly whether rows never change once the next one was added, except for those that are held, see
///     [Table#hold]
public record TableSpec(String name, boolean isAppendOnly, List<ColumnSpec> columns) {

    public TableSpec {
        columns = List.copyOf(columns);
    }

    /// One column.
    public record ColumnSpec(String name, ColumnType type) {}

    /// Returns whether `id` is an ordinary column, filled by the importer.
    public boolean hasOwnId() {
        return columns.stream().anyMatch(c -> c.name().equals("id"));
    }

    /// Index of the column that nearly always has the same strings as this one, or −1: `args.flat_key` equals
    /// `args.key` except for arrays. Equal values are stored as NULL, which costs nothing.
    public int sameAs(int column) {
        if (!name.equals(TableNames.Args.TABLE) || !columns.get(column).name().equals("flat_key")) {
            return -1;
        }
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equals("key")) {
                return i;
            }
        }
        return -1;
    }

    /// Parses one line of `tables.txt`: `name` or `name*` (rows change later), a colon, then comma-separated
    /// `column type` pairs; the types are `long int double string blob`.
    static TableSpec parse(String line) {
        int colon = line.indexOf(':');
        String name = line.substring(0, colon).strip();
        boolean changes = name.endsWith("*");
        List<ColumnSpec> columns = new ArrayList<>();
        String remainder = line.substring(colon + 1).strip();
        if (!remainder.isEmpty()) {
            for (String pair : remainder.split(",")) {
                String column = pair.strip();
                int space = column.indexOf(' ');
                String type = column.substring(space).strip();
                columns.add(new ColumnSpec(
                        column.substring(0, space), ColumnType.valueOf(type.toUpperCase(java.util.Locale.ROOT))));
            }
        }
        return new TableSpec(changes ? name.substring(0, name.length() - 1) : name, !changes, columns);
    }
}
