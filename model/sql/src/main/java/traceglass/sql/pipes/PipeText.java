package traceglass.sql.pipes;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import traceglass.sql.result.ResultColumn;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.NodeSpan;
import traceglass.sql.tree.Query;

/// The tokens of a statement whose pipelines are replaced by queries, the innermost and first ones before the others.
final class PipeText {
    private record Replacement(int end, List<Token> tokens) {}

    private final Pipelines.Columns describer;
    /// By index of the first replaced token.
    private final TreeMap<Integer, Replacement> replacements = new TreeMap<>();

    PipeText(Pipelines.Columns describer) {
        this.describer = describer;
    }

    /// Compiles pipelines that were found in the statement.
    void compile(PipeFinder finder) throws SqlProblem, SqlSyntaxException {
        finder.check();
        for (PipeFinder.Found found : finder.found()) {
            NodeSpan span = found.pipeline().span();
            List<Token> query = new PipeCompiler(found, this).compile();
            replacements.put(span.start(), new Replacement(span.end(), query));
        }
    }

    /// Returns the tokens of a node, without parentheses around it.
    List<Token> tokens(NodeSpan span) {
        return tokens(span.statement(), span.start(), span.end());
    }

    List<Token> tokens(List<Token> statement, int start, int end) {
        List<Token> out = new ArrayList<>();
        int position = start;
        while (position < end) {
            Map.Entry<Integer, Replacement> next = replacements.ceilingEntry(position);
            if (next == null || next.getKey() >= end) {
                break;
            }
            out.addAll(statement.subList(position, next.getKey()));
            out.addAll(next.getValue().tokens);
            position = next.getValue().end;
        }
        out.addAll(statement.subList(position, end));
        return out;
    }

    /// Returns the columns of a query.
    ///
    /// @param with WITH clauses around it, outermost first
    List<ResultColumn> columns(Token location, List<PipeFinder.With> with, List<Token> query)
            throws SqlProblem, SqlSyntaxException {
        PipeWriter w = new PipeWriter();
        int nested = 0;
        for (PipeFinder.With clause : with) {
            if (!clause.tables().isEmpty()) {
                w.appendText(location, nested == 0 ? "" : "SELECT * FROM (");
                appendWith(w, location, clause);
                nested++;
            }
        }
        w.append(query).appendText(location, ")".repeat(Math.max(0, nested - 1)));
        return describer.of(w.tokens());
    }

    private void appendWith(PipeWriter w, Token location, PipeFinder.With clause) throws SqlSyntaxException {
        String before = clause.isRecursive() ? "WITH RECURSIVE" : "WITH";
        for (Query.CommonTable table : clause.tables()) {
            w.appendText(location, before).append(tokens(table.span()));
            before = ",";
        }
    }
}
