package traceglass.sql.bind;

import traceglass.sql.tree.SelectItem;
import traceglass.sql.types.DuckType;

/// Target of a name in an expression.
public sealed interface Resolution {

    /// A column of a source.
    ///
    /// @param depth number of queries between the expression and the one that reads the source; 0 for its own
    record OfColumn(BoundSource source, BoundColumn column, int depth) implements Resolution {}

    /// An item of the select list.
    record OfAlias(SelectItem item, DuckType type) implements Resolution {}

    /// A source as a whole, which is a struct of its columns in DuckDB.
    record OfRow(BoundSource source) implements Resolution {}

    /// A field of a struct, or a name that only DuckDB can resolve.
    ///
    /// @param type type of the target; unknown if only DuckDB can determine it
    record Other(DuckType type) implements Resolution {}

    /// A column that several sources have.
    record Ambiguous(BoundSource first, BoundColumn column) implements Resolution {}

    /// A name that is not in scope.
    record Missing() implements Resolution {}

    /// Returns the type of the target.
    default DuckType type() {
        return switch (this) {
            case OfColumn c -> c.column.type();
            case OfAlias a -> a.type;
            case Other o -> o.type;
            case Ambiguous a -> a.column.type();
            case OfRow r -> DuckType.UNKNOWN;
            case Missing m -> DuckType.UNKNOWN;
        };
    }
}
