package traceglass.sql.pipes;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.Token;

/// Stages that only change the set of columns and their names: SELECT, EXTEND, DROP, RENAME, SET and AS. They compute
/// nothing.
final class PipeStages {
    /// Names of all stages, for messages.
    static final String NAMES = "SELECT, EXTEND, DROP, RENAME, SET, AS, WHERE, AGGREGATE, ORDER BY, TREE ACCUMULATE or"
            + " INTERVAL FLATTEN";

    private final PipeScope scope;

    PipeStages(PipeScope scope) {
        this.scope = scope;
    }

    void read(PipeCursor in) throws SqlSyntaxException {
        Token location = in.current();
        if (in.accept("SELECT")) {
            scope.op = "SELECT";
            scope.replaceRow(items(in));
            scope.clearAliases();
        } else if (in.accept("EXTEND")) {
            scope.op = "EXTEND";
            List<PipeColumn> row = new ArrayList<>(scope.row());
            row.addAll(items(in));
            scope.replaceRow(row);
        } else if (in.accept("DROP")) {
            scope.op = "DROP";
            drop(in, location);
        } else if (in.accept("RENAME")) {
            scope.op = "RENAME";
            rename(in);
        } else if (in.accept("SET")) {
            scope.op = "SET";
            set(in);
        } else if (in.accept("AS")) {
            scope.op = "AS";
            Token name = in.name();
            scope.clearAliases();
            scope.bind(name.value(), scope.row());
        } else {
            throw in.expected(NAMES);
        }
    }

    /// Reads the items of SELECT or EXTEND, which all refer to the columns before the stage.
    private List<PipeColumn> items(PipeCursor in) throws SqlSyntaxException {
        List<PipeColumn> columns = new ArrayList<>();
        do {
            Token second = in.second();
            if (in.peekOperator("*")) {
                columns.addAll(star(in, null, in.next()));
            } else if (in.isName() && second != null && second.isOperator(".") && in.isStarAfterDot()) {
                Token qualifier = in.next();
                in.next();
                in.next();
                columns.addAll(star(in, qualifier, qualifier));
            } else {
                columns.add(item(in));
            }
        } while (in.acceptOperator(","));
        return columns;
    }

    /// Reads `column [[AS] name]`.
    PipeColumn item(PipeCursor in) throws SqlSyntaxException {
        Token location = in.current();
        PipeColumn column = column(in);
        Token written = in.previous();
        Token name = in.accept("AS") || in.isAlias() ? in.name() : written;
        if (!in.atEnd() && !in.peekOperator(",") && !in.peekOperator("|>")) {
            throw onlyColumns(in);
        }
        return column.withName(name.value(), scope.op, location).makeVisible();
    }

    /// Reads `[qualifier.]column`.
    private PipeColumn column(PipeCursor in) throws SqlSyntaxException {
        if (!in.isName()) {
            throw onlyColumns(in);
        }
        Token first = in.name();
        if (in.peekOperator("(")) {
            throw onlyColumns(in);
        }
        return in.acceptOperator(".") ? scope.resolve(first, in.name()) : scope.resolve(null, first);
    }

    private static SqlSyntaxException onlyColumns(PipeCursor in) {
        return in.expected("a column; compute values in the source: FROM (SELECT … AS name FROM …)");
    }

    /// Returns the column that an expression consists of. Throws if the expression is anything else.
    PipeColumn columnOf(List<Token> expression, Token location, PipeCursor in) throws SqlSyntaxException {
        boolean isBare = expression.size() == 1 && expression.get(0).isName();
        boolean isQualified = expression.size() == 3
                && expression.get(0).isName()
                && expression.get(1).isOperator(".")
                && expression.get(2).isName();
        if (expression.isEmpty()) {
            throw in.expected("a column");
        }
        if (!isBare && !isQualified) {
            throw scope.expected(location, "a column name, not an expression");
        }
        return isBare
                ? scope.resolve(null, expression.getFirst())
                : scope.resolve(expression.get(0), expression.get(2));
    }

