package traceglass.sql.queries;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import traceglass.sql.dialect.EditableStatement;
import traceglass.sql.dialect.Sources;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.Query;
import traceglass.sql.tree.QueryBody;
import traceglass.sql.tree.SqlName;
import traceglass.sql.tree.SqlStatement;
import traceglass.sql.tree.TableSource;
import traceglass.sql.tree.TreeRewriter;

/// The columns of a table function may be qualified with its name. The types of JSON values have SQLite's names.
final class CalledSources {

    private static final Set<String> JSON = Set.of("json_each", "json_tree");

    /// SQLite's name of the type of a JSON value.
    private static final String JSON_TYPE = "CASE WHEN type IN ('BIGINT', 'UBIGINT', 'HUGEINT', 'UHUGEINT') THEN"
            + " 'integer' WHEN type = 'DOUBLE' THEN 'real' WHEN type = 'VARCHAR' THEN 'text' WHEN type = 'BOOLEAN' THEN"
            + " CAST(atom AS VARCHAR) ELSE lower(type) END";

    private CalledSources() {}

    /// Returns whether a statement may use the column `type`; most do not.
    private static boolean namesTypes(EditableStatement statement) {
        return statement.tokens.stream().anyMatch(t -> t.is("type") || t.isOperator("*"));
    }

    /// Returns the text that gives keys their own types in a statement that selects all columns; empty for other
    /// statements, which convert the keys that they name.
    private static String key(EditableStatement statement) {
        boolean isShown = statement.tokens.stream().anyMatch(t -> t.isOperator("*"))
                && statement.tokens.stream().noneMatch(t -> t.is("key"));
        if (isShown) {
            statement.edits.builtins.add("tg_json_key");
        }
        return isShown ? ", tg_json_key(key, fullkey) AS key" : "";
    }

    /// Writes `FROM f(x)` as `FROM f(x) AS f` if the name of the function qualifies a column.
    static void apply(Query query, EditableStatement statement) {
        apply(calls(query.body(), new ArrayList<>()), finder -> finder.query(query), statement);
    }

    /// Does the same for FROM of UPDATE, or USING of DELETE.
    static void apply(SqlStatement changes, List<TableSource> from, EditableStatement statement) {
        apply(calls(from, new ArrayList<>()), finder -> finder.statement(changes), statement);
    }

    private static void apply(
            List<TableSource.Function> calls, Consumer<Qualifiers> visit, EditableStatement statement) {
        for (TableSource.Function call : calls) {
            SqlName name = call.call().name();
            if (JSON.contains(name.text().toLowerCase(Locale.ROOT)) && namesTypes(statement)) {
                statement.edits.wrap(
                        call.call().span().start(),
                        call.call().span().end(),
                        "(SELECT * REPLACE (" + JSON_TYPE + " AS type" + key(statement) + ") FROM ",
                        ")" + (call.alias() == null ? " AS " + name.text() : ""));
            } else if (call.alias() == null && !name.is(SeriesColumns.SERIES) && Qualifiers.have(visit, name.text())) {
                // A range, because the condition of a join may follow.
                statement.edits.wrap(
                        call.call().span().start(), call.call().span().end(), "", " AS " + name.text());
            }
        }
    }

    private static List<TableSource.Function> calls(QueryBody body, List<TableSource.Function> found) {
        switch (body) {
            case QueryBody.SetOperation o -> {
                calls(o.left(), found);
                calls(o.right(), found);
            }
            case QueryBody.Select select -> calls(select.from(), found);
            default -> {}
        }
        return found;
    }

    private static List<TableSource.Function> calls(List<TableSource> from, List<TableSource.Function> found) {
        for (TableSource source : Sources.of(from)) {
            boolean isCall = source instanceof TableSource.Function f
                    && f.call().path().size() == 1
                    && f.call().name().form() == SqlName.Form.PLAIN
                    && !f.hasOrdinality()
                    && f.sample() == null;
            if (isCall) {
                found.add((TableSource.Function) source);
            }
        }
        return found;
    }

    /// Finds a name that qualifies a column.
    private static final class Qualifiers extends TreeRewriter {
        private final String name;
        private boolean isFound;

        private Qualifiers(String name) {
            this.name = name;
        }

        static boolean have(Consumer<Qualifiers> visit, String name) {
            Qualifiers finder = new Qualifiers(name);
            visit.accept(finder);
            return finder.isFound;
        }

        @Override
        public Expression column(Expression.Column e) {
            isFound |= e.path().size() > 1 && e.path().getFirst().is(name);
            return e;
        }

        @Override
        public Expression star(Expression.Star e) {
            isFound |= e.qualifier() != null && e.qualifier().is(name);
            return super.star(e);
        }
    }
}
