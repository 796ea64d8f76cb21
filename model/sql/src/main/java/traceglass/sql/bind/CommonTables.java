package traceglass.sql.bind;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Common table expressions (WITH) that are visible in a query, innermost first.
///
/// @param columns null if they are not known
/// @param order columns by which the rows are in order; empty if none are known
/// @param outer tables defined before or around it
record CommonTables(
        String name,
        @Nullable List<BoundColumn> columns,
        List<String> order,
        @Nullable CommonTables outer) {

    /// Returns the table with a name; null if there is none.
    static @Nullable CommonTables find(@Nullable CommonTables tables, String name) {
        CommonTables found = tables;
        while (found != null && !found.name.equalsIgnoreCase(name)) {
            found = found.outer;
        }
        return found;
    }
}
