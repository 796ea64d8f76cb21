package traceglass.sql.bind;

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
}
