package traceglass.sql.queries;

import java.util.ArrayList;
import java.util.List;
import traceglass.sql.dialect.EditableStatement;
import traceglass.sql.dialect.Sources;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.Query;
import traceglass.sql.tree.QueryBody;
import traceglass.sql.tree.TableSource;

/// A LIMIT inside a recursive query, `WITH c AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 10)`, ends the recursion
/// after that many rows; DuckDB supports it only outside such a query. The query is therefore renamed, and its
/// original name becomes a query for its first rows.
final class RecursiveLimits {
    private static final String UNLIMITED = "tg_unlimited_";

    private RecursiveLimits() {}

    static void apply(Query.CommonTable table, EditableStatement statement) {
        Query query = table.query();
        Query.Limit limit = query.limit();
        int close = table.span().end() - 1;
        if (limit == null
                || !(query.body() instanceof QueryBody.SetOperation)
                || close != query.span().end()) {
            return;
        }
        List<Token> clause =
                statement.tokens.subList(limit.span().start(), limit.span().end());
        boolean isPlain = clause.size() >= 2
                && clause.getFirst().is("LIMIT")
                && clause.stream().skip(1).allMatch(t -> t.kind() == Token.Kind.NUMBER || t.is("OFFSET"));
        List<TableSource.Table> selfReferences = new ArrayList<>();
        addReads(query.body(), table.name().text(), selfReferences);
        if (!isPlain || selfReferences.isEmpty()) {
            return;
        }
        String name = Token.quoteName(table.name().text());
        String unlimited = Token.quoteName(UNLIMITED + table.name().text());
        statement.edits.delete(limit.span().start(), limit.span().end());
        statement.edits.replace(table.name().span().start(), unlimited);
        for (TableSource.Table read : selfReferences) {
            statement.edits.replace(
                    read.path().getFirst().span().start(), unlimited + (read.alias() == null ? " AS " + name : ""));
        }
        statement.edits.append(
                close, ", " + name + " AS (SELECT * FROM " + unlimited + " " + SqlTokens.text(clause) + ")");
    }

    private static void addReads(QueryBody body, String name, List<TableSource.Table> into) {
        if (body instanceof QueryBody.SetOperation o) {
            addReads(o.left(), name, into);
            addReads(o.right(), name, into);
        } else if (body instanceof QueryBody.Select select) {
            for (TableSource source : Sources.of(select)) {
                if (source instanceof TableSource.Table t
                        && t.path().size() == 1
                        && t.name().is(name)) {
                    into.add(t);
                }
            }
        }
    }
}
