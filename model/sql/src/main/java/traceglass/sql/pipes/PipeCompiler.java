package traceglass.sql.pipes;

import java.util.ArrayList;
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
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.NodeSpan;
import traceglass.sql.tree.OrderTerm;
import traceglass.sql.tree.PipeStage;
import traceglass.sql.tree.Query;
import traceglass.sql.tree.QueryBody;
import traceglass.sql.tree.SelectItem;
import traceglass.sql.tree.SqlName;
import traceglass.sql.tree.SyntaxNode;
import traceglass.sql.tree.TableSource;

/// Compiles the syntax tree of one pipeline: resolves the names in its source and stages, and writes the query.
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

    private final QueryBody.Pipeline pipeline;
    private final List<PipeFinder.With> with;
    private final PipeText text;
    private final PipeScope scope = new PipeScope();
    private final PipeStages stages = new PipeStages(scope);
    /// Order of the rows, the first key first.
    private List<SortKey> order = List.of();
    private int ids;

    /// @param text the statement around the pipeline
    PipeCompiler(PipeFinder.Found found, PipeText text) {
        pipeline = found.pipeline();
        with = found.with();
        this.text = text;
    }

    /// Returns the query that the pipeline is compiled to.
    List<Token> compile() throws SqlProblem, SqlSyntaxException {
        PipeNode node = pipeline.isIntersection() ? intersection() : from();
        for (PipeStage stage : pipeline.stages()) {
            node = stage(stage, node);
        }
        return write(node);
    }

    private List<Token> write(PipeNode node) throws SqlSyntaxException {
        Token location = node.location();
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
                    scope.row().stream().filter(o -> o.isNamed(c.name())).count() == 1;
            if (c.id() == column && isUnique) {
                return c.name();
            }
        }
        return null;
    }

    private PipeNode from() throws SqlProblem, SqlSyntaxException {
        if (pipeline.sources().size() > 1) {
            throw notAStage(pipeline.sources().get(1));
        }
        Operand operand = operand(pipeline.sources().getFirst());
        scope.replaceRow(operand.node.columns());
        String alias = operand.alias;
        if (alias != null) {
            scope.bind(alias, operand.node.columns());
        }
        return operand.node;
    }

    private static SqlSyntaxException notAStage(SyntaxNode node) {
        Token t = PipeScope.token(node);
        return new SqlSyntaxException(
                "syntax error at \"" + t.text() + "\": expected |>, the start of a stage; in FROM, put a query into"
                        + " parentheses: FROM (SELECT …)",
                t);
    }

    /// A source and the alias that can qualify its columns, null if it has none.
    private record Operand(PipeNode.Source node, @Nullable String alias) {}

    private Operand operand(TableSource source) throws SqlProblem, SqlSyntaxException {
        Token first = PipeScope.token(source);
        return switch (source) {
            case TableSource.Table t
            when t.sample() == null ->
                operand(first, path(t), alias(t.alias()), t.name().text());
            case TableSource.Subquery s
            when !s.isLateral() && s.sample() == null ->
                operand(first, query(first, s.query()), alias(s.alias()), null);
            case TableSource.Function f ->
                throw scope.expected(
                        PipeScope.token(f.call()),
                        "a table; read a function in a query: FROM (SELECT * FROM "
                                + f.call().name().text() + "(…))");
            case TableSource.Join j -> throw notAStage(j.right());
            default -> throw scope.expected(first, "a table or a query in parentheses");
        };
    }

    private Operand operand(Token first, List<Token> tokens, @Nullable String alias, @Nullable String name)
            throws SqlProblem, SqlSyntaxException {
        return new Operand(new PipeNode.Source(first, tokens, columns(first, tokens)), alias == null ? name : alias);
    }

    private @Nullable String alias(TableSource.@Nullable Alias alias) throws SqlSyntaxException {
        if (alias != null && !alias.columns().isEmpty()) {
            throw scope.unsupported(PipeScope.token(alias.columns().getFirst()), "naming the columns of a source");
        }
        return alias == null ? null : alias.name().text();
    }

    /// Returns the name of a table, without its alias.
    private List<Token> path(TableSource.Table table) {
        NodeSpan first = table.path().getFirst().span();
        return text.tokens(first.statement(), first.start(), table.name().span().end());
    }

    /// Returns a query in parentheses, with its pipelines replaced.
    private List<Token> query(Token open, Query query) throws SqlProblem, SqlSyntaxException {
        PipeFinder finder = new PipeFinder(with);
        finder.query(query);
        text.compile(finder);
        List<Token> tokens = new ArrayList<>();
        tokens.add(bracket("(", open));
        tokens.addAll(text.tokens(query.span()));
        tokens.add(bracket(")", open));
        return tokens;
    }

    private static Token bracket(String bracket, Token location) {
        return new Token(Token.Kind.OPERATOR, bracket, location.source(), location.start(), location.origin(), false);
    }

    /// Returns the columns of a source, whose names must be plain and distinct.
    private List<PipeColumn> columns(Token location, List<Token> source) throws SqlProblem, SqlSyntaxException {
        PipeWriter query = new PipeWriter()
                .appendText(location, "SELECT * FROM ")
                .append(withoutParameters(source))
                .appendText(location, "LIMIT 0");
        List<PipeColumn> columns = new ArrayList<>();
        for (ResultColumn column : text.columns(location, with, query.tokens())) {
            String name = column.name();
            if (!NAME.matcher(name).matches()) {
                throw scope.expected(
                        location,
                        "every column to have a valid name, but '" + name + "' is not one: give it one with AS");
            }
            if (columns.stream().anyMatch(c -> c.isNamed(name))) {
                throw scope.expected(location, "distinct column names, but there are two named '" + name + "'");
            }
            columns.add(new PipeColumn(name, ids++, column.type(), scope.stageName, location, false));
        }
        return columns;
    }

    /// Replaces the parameters of a function, which have no values yet. `$table` is not one, but the input of a graph
    /// scan.
    private static List<Token> withoutParameters(List<Token> source) {
        return source.stream()
                .map(t -> t.kind() == Token.Kind.PARAMETER && !t.text().equalsIgnoreCase("$table")
                        ? new Token(Token.Kind.WORD, "NULL", t.source(), t.start(), t.origin(), t.hasSpaceBefore())
                        : t)
                .toList();
    }

    private PipeNode intersection() throws SqlProblem, SqlSyntaxException {
        scope.stageName = "INTERVAL INTERSECTION";
        Token location = PipeScope.token(pipeline);
        List<Operand> operands = new ArrayList<>();
        List<Token> tokens = new ArrayList<>();
        for (TableSource source : pipeline.sources()) {
            tokens.add(PipeScope.token(source));
            operands.add(operand(source));
        }
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
            for (SqlName key : pipeline.keys()) {
                keys.add(column(columns, alias, key.text(), PipeScope.token(key)));
            }
            List<PipeColumn> operandColumns = new ArrayList<>();
            for (PipeColumn c : columns) {
                boolean isOnlyQualified = i > 0 || !keys.contains(c.id());
                operandColumns.add(new PipeColumn(c.name(), c.id(), c.type(), scope.stageName, token, isOnlyQualified));
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
                new PipeColumn("ts", numbers.get(0), ResultColumn.Type.LONG, scope.stageName, location, false),
                new PipeColumn("dur", numbers.get(1), ResultColumn.Type.LONG, scope.stageName, location, false));
    }

    private int column(List<PipeColumn> columns, String alias, String name, Token location) throws SqlSyntaxException {
        return columns.stream()
                .filter(c -> c.isNamed(name))
                .findFirst()
                .orElseThrow(() -> scope.expected(location, alias + " to have a " + name + " column"))
                .id();
    }

    private PipeNode stage(PipeStage stage, PipeNode input) throws SqlProblem, SqlSyntaxException {
        Token location = PipeScope.token(stage);
        return switch (stage) {
            case PipeStage.Accumulate s -> tree(s, location, input);
            case PipeStage.Flatten s -> flatten(s, location, input);
            case PipeStage.Aggregate s -> grouping(s, location, input);
            case PipeStage.Filter s -> filter(s, location, input);
            case PipeStage.Order s -> {
                orderBy(s);
                yield input;
            }
            default -> {
                stages.apply(stage);
                yield input;
            }
        };
    }

    private PipeNode tree(PipeStage.Accumulate stage, Token location, PipeNode input) throws SqlSyntaxException {
        scope.stageName = "TREE ACCUMULATE";
        PipeColumn node = columnNamed("id", location);
        PipeColumn parent = columnNamed("parent_id", location);
        if (node.type() == ResultColumn.Type.DOUBLE || parent.type() == ResultColumn.Type.DOUBLE) {
            throw scope.error(location, "an id can't be a float");
        }
        List<PipeColumn> outputs = new ArrayList<>();
        List<PipeNode.Aggregate> sums = aggregates(stage.items(), Set.of("SUM"), outputs);
        List<PipeColumn> row = new ArrayList<>(scope.row());
        row.addAll(outputs);
        scope.replaceRow(row);
        order = List.of();
        return new PipeNode.Tree(location, input, stage.isUp(), node.id(), parent.id(), sums);
    }

    private PipeNode flatten(PipeStage.Flatten stage, Token location, PipeNode input) throws SqlSyntaxException {
        scope.stageName = "INTERVAL FLATTEN";
        PipeColumn ts = columnNamed("ts", location);
        PipeColumn dur = columnNamed("dur", location);
        List<PipeColumn> row = new ArrayList<>();
        List<Integer> bounds = List.of(ids++, ids++);
        List<Integer> keys = new ArrayList<>();
        List<PipeColumn> keyColumns = new ArrayList<>();
        List<String> seen = new ArrayList<>();
        for (SqlName key : stage.keys()) {
            stages.checkOnce(seen, key);
            Token token = PipeScope.token(key);
            PipeColumn column = scope.resolve(null, token);
            keys.add(column.id());
            keyColumns.add(column.withName(key.text(), scope.stageName, token).makeVisible());
        }
        List<PipeColumn> outputs = new ArrayList<>();
        List<PipeNode.Aggregate> aggregates = aggregates(stage.items(), Set.of("SUM", "COUNT"), outputs);
        row.addAll(bounds(location, bounds));
        row.addAll(keyColumns);
        row.addAll(outputs);
        replace(row);
        return new PipeNode.Flatten(
                location, input, integer(ts, location), integer(dur, location), keys, aggregates, bounds);
    }

    private PipeNode grouping(PipeStage.Aggregate stage, Token location, PipeNode input) throws SqlSyntaxException {
        scope.stageName = "AGGREGATE";
        List<PipeColumn> outputs = new ArrayList<>();
        List<PipeNode.Aggregate> aggregates = aggregates(stage.items(), Set.of("SUM", "COUNT", "MIN", "MAX"), outputs);
        List<PipeColumn> keys = new ArrayList<>();
        for (SelectItem key : stage.keys()) {
            keys.add(stages.item(key));
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
            if (row.subList(0, i).stream().anyMatch(c -> c.isNamed(column.name()))) {
                throw scope.expected(column.location(), "'" + column.name() + "' to be listed only once");
            }
        }
        scope.replaceRow(row);
        scope.clearAliases();
        order = List.of();
    }

    private PipeNode filter(PipeStage.Filter stage, Token location, PipeNode input)
            throws SqlProblem, SqlSyntaxException {
        scope.stageName = "WHERE";
        PipeFinder finder = new PipeFinder(with);
        finder.expression(stage.condition());
        text.compile(finder);
        Set<Integer> used = new TreeSet<>();
        return new PipeNode.Filter(location, input, PipeCondition.resolve(stage.condition(), text, scope, used), used);
    }

    private void orderBy(PipeStage.Order stage) throws SqlSyntaxException {
        scope.stageName = "ORDER BY";
        List<SortKey> keys = new ArrayList<>();
        for (OrderTerm term : stage.terms()) {
            Token location = PipeScope.token(term);
            PipeColumn column = stages.columnOf(term.value());
            if (column.type() == ResultColumn.Type.TEXT) {
                throw scope.unsupported(location, "ordering by a string column");
            }
            if (term.nulls() != OrderTerm.Nulls.UNSPECIFIED) {
                throw scope.unsupported(location, "NULLS");
            }
            keys.add(new SortKey(column.id(), term.direction() == OrderTerm.Direction.DESC));
        }
        keys.addAll(order);
        order = keys;
    }

    /// Adds the columns of `aggregate AS name, …`.
    ///
    /// @param functions supported functions
    private List<PipeNode.Aggregate> aggregates(List<SelectItem> items, Set<String> functions, List<PipeColumn> outputs)
            throws SqlSyntaxException {
        List<PipeNode.Aggregate> aggregates = new ArrayList<>();
        for (SelectItem item : items) {
            Token location = PipeScope.token(item);
            SqlName name = item.alias();
            aggregates.add(aggregate(item.value(), location, functions));
            if (name == null) {
                throw scope.expected(location, "AS and a name after the aggregate");
            }
            outputs.add(new PipeColumn(
                    name.text(),
                    aggregates.getLast().output(),
                    ResultColumn.Type.LONG,
                    scope.stageName,
                    location,
                    false));
        }
        return aggregates;
    }

    private PipeNode.Aggregate aggregate(Expression expression, Token location, Set<String> functions)
            throws SqlSyntaxException {
        if (!(expression instanceof Expression.Call call)
                || call.path().size() > 1
                || call.span().parentheses() > 0) {
            throw scope.expected(location, "an aggregate like SUM(column)");
        }
        String function = call.name().text().toUpperCase(Locale.ROOT);
        if (!functions.contains(function)) {
            throw scope.unsupported(location, "aggregate " + function);
        }
        if (call.filter() != null || call.window() != null) {
            throw scope.unsupported(location, call.filter() != null ? "FILTER" : "OVER");
        }
        if (call.arguments().isDistinct() || !call.arguments().order().isEmpty()) {
            throw scope.unsupported(location, call.arguments().isDistinct() ? "DISTINCT" : "ORDER BY");
        }
        if (call.arguments().size() == 1 && call.arguments().value(0) instanceof Expression.Star) {
            if (!function.equals("COUNT")) {
                throw scope.expected(location, "a column name, not *");
            }
            return new PipeNode.Aggregate(function, -1, ids++);
        }
        boolean countsColumn = function.equals("COUNT") && functions.size() < 4;
        if (countsColumn) {
            throw scope.unsupported(location, "COUNT of anything but *");
        }
        if (call.arguments().size() != 1) {
            throw scope.expected(location, "exactly one argument");
        }
        Expression argument = call.arguments().value(0);
        PipeColumn column = stages.columnOf(argument);
        return new PipeNode.Aggregate(
                function, function.equals("COUNT") ? column.id() : integer(column, PipeScope.token(argument)), ids++);
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
