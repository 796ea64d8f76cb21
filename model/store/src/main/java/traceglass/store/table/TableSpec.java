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

    /// Returns the index of the column that nearly always has the same strings as this one, or -1: `args.flat_key`
    /// equals `args.key` except for arrays. Equal values are stored as NULL, which costs nothing.
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

    /// Parses one line of `tables.txt`: `name` or `name*` (rows change later), a colon, then `column type` pairs
    /// separated by a comma and a space; the types are `long int double string blob`.
    static TableSpec parse(String line) {
        // Every start runs this for all tables, before the code is compiled, so it does little for each column.
        int colon = line.indexOf(':');
        boolean changes = line.charAt(colon - 1) == '*';
        List<ColumnSpec> columns = new ArrayList<>();
        for (int start = colon + 2; start < line.length(); ) {
            int space = line.indexOf(' ', start);
            int comma = line.indexOf(',', space);
            int end = comma < 0 ? line.length() : comma;
            columns.add(new ColumnSpec(line.substring(start, space), type(line.substring(space + 1, end))));
            start = end + 2;
        }
        return new TableSpec(line.substring(0, changes ? colon - 1 : colon), !changes, columns);
    }

    private static ColumnType type(String word) {
        return switch (word) {
            case "long" -> ColumnType.LONG;
            case "int" -> ColumnType.INT;
            case "double" -> ColumnType.DOUBLE;
            case "string" -> ColumnType.STRING;
            case "blob" -> ColumnType.BLOB;
            default -> throw new IllegalArgumentException(word);
        };
    }
}
