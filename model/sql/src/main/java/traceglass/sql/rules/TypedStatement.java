package traceglass.sql.rules;

import traceglass.sql.dialect.StatementChanges;
import traceglass.sql.parse.ReadStatement;

/// A statement and what its translation must change, because the types of its expressions need it.
///
/// @param statement the statement, possibly with other tokens than written
/// @param isChanged whether it differs from the statement as written
public record TypedStatement(ReadStatement statement, StatementChanges changes, boolean isChanged) {

    /// A statement whose changes are known.
    public TypedStatement(ReadStatement statement, StatementChanges changes) {
        this(statement, changes, false);
    }
}
