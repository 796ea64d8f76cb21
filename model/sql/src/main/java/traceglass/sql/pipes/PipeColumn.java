package traceglass.sql.pipes;

import traceglass.sql.result.ResultColumn;
import traceglass.sql.syntax.Token;

/// A column of the rows between two stages.
///
/// @param name its name in later stages and in the result
/// @param id its number; its name in the query is `tg_c` followed by the number
/// @param stageName name of the stage that added it, for messages
/// @param location token that added it, for the position of errors
/// @param isOnlyQualified whether only `alias.name` refers to it, and not `name`
record PipeColumn(
        String name, int id, ResultColumn.Type type, String stageName, Token location, boolean isOnlyQualified) {

    PipeColumn withName(String newName, String byStage, Token location) {
        return new PipeColumn(newName, id, type, byStage, location, isOnlyQualified);
    }

    /// Returns a copy that can also be referenced by its unqualified name.
    PipeColumn makeVisible() {
        return isOnlyQualified ? new PipeColumn(name, id, type, stageName, location, false) : this;
    }

    boolean isNamed(String comparedName) {
        return name.equalsIgnoreCase(comparedName);
    }

    /// Returns the column's name in the query.
    String sql() {
        return sql(id);
    }

    static String sql(int id) {
        return "tg_c" + id;
    }
}
