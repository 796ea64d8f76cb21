package traceglass.sql.pipes;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import traceglass.sql.result.ResultColumn;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.Token;

/// Compiles one pipeline: reads its source and stages, resolves their names, and writes the query.
final class PipeCompiler {
    private static final Pattern NAME = Pattern.compile("[a-zA-Z_][a-zA-Z0-9_]*");

    /// A key of ORDER BY.
    private record SortKey(int column, boolean isDescending) {
        private String direction() {
            return isDescending ? " DESC NULLS LAST" : " NULLS FIRST";
        }

        String text() {
            return PipeColumn.sql(column) + direction();
        }
    }

    private final PipeCursor in;
    private final List<List<Token>> with;
    private final Pipelines.Columns describer;
    private final PipeScope scope = new PipeScope();
    private final PipeStages stages = new PipeStages(scope);
    /// Order of the rows, the first key first.
    private List<SortKey> order = List.of();
    private int ids;

    /// @param with WITH clauses around the pipeline, outermost first
    PipeCompiler(List<Token> tokens, List<List<Token>> with, Pipelines.Columns describer) throws SqlSyntaxException {
        in = new PipeCursor(tokens);
        this.with = with;
        this.describer = describer;
    }

    /// Returns the query that the pipeline is compiled to.
    List<Token> compile() throws SqlProblem, SqlSyntaxException {
        PipeNode node = in.accept("FROM") ? from() : intersection();
        while (!in.atEnd()) {
            if (!in.acceptOperator("|>")) {
                throw in.expected("|>, the start of a stage"
                        + (in.current().isAny("WHERE", "JOIN", "GROUP", "LIMIT", "ORDER")
                                ? "; in FROM, put a query into parentheses: FROM (SELECT …)"
                                : ""));
            }
            if (in.atEnd()) {
                throw in.expected(PipeStages.NAMES);
            }
            node = stage(node);
        }
        return write(node);
    }

    private List<Token> write(PipeNode node) throws SqlSyntaxException {
        Token location = node.at();
        Set<Integer> needed = new TreeSet<>();
        List<String> items = new ArrayList<>();
        for (PipeColumn column : scope.row()) {
            needed.add(column.id());
            items.add(column.sql() + " AS " + Token.quoteName(column.name()));
        }
        List<String> keys = new ArrayList<>();
        boolean isHidden = false;
        for (SortKey key : order) {
            needed.add(key.column);
            String name = visibleName(key.column);
            isHidden |= name == null;
            keys.add((name == null ? PipeColumn.sql(key.column) : Token.quoteName(name)) + key.direction());
        }
        PipeWriter w = new PipeWriter().appendText(location, "SELECT " + String.join(", ", items) + " FROM ");
        if (isHidden) {
            // A view can only be sorted by its own columns.
            new PipeNode.Sorted(
                            location, node, order.stream().map(SortKey::text).toList())
                    .write(w, needed);
        } else {
            node.write(w, needed);
            w.appendText(location, keys.isEmpty() ? "" : "ORDER BY " + String.join(", ", keys));
        }
        return w.tokens();
    }

    /// Returns the name of a column in the result if no other column has it, else null.
    private @Nullable String visibleName(int column) {
        for (PipeColumn c : scope.row()) {
            boolean isUnique =
                    scope.row().stream().filter(o -> o.isCalled(c.name())).count() == 1;
            if (c.id() == column && isUnique) {
                return c.name();
            }
        }
        return null;
    }

    private PipeNode from() throws SqlProblem, SqlSyntaxException {
        Operand operand = operand();
        scope.replaceRow(operand.node.columns());
        String alias = operand.alias;
        if (alias != null) {
            scope.bind(alias, operand.node.columns());
        }
        return operand.node;
    }

    /// A source and the alias that can qualify its columns, null if it has none.
    private record Operand(PipeNode.Source node, @Nullable String alias) {}

    private Operand operand() throws SqlProblem, SqlSyntaxException {
        Token first = in.current();
        List<Token> source = new ArrayList<>();
        String alias = null;
        if (in.peekOperator("(")) {
            Token open = in.current();
            List<Token> inner = in.bracketed("a query");
            source.add(open);
            source.addAll(Pipelines.replace(inner, with, true, describer));
            source.add(closing(open));
        } else {
            Token name = in.name();
            source.add(name);
            while (in.acceptOperator(".")) {
                name = in.name();
                source.add(dot(name));
                source.add(name.withSpace(false));
            }
            alias = name.value();
            if (in.peekOperator("(")) {
                throw in.expected("|>; read a function in a query: FROM (SELECT * FROM " + name.text() + "(…))");
            }
        }
        if (in.accept("AS")) {
            alias = in.name().value();
        } else if (in.isAlias()) {
            alias = in.name().value();
        }
        return new Operand(new PipeNode.Source(first, source, columns(first, source)), alias);
    }

