package traceglass.store.table;

import java.util.ArrayList;
import java.util.List;

/// Name and columns of a table that importers fill. The `id` column is not listed: it is the row's index; where one is
/// listed, as in a table that extends the rows of another, it is the column's.
///
/// @param appendOnly whether rows never change once the next one was added, but for those that are held, see
///     [Table#hold]
public record TableSpec(String name, boolean appendOnly, List<ColumnSpec> columns) {

    public TableSpec {
        columns = List.copyOf(columns);
    }

    /// One column.
    public record ColumnSpec(String name, ColumnType type) {}

    /// Whether `id` is a column like the others, filled by the importer.
    public boolean hasOwnId() {
        return columns.stream().anyMatch(c -> c.name().equals("id"));
    }

    /// Index of the column that a column of strings nearly always equals, or −1: `args.flat_key` is `args.key` but
    /// for arrays. Where they are equal, NULL is stored, which costs nothing.
    public int sameAs(int column) {
        if (!name.equals("__intrinsic_args") || !columns.get(column).name().equals("flat_key")) {
            return -1;
        }
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equals("key")) {
                return i;
            }
        }
        return -1;
    }

    /// Reads one line of `tables.txt`: `name` or `name*` (rows change later), a colon, then `column type` pairs
    /// with commas between; types are `long int double string blob`.
    static TableSpec parse(String line) {
        int colon = line.indexOf(':');
        String name = line.substring(0, colon).strip();
        boolean changes = name.endsWith("*");
        List<ColumnSpec> columns = new ArrayList<>();
        String rest = line.substring(colon + 1).strip();
        if (!rest.isEmpty()) {
            for (String pair : rest.split(",")) {
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
