package traceglass.sql.pipes;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.PipeStage;
import traceglass.sql.tree.SelectItem;
import traceglass.sql.tree.SqlName;
import traceglass.sql.tree.SqlStatement;

/// Stages that only change the set of columns and their names: SELECT, EXTEND, DROP, RENAME, SET and AS. They compute
/// nothing.
final class PipeStages {
    private static final String ONLY_COLUMNS = "a column; compute values in the source: FROM (SELECT … AS name FROM …)";

    private final PipeScope scope;

    PipeStages(PipeScope scope) {
        this.scope = scope;
    }

    /// Applies a stage to the columns.
    void apply(PipeStage stage) throws SqlSyntaxException {
        switch (stage) {
            case PipeStage.Items s -> {
                scope.stageName = s.isExtend() ? "EXTEND" : "SELECT";
                List<PipeColumn> row = new ArrayList<>(s.isExtend() ? scope.row() : List.of());
                for (SelectItem item : s.items()) {
                    if (item.value() instanceof Expression.Star star) {
                        row.addAll(star(star));
                    } else {
                        row.add(item(item));
                    }
                }
                scope.replaceRow(row);
                if (!s.isExtend()) {
                    scope.clearAliases();
                }
            }
            case PipeStage.Drop s -> {
                scope.stageName = "DROP";
                drop(s);
            }
            case PipeStage.Rename s -> {
                scope.stageName = "RENAME";
                rename(s);
            }
            case PipeStage.Assign s -> {
                scope.stageName = "SET";
                set(s);
            }
            case PipeStage.Named s -> {
                scope.stageName = "AS";
                scope.clearAliases();
                scope.bind(s.name().text(), scope.row());
            }
            default -> throw new IllegalArgumentException(stage.toString());
        }
    }

    /// Returns the column of an item `column [[AS] name]`.
    PipeColumn item(SelectItem item) throws SqlSyntaxException {
        Token location = PipeScope.token(item);
        SqlName alias = item.alias();
        PipeColumn column = column(item.value());
        String name = alias != null
                ? alias.text()
                : item.value() instanceof Expression.Column c ? c.name().text() : location.value();
        return column.withName(name, scope.stageName, location).makeVisible();
    }

    /// Returns the column that an expression must be in a list of columns.
    private PipeColumn column(Expression e) throws SqlSyntaxException {
        PipeColumn column = find(e);
        if (column == null) {
            throw scope.expected(PipeScope.token(e), ONLY_COLUMNS);
        }
        return column;
    }

    /// Returns the column that an expression consists of. Throws if the expression is anything else.
    PipeColumn columnOf(Expression e) throws SqlSyntaxException {
        PipeColumn column = find(e);
        if (column == null) {
            throw scope.expected(PipeScope.token(e), "a column name, not an expression");
        }
        return column;
    }

    private @Nullable PipeColumn find(Expression e) throws SqlSyntaxException {
        if (e.span().parentheses() > 0) {
            return null;
        }
        return switch (e) {
            case Expression.Column c when c.path().size() == 1 -> scope.resolve(null, PipeScope.token(c));
            case Expression.Column c
            when c.path().size() == 2 -> scope.resolve(PipeScope.token(c), PipeScope.token(c.name()));
            case Expression.Literal l
            when l.kind() == Expression.Kind.STRING -> scope.resolve(null, PipeScope.token(l));
            default -> null;
        };
    }

    /// Returns the columns of `* [EXCEPT (…)] [REPLACE (…)]`.
    private List<PipeColumn> star(Expression.Star star) throws SqlSyntaxException {
        Token location = PipeScope.token(star);
        SqlName qualifier = star.qualifier();
        List<PipeColumn> columns;
        if (qualifier == null) {
            if (scope.stageName.equals("EXTEND")) {
                throw scope.expected(location, "a table alias before the star, as in `t.*`");
            }
            columns = new ArrayList<>(scope.row());
        } else {
            PipeScope.Alias alias = scope.alias(qualifier.text());
            if (alias == null) {
                throw scope.error(location, "no such table alias: '" + qualifier.text() + "'");
            }
            columns = new ArrayList<>(alias.columns());
        }
        if (!star.renamed().isEmpty()) {
            throw scope.unsupported(location, "RENAME after a star");
        }
        removeExcluded(star, columns);
        if (columns.isEmpty()) {
            throw scope.expected(location, "a column to be left after EXCEPT");
        }
        replace(star, columns);
        columns.replaceAll(PipeColumn::makeVisible);
        return columns;
    }

