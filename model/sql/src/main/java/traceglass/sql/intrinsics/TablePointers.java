package traceglass.sql.intrinsics;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import traceglass.sql.parse.ParsedStatement;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.CallArguments;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.NodeEdits;
import traceglass.sql.tree.Query;
import traceglass.sql.tree.QueryBody;
import traceglass.sql.tree.SqlStatement;
import traceglass.sql.tree.TableSource;
import traceglass.sql.tree.TreeRewriter;

/// Rewrites calls of native functions in published PerfettoSQL modules to calls of operators.
///
/// Such a module passes rows to a function through an aggregate (`__intrinsic_graph_agg(a, b)`), reads the result's
/// columns as `c0`, `c1`, … from `__intrinsic_table_ptr(…)`, and names the columns in WHERE
/// (`__intrinsic_table_ptr_bind(c0, 'node_id')`). Here the aggregates become queries with named columns, the
/// function becomes the corresponding operator, and the bindings become a list of columns.
public final class TablePointers {
    private static final String POINTER = "__intrinsic_table_ptr";
    private static final String BIND = "__intrinsic_table_ptr_bind";
    private static final String WEIGHT_BOUNDED = "__intrinsic_dfs_weight_bounded";

    private final NodeEdits edits;
    private final IntrinsicCalls calls;

    private TablePointers(List<Token> statement) {
        edits = new NodeEdits(statement);
        calls = new IntrinsicCalls(edits);
    }

    /// Returns the statement with pointers replaced by operators.
    public static ParsedStatement rewrite(ParsedStatement statement) throws SqlSyntaxException {
        // If the parser does not know the syntax, running the statement reports the error.
        if (statement.parsed() == null || !statement.callsSource(TablePointers::isPointer)) {
            return statement;
        }
        TablePointers pointers = new TablePointers(statement.tokens());
        PointerFinder finder = pointers.new PointerFinder();
        finder.statement(statement.tree());
        if (finder.problem != null) {
            throw finder.problem;
        }
        return statement.edited(pointers.edits);
    }

    private static boolean isPointer(String name) {
        return name.equalsIgnoreCase(POINTER) || name.equalsIgnoreCase(WEIGHT_BOUNDED);
    }

    /// Finds the sources to replace. Sources inside other sources are replaced first.
    private final class PointerFinder extends TreeRewriter {
        /// Pointers of the current SELECT, or of the statement outside any SELECT.
        private List<TableSource.Function> pointers = new ArrayList<>();

        private @Nullable SqlSyntaxException problem;

        @Override
        public SqlStatement statement(SqlStatement s) {
            super.statement(s);
            BindingFinder bindings = new BindingFinder();
            bindings.statement(s);
            replaceAll(bindings.found);
            return s;
        }

        @Override
        public QueryBody select(QueryBody.Select s) {
            List<TableSource.Function> outer = pointers;
            pointers = new ArrayList<>();
            super.select(s);
            BindingFinder bindings = new BindingFinder();
            bindings.body(s);
            replaceAll(bindings.found);
            pointers = outer;
            return s;
        }

        private void replaceAll(List<Expression.Call> bindings) {
            // A binding without the name of a source belongs to the last one.
            for (TableSource.Function pointer : pointers.reversed()) {
                run(() -> replace(pointer, bindings));
            }
            pointers.clear();
        }

        @Override
        public TableSource function(TableSource.Function f) {
            super.function(f);
            if (f.call().is(POINTER)) {
                pointers.add(f);
            } else if (f.call().is(WEIGHT_BOUNDED)) {
                run(() -> edits.replace(f.call(), calls.weightBoundedSearch(f.call())));
            }
            return f;
        }

        private void run(Replacement replacement) {
            try {
                if (problem == null) {
                    replacement.run();
                }
            } catch (SqlSyntaxException e) {
                problem = e;
            }
        }
    }

    private interface Replacement {
        void run() throws SqlSyntaxException;
    }

    /// Finds the bindings of a statement or SELECT, except those in subqueries.
    private static final class BindingFinder extends TreeRewriter {
        private final List<Expression.Call> found = new ArrayList<>();

        @Override
        public Query query(Query q) {
            return q;
        }

        @Override
        public Expression call(Expression.Call e) {
            if (e.is(BIND)) {
                found.add(e);
            }
            return super.call(e);
        }
    }

    private void replace(TableSource.Function pointer, List<Expression.Call> bindings) throws SqlSyntaxException {
        Token name = IntrinsicCalls.first(pointer.call());
        if (pointer.call().arguments().size() == 0) {
            throw new SqlSyntaxException(POINTER + " takes a table", name);
        }
        List<Token> call = new ArrayList<>();
        List<String> columns = calls.write(pointer.call().arguments().value(0), name, call);
        String alias = pointer.alias() == null ? null : pointer.alias().name().text();
        String open = "(SELECT ";
        StringBuilder select = new StringBuilder(open);
        removeBindings(alias, bindings).forEach((column, source) -> {
            if (columns.stream().anyMatch(source::equalsIgnoreCase)) {
                select.append(select.length() > open.length() ? ", " : "")
                        .append("tg_result.")
                        .append(Token.quoteName(source))
                        .append(" AS ")
                        .append(column);
            }
        });
        List<Token> source = new ArrayList<>();
        IntrinsicCalls.Writer w = new IntrinsicCalls.Writer(source, name.origin());
        w.text(select.append(select.length() == open.length() ? "* FROM " : " FROM ")
                .toString());
        source.addAll(call);
        w.text(" AS tg_result");
        w.text(alias == null ? ") AS tg_pointer" : ")");
        edits.replace(pointer.call(), source);
    }

    /// Removes the bindings of a source from its query, and returns the names of the table's columns by the names to
    /// which they are bound.
    private Map<String, String> removeBindings(@Nullable String alias, List<Expression.Call> bindings)
            throws SqlSyntaxException {
        Map<String, String> bound = new LinkedHashMap<>();
        for (Expression.Call binding : bindings) {
            if (edits.isReplaced(binding)) {
                continue;
            }
            CallArguments pair = binding.arguments();
            Expression.Column column = pair.size() == 2
                            && pair.value(0) instanceof Expression.Column c
                            && c.path().size() <= 2
                    ? c
                    : null;
            if (column == null) {
                throw new SqlSyntaxException(BIND + " takes a column and a name", IntrinsicCalls.first(binding));
            }
            if (column.qualifier() == null || column.qualifier().text().equalsIgnoreCase(alias)) {
                bound.put(
                        column.name().text(),
                        IntrinsicCalls.first(pair.value(1)).value());
                edits.replace(
                        binding,
                        SqlTokens.read(" TRUE", IntrinsicCalls.first(binding).origin()));
            }
        }
        return bound;
    }
}
