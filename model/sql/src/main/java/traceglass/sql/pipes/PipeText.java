package traceglass.sql.pipes;

import java.util.List;
import traceglass.sql.parse.WrittenNames;
import traceglass.sql.result.ResultColumn;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.NodeEdits;
import traceglass.sql.tree.NodeSpan;
import traceglass.sql.tree.Query;
import traceglass.sql.tree.SqlStatement;

/// The tokens of a statement whose pipelines are replaced by queries, the innermost and first ones before the others.
final class PipeText {
    private final Pipelines.Columns describer;
    private final NodeEdits edits;

    /// @param statement tokens of the statement
    PipeText(List<Token> statement, Pipelines.Columns describer) {
        this.describer = describer;
        edits = new NodeEdits(statement);
    }

    /// Compiles pipelines that were found in the statement.
    void compile(PipeFinder finder) throws SqlProblem, SqlSyntaxException {
        finder.check();
        for (PipeFinder.Found found : finder.found()) {
            edits.replace(found.pipeline(), new PipeCompiler(found, this).compile());
        }
    }

    /// Returns the tokens of the statement.
    List<Token> tokens(SqlStatement statement) throws SqlSyntaxException {
        WrittenNames.keep(statement, edits);
        return edits.apply();
    }

    /// Returns the tokens of a node, without parentheses around it.
    List<Token> tokens(NodeSpan span) {
        return edits.tokens(span);
    }

    List<Token> tokens(List<Token> statement, int start, int end) {
        return edits.tokens(new NodeSpan(statement, start, end));
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
