package traceglass.sql.queries;

import java.sql.SQLException;
import traceglass.sql.dialect.EditableStatement;
import traceglass.sql.tree.QueryBody;

/// A rule that translates the clauses of a SELECT. The doc of each class states the behavior of SQLite that it
/// reproduces in DuckDB. `QueryRules` lists all.
interface QueryRule {

    /// Translates a SELECT; the expressions and queries in it are translated later.
    void apply(QueryBody.Select select, EditableStatement statement) throws SQLException;
}