    private static Token closing(Token open) {
        return new Token(Token.Kind.OPERATOR, ")", open.source(), open.start(), open.origin(), false);
    }

    private static Token dot(Token name) {
        return new Token(Token.Kind.OPERATOR, ".", name.source(), name.start(), name.origin(), false);
    }

    /// Returns the columns of a source, whose names must be plain and distinct.
    private List<PipeColumn> columns(Token location, List<Token> source) throws SqlProblem, SqlSyntaxException {
        PipeWriter w = new PipeWriter();
        int nested = 0;
        for (Iterator<List<Token>> iterator = with.iterator(); iterator.hasNext(); ) {
            List<Token> clause = iterator.next();
            if (!clause.isEmpty()) {
                w.append(clause);
                if (iterator.hasNext()) {
                    w.appendText(location, "SELECT * FROM (");
                    nested++;
                }
            }
        }
        w.appendText(location, "SELECT * FROM ")
                .append(withoutParameters(source))
                .appendText(location, "LIMIT 0" + ")".repeat(nested));
        List<PipeColumn> columns = new ArrayList<>();
        List<ResultColumn> found = describer.of(w.tokens());
        for (ResultColumn column : found) {
            String name = column.name();
            if (!NAME.matcher(name).matches()) {
                throw scope.expected(
                        location,
                        "every column to have a valid name, but '" + name + "' is not one: give it one with AS");
            }
            if (columns.stream().anyMatch(c -> c.isCalled(name))) {
                throw scope.expected(location, "distinct column names, but there are two named '" + name + "'");
            }
            columns.add(new PipeColumn(name, ids++, column.type(), scope.op, location, false));
        }
        return columns;
    }

    /// Replaces the parameters of a function, which have no values yet.
    private static List<Token> withoutParameters(List<Token> source) {
        return source.stream()
                .map(t -> t.kind() == Token.Kind.PARAMETER
                        ? new Token(Token.Kind.WORD, "NULL", t.source(), t.start(), t.origin(), t.hasSpaceBefore())
                        : t)
                .toList();
    }

    private PipeNode intersection() throws SqlProblem, SqlSyntaxException {
        scope.op = "INTERVAL INTERSECTION";
        Token location = in.expect("INTERVAL");
        in.expect("INTERSECTION");
        in.expect("OF");
        in.expectOperator("(");
        List<Operand> operands = new ArrayList<>();
        List<Token> tokens = new ArrayList<>();
        do {
            tokens.add(in.current());
            operands.add(operand());
        } while (in.acceptOperator(","));
        in.expectOperator(")");
        List<Token> partitionKeys = per();
        if (operands.size() < 2) {
            throw scope.expected(location, "at least two relations to intersect");
        }
        List<Integer> bounds = List.of(ids++, ids++);
        List<PipeColumn> row = new ArrayList<>(bounds(location, bounds));
        List<PipeNode.Intersection.Operand> nodes = new ArrayList<>();
        for (int i = 0; i < operands.size(); i++) {
            Operand operand = operands.get(i);
            Token token = tokens.get(i);
            String alias = operand.alias;
            if (alias == null) {
                throw scope.expected(token, "an alias for the relation, as in `(...) AS x`");
            }
            if (scope.alias(alias) != null) {
                throw scope.expected(token, "a different alias for each relation");
            }
            List<PipeColumn> columns = operand.node.columns();
            int ts = column(columns, alias, "ts", token);
            int dur = column(columns, alias, "dur", token);
            List<Integer> keys = new ArrayList<>();
            for (Token key : partitionKeys) {
                keys.add(column(columns, alias, key.value(), key));
            }
            List<PipeColumn> operandColumns = new ArrayList<>();
            for (PipeColumn c : columns) {
                boolean isOnlyQualified = i > 0 || !keys.contains(c.id());
                operandColumns.add(new PipeColumn(c.name(), c.id(), c.type(), scope.op, token, isOnlyQualified));
            }
            row.addAll(operandColumns);
            scope.bind(alias, operandColumns);
            nodes.add(new PipeNode.Intersection.Operand(operand.node, ts, dur, keys));
        }
        scope.replaceRow(row);
        return new PipeNode.Intersection(location, nodes, bounds);
    }