    private void removeExcluded(Expression.Star star, List<PipeColumn> columns) throws SqlSyntaxException {
        List<String> seen = new ArrayList<>();
        for (SqlName name : star.excluded()) {
            checkOnce(seen, name);
            if (!columns.removeIf(c -> c.isNamed(name.text()))) {
                throw scope.error(PipeScope.token(name), "no such column: '" + name.text() + "'");
            }
        }
    }

    private void replace(Expression.Star star, List<PipeColumn> columns) throws SqlSyntaxException {
        List<String> seen = new ArrayList<>();
        for (SelectItem item : star.replaced()) {
            PipeColumn value = column(item.value());
            SqlName target = item.alias();
            if (target == null) {
                throw scope.expected(PipeScope.token(item), "AS and the name of the replaced column");
            }
            checkOnce(seen, target);
            Token location = PipeScope.token(target);
            List<PipeColumn> found =
                    columns.stream().filter(c -> c.isNamed(target.text())).toList();
            if (found.isEmpty()) {
                throw scope.error(location, "no such column: '" + target.text() + "'");
            }
            PipeColumn replaced = scope.requireOne(found, target.text(), location);
            columns.set(
                    columns.indexOf(replaced),
                    value.withName(target.text(), scope.stageName, PipeScope.token(item))
                            .makeVisible());
        }
    }

    private void drop(PipeStage.Drop stage) throws SqlSyntaxException {
        List<String> names = new ArrayList<>();
        for (SqlName name : stage.names()) {
            checkOnce(names, name);
            if (scope.find(name.text()) == null) {
                throw scope.missingColumn(name.text(), PipeScope.token(name));
            }
        }
        List<PipeColumn> row = new ArrayList<>(scope.row());
        for (String name : names) {
            row.removeIf(c -> !c.isOnlyQualified() && c.isNamed(name));
            scope.removeAlias(name);
        }
        if (row.isEmpty()) {
            throw scope.expected(PipeScope.token(stage), "a column to be left after DROP");
        }
        scope.replaceRow(row);
    }

    /// Renames columns, all at once.
    private void rename(PipeStage.Rename stage) throws SqlSyntaxException {
        List<String> seen = new ArrayList<>();
        List<PipeColumn> row = new ArrayList<>(scope.row());
        for (Expression.Renamed names : stage.names()) {
            checkOnce(seen, names.name());
            Token old = PipeScope.token(names.name());
            int position = scope.indexOf(names.name().text(), old);
            row.set(position, scope.row().get(position).withName(names.renamed().text(), scope.stageName, old));
        }
        scope.replaceRow(row);
    }

    /// Replaces the values of columns; all are read from the columns before the stage.
    private void set(PipeStage.Assign stage) throws SqlSyntaxException {
        List<String> seen = new ArrayList<>();
        List<PipeColumn> row = new ArrayList<>(scope.row());
        for (SqlStatement.Assignment assignment : stage.assignments()) {
            SqlName target = assignment.path().getFirst();
            Token location = PipeScope.token(target);
            if (assignment.isRow() || assignment.path().size() > 1) {
                throw scope.expected(location, "one column before \"=\"");
            }
            checkOnce(seen, target);
            int position = scope.indexOf(target.text(), location);
            PipeColumn value = column(assignment.value());
            row.set(
                    position,
                    value.withName(scope.row().get(position).name(), scope.stageName, location)
                            .makeVisible());
        }
        scope.replaceRow(row);
        seen.forEach(scope::removeAlias);
    }

    /// Throws if a name is listed twice.
    void checkOnce(List<String> seen, SqlName name) throws SqlSyntaxException {
        if (seen.stream().anyMatch(s -> s.equalsIgnoreCase(name.text()))) {
            throw scope.expected(PipeScope.token(name), "'" + name.text() + "' to be listed only once");
        }
        seen.add(name.text());
    }
}
