package traceglass.sql.queries;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import traceglass.sql.dialect.Rewriting;
import traceglass.sql.dialect.Sources;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.Query;
import traceglass.sql.tree.QueryBody;
import traceglass.sql.tree.SqlName;
import traceglass.sql.tree.SqlStatement;
import traceglass.sql.tree.TableSource;
import traceglass.sql.tree.TreeRewriter;

/// A table may be called without arguments, and the columns of a table function may be qualified with its name.
final class CalledSources {

    private CalledSources() {}

    /// Writes `FROM t()` as `FROM t` for a table t, and `FROM f(x)` as `FROM f(x) AS f` for a function f whose name
    /// qualifies a column.
    static void apply(Query query, Rewriting statement) throws SQLException {
        apply(calls(query.body(), new ArrayList<>()), finder -> finder.query(query), statement);
    }

    /// Does the same for FROM of UPDATE, or USING of DELETE.
    static void apply(SqlStatement changes, List<TableSource> from, Rewriting statement) throws SQLException {
        apply(calls(from, new ArrayList<>()), finder -> finder.statement(changes), statement);
    }

    private static void apply(List<TableSource.Function> calls, Consumer<Qualifiers> visit, Rewriting statement)
            throws SQLException {
        for (TableSource.Function call : calls) {
            SqlName name = call.call().name();
            if (call.call().arguments().size() == 0 && statement.catalog.relation(name.text()) != null) {
                statement.edits.delete(name.span().end(), call.call().span().end());
            } else if (call.alias() == null && Qualifiers.have(visit, name.text())) {
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