    private List<PipeColumn> bounds(Token location, List<Integer> numbers) {
        return List.of(
                new PipeColumn("ts", numbers.get(0), ResultColumn.Type.LONG, scope.op, location, false),
                new PipeColumn("dur", numbers.get(1), ResultColumn.Type.LONG, scope.op, location, false));
    }

    private int column(List<PipeColumn> columns, String alias, String name, Token location) throws SqlSyntaxException {
        return columns.stream()
                .filter(c -> c.isCalled(name))
                .findFirst()
                .orElseThrow(() -> scope.expected(location, alias + " to have a " + name + " column"))
                .id();
    }

    /// Reads `PER a, b`; returns no names if there is no PER.
    private List<Token> per() throws SqlSyntaxException {
        List<Token> names = new ArrayList<>();
        if (in.accept("PER")) {
            do {
                names.add(in.name());
            } while (in.acceptOperator(","));
        }
        return names;
    }

    private PipeNode stage(PipeNode input) throws SqlSyntaxException {
        Token location = in.current();
        if (in.accept("TREE")) {
            in.expect("ACCUMULATE");
            return tree(location, input);
        }
        if (in.accept("INTERVAL")) {
            if (!in.accept("FLATTEN")) {
                throw in.expected("FLATTEN");
            }
            return flatten(location, input);
        }
        if (in.accept("AGGREGATE")) {
            return grouping(location, input);
        }
        if (in.accept("WHERE")) {
            scope.op = "WHERE";
            return filter(location, input);
        }
        if (in.accept("ORDER")) {
            in.expect("BY");
            orderBy();
            return input;
        }
        stages.read(in);
        return input;
    }

    private PipeNode tree(Token location, PipeNode input) throws SqlSyntaxException {
        scope.op = "TREE ACCUMULATE";
        boolean isUp = in.accept("UP");
        if (!isUp && !in.accept("DOWN")) {
            throw in.expected("UP or DOWN");
        }
        PipeColumn node = columnNamed("id", location);
        PipeColumn parent = columnNamed("parent_id", location);
        if (node.type() == ResultColumn.Type.DOUBLE || parent.type() == ResultColumn.Type.DOUBLE) {
            throw scope.error(location, "an id can't be a float");
        }
        List<PipeColumn> outputs = new ArrayList<>();
        List<PipeNode.Aggregate> sums = aggregates(Set.of("SUM"), outputs);
        List<PipeColumn> row = new ArrayList<>(scope.row());
        row.addAll(outputs);
        scope.replaceRow(row);
        order = List.of();
        return new PipeNode.Tree(location, input, isUp, node.id(), parent.id(), sums);
    }

    private PipeNode flatten(Token location, PipeNode input) throws SqlSyntaxException {
        scope.op = "INTERVAL FLATTEN";
        PipeColumn ts = columnNamed("ts", location);
        PipeColumn dur = columnNamed("dur", location);
        List<PipeColumn> row = new ArrayList<>();
        List<Integer> bounds = List.of(ids++, ids++);
        List<Integer> keys = new ArrayList<>();
        List<PipeColumn> keyColumns = new ArrayList<>();
        List<String> seen = new ArrayList<>();
        for (Token key : per()) {
            stages.checkOnce(seen, key);
            PipeColumn column = scope.resolve(null, key);
            keys.add(column.id());
            keyColumns.add(column.withName(key.value(), scope.op, key).makeVisible());
        }
        in.expect("AGGREGATE");
        List<PipeColumn> outputs = new ArrayList<>();
        List<PipeNode.Aggregate> aggregates = aggregates(Set.of("SUM", "COUNT"), outputs);
        row.addAll(bounds(location, bounds));
        row.addAll(keyColumns);
        row.addAll(outputs);
        replace(row);
        return new PipeNode.Flatten(
                location, input, integer(ts, location), integer(dur, location), keys, aggregates, bounds);
    }

    private PipeNode grouping(Token location, PipeNode input) throws SqlSyntaxException {
        scope.op = "AGGREGATE";
        List<PipeColumn> outputs = new ArrayList<>();
        List<PipeNode.Aggregate> aggregates = aggregates(Set.of("SUM", "COUNT", "MIN", "MAX"), outputs);
        List<PipeColumn> keys = new ArrayList<>();
        if (in.accept("GROUP")) {
            in.expect("BY");
            do {
                keys.add(stages.item(in));
            } while (in.acceptOperator(","));
        }
        List<Integer> numbers = keys.stream().map(PipeColumn::id).toList();
        keys.addAll(outputs);
        replace(keys);
        return new PipeNode.Grouping(location, input, numbers, aggregates);
    }

