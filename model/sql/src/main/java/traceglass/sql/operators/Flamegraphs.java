package traceglass.sql.operators;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import traceglass.sql.syntax.PerfettoStatement;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;

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
    public List<Token> rewrite(List<Token> statement) throws SqlSyntaxException {
        if (statement.stream().noneMatch(this::isFlamegraph)) {
            return statement;
        }
        int[] matchingBracket = SqlTokens.brackets(statement);
        boolean isSuperRoot = statement.stream().anyMatch(t -> t.text().equalsIgnoreCase(FIND));
        List<Token> out = new ArrayList<>();
        for (int i = 0; i < statement.size(); i++) {
            Token t = statement.get(i);
            boolean isCall = i + 1 < statement.size() && statement.get(i + 1).isOperator("(");
            if (isCall && t.text().equalsIgnoreCase(FIND)) {
                List<List<Token>> arguments =
                        PerfettoStatement.commaSeparated(statement.subList(i + 2, matchingBracket[i + 1]));
                if (arguments.size() != 2
                        || !arguments.getLast().getFirst().value().equals("SUPER_ROOT")) {
                    throw new SqlSyntaxException("flamegraph: unknown find selector", t);
                }
                out.addAll(SqlTokens.read(" 1", t.origin()));
                i = matchingBracket[i + 1];
            } else if (isCall && isFlamegraph(t)) {
                out.addAll(SqlTokens.read(
                        " tg_op_flamegraph(" + Token.quoteName(t.value()) + ", " + (isSuperRoot ? "1" : "0") + ",",
                        t.origin()));
                i++;
            } else {
                out.add(t);
            }
        }
        return out;
    }

    private boolean isFlamegraph(Token t) {
        return t.isName() && tables.contains(t.value().toLowerCase(Locale.ROOT));
    }
}
