package traceglass.sql.queries;

import java.sql.SQLException;
import java.util.List;
import traceglass.sql.bind.Catalog;
import traceglass.sql.dialect.CatalogFailure;
import traceglass.sql.dialect.EditableStatement;
import traceglass.sql.dialect.Sources;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.Query;
import traceglass.sql.tree.QueryBody;
import traceglass.sql.tree.SelectItem;
import traceglass.sql.tree.SqlName;
import traceglass.sql.tree.TableSource;
import traceglass.sql.tree.TreeRewriter;

/// A name in HAVING that is both a column and an alias in the SELECT list is the column; in DuckDB it is the alias.
final class HavingNames implements QueryRule {

    @Override
    public void apply(QueryBody.Select select, EditableStatement statement) {
        if (select.having() != null) {
            new Qualifier(select, statement).expression(select.having());
        }
    }

    /// Qualifies such columns with their source.
    private static final class Qualifier extends TreeRewriter {
        private final QueryBody.Select select;
        private final EditableStatement statement;

        Qualifier(QueryBody.Select select, EditableStatement statement) {
            this.select = select;
            this.statement = statement;
        }

        @Override
        public Query query(Query q) {
            return q;
        }

        @Override
        public Expression column(Expression.Column e) {
            int position = e.span().start();
            if (e.path().size() > 1
                    || !isAlias(e.name())
                    || isGrouped(e.name())
                    || statement.edits.isReplaced(position)) {
                return e;
            }
            String column = e.name().text();
            try {
                String source = sourceOf(column);
                if (source != null) {
                    statement.edits.replace(position, Token.quoteName(source) + "." + Token.quoteName(column));
                }
            } catch (SQLException x) {
                throw new CatalogFailure(x);
            }
            return e;
        }

        private boolean isAlias(SqlName name) {
            List<SelectItem> items = select.items();
            return items.stream().anyMatch(i -> i.alias() != null && i.alias().is(name));
        }

        private boolean isGrouped(SqlName name) {
            return select.groups().stream()
                    .anyMatch(g -> g instanceof Expression.Column c && c.name().is(name));
        }

        /// Returns the name of the first source that has a column; null if an earlier one may have it too.
        private String sourceOf(String column) throws SQLException {
            for (TableSource source : Sources.of(select)) {
                Catalog.Relation relation = Sources.relation(source, statement);
                if (relation == null || relation.has(column)) {
                    return relation == null ? null : Sources.name(source);
                }
            }
            return null;
        }
    }
}
