package traceglass.sql.bind;

import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.sql.types.Affinity;
import traceglass.sql.types.DuckType;

/// A column of a source, or of the result of a query.
public record BoundColumn(String name, DuckType type, Affinity affinity) {

    BoundColumn withName(String newName) {
        return newName.equals(name) ? this : new BoundColumn(newName, type, affinity);
    }

    boolean isNamed(String comparedName) {
        return name.equalsIgnoreCase(comparedName);
    }

    /// Returns the first column with a name; null if there is none.
    static @Nullable BoundColumn find(List<BoundColumn> columns, String name) {
        // No iterator: this is called for each name of a statement and each source.
        for (int i = 0; i < columns.size(); i++) {
            BoundColumn column = columns.get(i);
            if (column.isNamed(name)) {
                return column;
            }
        }
        return null;
    }
}
