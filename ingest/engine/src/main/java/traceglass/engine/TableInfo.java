package traceglass.engine;

import java.util.List;

/// A table or view of a trace.
///
/// @param isView whether it is a view that a statement or a module created; tables of the trace are tables, however the
///     database stores them
/// @param description one sentence, empty if there is none
public record TableInfo(String name, boolean isView, String description, List<ColumnInfo> columns) {

    /// A column of a table.
    ///
    /// @param type of the database, such as `BIGINT` or `VARCHAR`
    /// @param description one sentence, empty if there is none
    public record ColumnInfo(String name, String type, String description) {}

    public TableInfo {
        columns = List.copyOf(columns);
    }
}
