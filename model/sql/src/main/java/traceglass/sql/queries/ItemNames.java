package traceglass.sql.queries;

import java.util.List;
import traceglass.sql.dialect.EditableStatement;
import traceglass.sql.syntax.Keywords;
import traceglass.sql.syntax.Token;
import traceglass.sql.syntax.WrittenText;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.NodeSpan;
import traceglass.sql.tree.QueryBody;
import traceglass.sql.tree.SelectItem;
import traceglass.sql.tree.SqlName;

/// An item of a SELECT without an alias is named by its own text, and any word or string can be an alias.
final class ItemNames implements QueryRule {

    @Override
    public void apply(QueryBody.Select select, EditableStatement statement) {
        boolean isSource = statement.isSource(select);
        for (int i = 0; i < select.items().size(); i++) {
            SelectItem item = select.items().get(i);
            if (isSource && isTruthValue(item)) {
                addAlias(item.span(), "column" + (i + 1), statement);
            } else {
                nameItem(item, statement);
            }
        }
    }

    /// Returns whether an item without an alias is only TRUE or FALSE. SQLite numbers such columns of a subquery, as
    /// it does those of VALUES.
    private static boolean isTruthValue(SelectItem item) {
        NodeSpan span = item.span();
        return item.alias() == null
                && span.end() == span.start() + 1
                && span.statement().get(span.start()).isAny("TRUE", "FALSE");
    }

    /// Names the items of RETURNING.
    static void nameItems(List<SelectItem> items, EditableStatement statement) {
        items.forEach(item -> nameItem(item, statement));
    }

    private static void nameItem(SelectItem item, EditableStatement statement) {
        if (item.alias() != null) {
            translateAlias(item, item.alias(), statement);
        } else {
            nameValue(item, statement);
        }
    }

    private static void translateAlias(SelectItem item, SqlName alias, EditableStatement statement) {
        int position = alias.span().start();
        if (position == item.span().start()) {
            // The form `alias: value` is already DuckDB's.
            return;
        }
        boolean hasAs = statement.tokens.get(position - 1).is("AS");
        if (!hasAs || alias.form() == SqlName.Form.STRING) {
            statement.edits.replace(position, (hasAs ? "" : "AS ") + Token.quoteName(alias.text()));
        }
    }

    private static void nameValue(SelectItem item, EditableStatement statement) {
        Expression value = item.value();
        NodeSpan span = item.span();
        if (value instanceof Expression.Column column && isColumn(column, statement)) {
            if (column.span().parentheses() > 0 || statement.changes.wrapsAt(span.start())) {
                addAlias(span, column.name().text(), statement);
            }
        } else if (!item.isExpandable()) {
            addAlias(span, WrittenText.of(statement.tokens, span.start(), span.end()), statement);
        }
    }

    private static void addAlias(NodeSpan span, String name, EditableStatement statement) {
        statement.edits.wrap(span.start(), span.end(), "", " AS " + Token.quoteName(name));
    }

    /// Returns whether an item is a column, and not a keyword or quoted name that is a value.
    private static boolean isColumn(Expression.Column column, EditableStatement statement) {
        SqlName name = column.name();
        boolean isValue = column.path().size() == 1
                && (name.form() == SqlName.Form.PLAIN && Keywords.isValue(name.text())
                        || name.form() == SqlName.Form.DOUBLE_QUOTED
                                && statement.edits.isReplaced(column.span().start()));
        return !isValue;
    }
}
