package traceglass.sql.rules;

import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.sql.bind.BoundColumn;
import traceglass.sql.dialect.StatementChanges;
import traceglass.sql.parse.ParsedStatement;

/// A statement and the changes that its translation must make because of the types of its expressions.
///
/// @param statement the statement; its tokens can differ from the written ones
/// @param isChanged whether it differs from the statement as written
/// @param columns columns of its query; null if they are not known
public record TypedStatement(
        ParsedStatement statement,
        StatementChanges changes,
        boolean isChanged,
        @Nullable List<BoundColumn> columns) {

    /// A statement whose changes are known.
    public TypedStatement(ParsedStatement statement, StatementChanges changes) {
        this(statement, changes, false, null);
    }
}
