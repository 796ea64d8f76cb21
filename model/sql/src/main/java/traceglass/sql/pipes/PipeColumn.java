package traceglass.sql.pipes;

import traceglass.sql.result.ResultColumn;
import traceglass.sql.syntax.Token;

/// A column of the row between two stages.
///
/// @param name as later stages and the result call it
/// @param id its number; the query calls it `tg_c` and the number
/// @param op stage that put it there, for messages
/// @param at place where it was put there
/// @param onlyQualified whether only `alias.name` finds it
record PipeColumn(String name, int id, ResultColumn.Type type, String op, Token at, boolean onlyQualified) {

    PipeColumn named(String other, String byStage, Token place) {
        return new PipeColumn(other, id, type, byStage, place, onlyQualified);
    }

    /// Returns the column that anybody finds by its bare name.
    PipeColumn visible() {
        return onlyQualified ? new PipeColumn(name, id, type, op, at, false) : this;
    }

    boolean isCalled(String other) {
        return name.equalsIgnoreCase(other);
    }

    /// Returns the column's name in the query.
    String sql() {
        return sql(id);
    }

    static String sql(int id) {
        return "tg_c" + id;
    }
}
