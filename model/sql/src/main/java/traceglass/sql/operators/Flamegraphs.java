package traceglass.sql.operators;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import traceglass.sql.parse.ParsedStatement;
import traceglass.sql.syntax.PerfettoStatement;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.CallArguments;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.NodeEdits;
import traceglass.sql.tree.TableSource;
import traceglass.sql.tree.TreeRewriter;

/// Flame graphs in SQL. `CREATE VIRTUAL TABLE fg USING __intrinsic_flamegraph((query))` stores the query's frames as
/// a table; `fg(__intrinsic_flamegraph_config(…))` among the sources of FROM is one view of them, and
/// `__intrinsic_flamegraph_find(_tree_id, 'SUPER_ROOT')` requests only the total. This class converts both to
/// operator calls.
public final class Flamegraphs {

    public static final String MODULE = "__intrinsic_flamegraph";
    private static final String FIND = "__intrinsic_flamegraph_find";

    private final Set<String> tables = new HashSet<>();

    /// Registers a virtual table; returns the statement that creates the table of its frames.
    public List<Token> define(PerfettoStatement.VirtualTable virtual) throws SqlSyntaxException {
        tables.add(virtual.name().value().toLowerCase(Locale.ROOT));
        List<Token> create = new ArrayList<>(SqlTokens.read(
                "CREATE " + (virtual.replaces() ? "OR REPLACE " : "") + "TEMP TABLE "
                        + Token.quoteName(virtual.name().value()) + " AS SELECT * FROM ",
                virtual.name().origin()));
        create.addAll(virtual.arguments());
        return create;
    }

    /// Returns the statement with views of flame graphs replaced by operator calls.
    public ParsedStatement rewrite(ParsedStatement statement) throws SqlSyntaxException {
        if (tables.isEmpty() || !statement.calls(name -> name.equalsIgnoreCase(FIND) || isFlamegraph(name))) {
            return statement;
        }
        Calls calls = new Calls();
        calls.statement(statement.tree());
        NodeEdits edits = new NodeEdits(statement.tokens());
        for (Expression.Call find : calls.finds) {
            edits.replace(find, superRoot(find));
        }
        String isSuperRoot = calls.finds.isEmpty() ? "0" : "1";
        for (Expression.Call view : calls.views) {
            Token name = view.span().tokens().getFirst();
            List<Token> operator = new ArrayList<>(SqlTokens.read(
                    " tg_op_flamegraph(" + Token.quoteName(name.value()) + ", " + isSuperRoot + ",", name.origin()));
            operator.addAll(edits.tokens(view.arguments().span()));
            operator.addAll(SqlTokens.read(")", name.origin()));
            edits.replace(view, operator);
        }
        return statement.edited(edits);
    }

    private static List<Token> superRoot(Expression.Call find) throws SqlSyntaxException {
        CallArguments arguments = find.arguments();
        Token name = find.span().tokens().getFirst();
        boolean isKnown = arguments.size() == 2
                && arguments.value(1).span().outerTokens().getFirst().value().equals("SUPER_ROOT");
        if (!isKnown) {
            throw new SqlSyntaxException("flamegraph: unknown find selector", name);
        }
        return SqlTokens.read(" 1", name.origin());
    }

    private boolean isFlamegraph(String name) {
        return tables.contains(name.toLowerCase(Locale.ROOT));
    }

    /// Finds the views of flame graphs and the requests for their totals.
    private final class Calls extends TreeRewriter {
        private final List<Expression.Call> finds = new ArrayList<>();
        private final List<Expression.Call> views = new ArrayList<>();

        @Override
        public Expression call(Expression.Call e) {
            if (e.is(FIND)) {
                finds.add(e);
            }
            return super.call(e);
        }

        @Override
        public TableSource function(TableSource.Function f) {
            TableSource result = super.function(f);
            if (f.call().path().size() == 1 && isFlamegraph(f.call().name().text())) {
                views.add(f.call());
            }
            return result;
        }
    }
}
