package traceglass.engine;

import java.util.List;

/// A table or view of a trace.
///
/// @param isView whether it is a view created by a statement or a module. Tables of the trace always count as tables,
///     even if the database implements them as views
/// @param description one sentence; empty if there is none
public record TableInfo(String name, boolean isView, String description, List<ColumnInfo> columns) {

    /// A column of a table.
    ///
    /// @param type database type, such as `BIGINT` or `VARCHAR`
    /// @param description one sentence; empty if there is none
    public record ColumnInfo(String name, String type, String description) {}

    public TableInfo {
        columns = List.copyOf(columns);
    }
}