    /// Sets the columns after a stage that creates new rows. Throws if two have the same name.
    private void replace(List<PipeColumn> row) throws SqlSyntaxException {
        for (int i = 0; i < row.size(); i++) {
            PipeColumn column = row.get(i);
            if (row.subList(0, i).stream().anyMatch(c -> c.isCalled(column.name()))) {
                throw scope.expected(column.location(), "'" + column.name() + "' to be listed only once");
            }
        }
        scope.replaceRow(row);
        scope.clearAliases();
        order = List.of();
    }

    private PipeNode filter(Token location, PipeNode input) throws SqlSyntaxException {
        List<Token> condition = in.toStageEnd();
        if (condition.isEmpty()) {
            throw in.expected("a condition");
        }
        Set<Integer> used = new TreeSet<>();
        return new PipeNode.Filter(location, input, PipeCondition.resolve(condition, scope, used), used);
    }

    private void orderBy() throws SqlSyntaxException {
        scope.op = "ORDER BY";
        List<SortKey> keys = new ArrayList<>();
        do {
            Token location = in.current();
            List<Token> expression = in.until("ASC", "DESC");
            PipeColumn column = stages.columnOf(expression, location, in);
            if (column.type() == ResultColumn.Type.TEXT) {
                throw scope.unsupported(location, "ordering by a string column");
            }
            boolean isDescending = in.accept("DESC");
            if (!isDescending) {
                in.accept("ASC");
            }
            keys.add(new SortKey(column.id(), isDescending));
        } while (in.acceptOperator(","));
        keys.addAll(order);
        order = keys;
    }

    /// Reads `aggregate AS name, …`.
    ///
    /// @param functions supported functions
    private List<PipeNode.Aggregate> aggregates(Set<String> functions, List<PipeColumn> outputs)
            throws SqlSyntaxException {
        List<PipeNode.Aggregate> aggregates = new ArrayList<>();
        do {
            Token location = in.current();
            List<Token> expression = in.until("AS");
            in.expect("AS");
            Token name = in.name();
            aggregates.add(aggregate(expression, location, functions));
            outputs.add(new PipeColumn(
                    name.value(), aggregates.getLast().output(), ResultColumn.Type.LONG, scope.op, location, false));
        } while (in.acceptOperator(","));
        return aggregates;
    }

    private PipeNode.Aggregate aggregate(List<Token> expression, Token location, Set<String> functions)
            throws SqlSyntaxException {
        if (expression.size() < 3
                || !expression.get(0).isName()
                || !expression.get(1).isOperator("(")) {
            throw scope.expected(location, "an aggregate like SUM(column)");
        }
        String function = expression.getFirst().value().toUpperCase(Locale.ROOT);
        if (!functions.contains(function)) {
            throw scope.unsupported(location, "aggregate " + function);
        }
        int close = new PipeCursor(expression).closing(1);
        if (close + 1 < expression.size()) {
            Token after = expression.get(close + 1);
            throw after.isAny("FILTER", "OVER")
                    ? scope.unsupported(after, after.text().toUpperCase(Locale.ROOT))
                    : scope.expected(location, "an aggregate like SUM(column)");
        }
        List<Token> argument = expression.subList(2, close);
        if (argument.size() == 1 && argument.getFirst().isOperator("*")) {
            if (!function.equals("COUNT")) {
                throw scope.expected(location, "a column name, not *");
            }
            return new PipeNode.Aggregate(function, -1, ids++);
        }
        boolean countsColumn = function.equals("COUNT") && functions.size() < 4;
        if (countsColumn) {
            throw scope.unsupported(location, "COUNT of anything but *");
        }
        if (argument.isEmpty() || argument.stream().anyMatch(t -> t.isOperator(","))) {
            throw scope.expected(location, "exactly one argument");
        }
        if (argument.getFirst().is("DISTINCT")) {
            throw scope.unsupported(argument.getFirst(), "DISTINCT");
        }
        PipeColumn column = stages.columnOf(argument, argument.getFirst(), in);
        return new PipeNode.Aggregate(
                function, function.equals("COUNT") ? column.id() : integer(column, argument.getFirst()), ids++);
    }

    private int integer(PipeColumn column, Token location) throws SqlSyntaxException {
        if (column.type() != ResultColumn.Type.LONG
                && column.type() != ResultColumn.Type.BOOLEAN
                && column.type() != ResultColumn.Type.HUGE) {
            throw scope.expected(location, "an integer column");
        }
        return column.id();
    }

    private PipeColumn columnNamed(String name, Token location) throws SqlSyntaxException {
        return scope.row().get(scope.indexOf(name, location));
    }
}