    /// Reads the rest of a star: `[EXCEPT (…)] [REPLACE (…)]`.
    private List<PipeColumn> star(PipeCursor in, @Nullable Token qualifier, Token location) throws SqlSyntaxException {
        List<PipeColumn> columns;
        if (qualifier == null) {
            if (scope.op.equals("EXTEND")) {
                throw scope.expected(location, "a table alias before the star, as in `t.*`");
            }
            columns = new ArrayList<>(scope.row());
        } else {
            PipeScope.Alias alias = scope.alias(qualifier.value());
            if (alias == null) {
                throw scope.error(qualifier, "no such table alias: '" + qualifier.value() + "'");
            }
            columns = new ArrayList<>(alias.columns());
        }
        if (in.accept("EXCEPT")) {
            applyExcept(new PipeCursor(in.bracketed("a name")), columns);
            if (columns.isEmpty()) {
                throw scope.expected(location, "a column to be left after EXCEPT");
            }
        }
        if (in.accept("REPLACE")) {
            replace(new PipeCursor(in.bracketed("a column")), columns);
        }
        columns.replaceAll(PipeColumn::makeVisible);
        return columns;
    }

    private void applyExcept(PipeCursor in, List<PipeColumn> columns) throws SqlSyntaxException {
        List<String> seen = new ArrayList<>();
        do {
            Token name = in.name();
            checkOnce(seen, name);
            if (!columns.removeIf(c -> c.isCalled(name.value()))) {
                throw scope.error(name, "no such column: '" + name.value() + "'");
            }
        } while (in.acceptOperator(","));
        end(in);
    }

    private void replace(PipeCursor in, List<PipeColumn> columns) throws SqlSyntaxException {
        List<String> seen = new ArrayList<>();
        do {
            Token location = in.current();
            PipeColumn value = column(in);
            in.expect("AS");
            Token target = in.name();
            checkOnce(seen, target);
            List<PipeColumn> found =
                    columns.stream().filter(c -> c.isCalled(target.value())).toList();
            if (found.isEmpty()) {
                throw scope.error(target, "no such column: '" + target.value() + "'");
            }
            PipeColumn replaced = scope.requireOne(found, target.value(), target);
            columns.set(
                    columns.indexOf(replaced),
                    value.withName(target.value(), scope.op, location).makeVisible());
        } while (in.acceptOperator(","));
        end(in);
    }

    private static void end(PipeCursor in) throws SqlSyntaxException {
        if (!in.atEnd()) {
            throw in.expected("\",\" or \")\"");
        }
    }

    private void drop(PipeCursor in, Token location) throws SqlSyntaxException {
        List<String> names = new ArrayList<>();
        do {
            Token name = in.name();
            checkOnce(names, name);
            if (scope.find(name.value()) == null) {
                throw scope.missingColumn(name.value(), name);
            }
        } while (in.acceptOperator(","));
        List<PipeColumn> row = new ArrayList<>(scope.row());
        for (String name : names) {
            row.removeIf(c -> !c.isOnlyQualified() && c.isCalled(name));
            scope.removeAlias(name);
        }
        if (row.isEmpty()) {
            throw scope.expected(location, "a column to be left after DROP");
        }
        scope.replaceRow(row);
    }

    /// Renames columns, all at once.
    private void rename(PipeCursor in) throws SqlSyntaxException {
        List<String> seen = new ArrayList<>();
        List<PipeColumn> row = new ArrayList<>(scope.row());
        do {
            Token old = in.name();
            in.accept("AS");
            Token name = in.name();
            checkOnce(seen, old);
            int position = scope.indexOf(old.value(), old);
            row.set(position, scope.row().get(position).withName(name.value(), scope.op, old));
        } while (in.acceptOperator(","));
        scope.replaceRow(row);
    }

    /// Replaces the values of columns; all are read from the columns before the stage.
    private void set(PipeCursor in) throws SqlSyntaxException {
        List<String> seen = new ArrayList<>();
        List<PipeColumn> row = new ArrayList<>(scope.row());
        do {
            Token target = in.name();
            in.expectOperator("=");
            checkOnce(seen, target);
            int position = scope.indexOf(target.value(), target);
            PipeColumn value = column(in);
            row.set(
                    position,
                    value.withName(scope.row().get(position).name(), scope.op, target)
                            .makeVisible());
        } while (in.acceptOperator(","));
        scope.replaceRow(row);
        seen.forEach(scope::removeAlias);
    }

    /// Throws if a name is listed twice.
    void checkOnce(List<String> seen, Token name) throws SqlSyntaxException {
        if (seen.stream().anyMatch(s -> s.equalsIgnoreCase(name.value()))) {
            throw scope.expected(name, "'" + name.value() + "' to be listed only once");
        }
        seen.add(name.value());
    }
}
