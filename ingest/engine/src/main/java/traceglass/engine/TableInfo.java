package traceglass.engine;

import java.util.List;

/// A table or view of a trace.
///
/// @param description one sentence, empty if there is none
public record TableInfo(String name, String description, List<ColumnInfo> columns) {

    /// A column of a table.
    ///
    /// @param type of the database, such as `BIGINT` or `VARCHAR`
    /// @param description one sentence, empty if there is none
    public record ColumnInfo(String name, String type, String description) {}

    public TableInfo {
        columns = List.copyOf(columns);
    }
}
