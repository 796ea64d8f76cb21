package traceglass.sql.parse;

import java.util.ArrayList;
import java.util.List;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.NodeEdits;
import traceglass.sql.tree.NodeSpan;
import traceglass.sql.tree.Query;
import traceglass.sql.tree.SqlStatement;
import traceglass.sql.tree.SyntaxNode;
import traceglass.sql.tree.TreeRewriter;

/// WITH clauses that are visible at a node of a statement.
public final class WithClauses {
    private final SqlStatement statement;

    private WithClauses(SqlStatement statement) {
        this.statement = statement;
    }

    /// Returns the WITH clauses of a statement or query.
    public static WithClauses of(SqlStatement statement) {
        return new WithClauses(statement);
    }

    /// Returns the WITH clauses around a node as one clause, with the tables that are complete before it.
    ///
    /// @param edits edits of the statement
    public List<Token> around(SyntaxNode node, NodeEdits edits) throws SqlSyntaxException {
        Finder finder = new Finder(node.span().start());
        finder.statement(statement);
        List<Token> out = new ArrayList<>();
        for (Query.CommonTable table : finder.tables) {
            List<Token> tokens = edits.tokens(table.span());
            out.addAll(SqlTokens.read(
                    out.isEmpty() ? finder.isRecursive ? "WITH RECURSIVE " : "WITH " : ", ",
                    tokens.getFirst().origin()));
            out.add(tokens.getFirst().withSpace(true));
            out.addAll(tokens.subList(1, tokens.size()));
        }
        return out;
    }

    /// Finds the tables that are visible at a token; one that has the name of an outer one replaces it.
    private static final class Finder extends TreeRewriter {
        private final int position;
        private final List<Query.CommonTable> tables = new ArrayList<>();
        private boolean isRecursive;

        private Finder(int position) {
            this.position = position;
        }

        private boolean isAround(NodeSpan span) {
            return span.start() <= position && position < span.end();
        }

        @Override
        public SqlStatement statement(SqlStatement s) {
            switch (s) {
                case SqlStatement.Insert i when i.with() != null -> add(i.with());
                case SqlStatement.Update u when u.with() != null -> add(u.with());
                case SqlStatement.Delete d when d.with() != null -> add(d.with());
                case SqlStatement.Merge m when m.with() != null -> add(m.with());
                default -> {}
            }
            return super.statement(s);
        }

        @Override
        public Query query(Query q) {
            if (!isAround(q.span())) {
                return q;
            }
            if (q.with() != null) {
                add(q.with());
            }
            return super.query(q);
        }

        private void add(Query.With with) {
            isRecursive |= with.isRecursive();
            for (Query.CommonTable table : with.tables()) {
                if (table.span().end() <= position) {
                    tables.removeIf(t -> t.name().is(table.name()));
                    tables.add(table);
                }
            }
        }
    }
}
