package traceglass.sql.parse;

import java.util.ArrayList;
import java.util.List;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.Query;
import traceglass.sql.tree.SqlStatement;

/// Parses tokens into syntax trees.
public final class SqlParser {

    /// A statement of a text that may be incomplete.
    ///
    /// @param problems what is missing or not understood, in order
    /// @param words what the tokens were read as
    public record Draft(SqlStatement statement, List<SqlSyntaxException> problems, ParsedWords words) {}

    private SqlParser() {}

    /// Parses one statement.
    ///
    /// @param tokens without a semicolon at the end, not empty
    public static SqlStatement statement(List<Token> tokens) throws SqlSyntaxException {
        return new StatementParser(tokens, false).statement();
    }

    /// Parses a query.
    public static Query query(List<Token> tokens) throws SqlSyntaxException {
        StatementParser p = new StatementParser(tokens, false);
        Query query = p.query();
        if (!p.atEnd()) {
            throw p.expected("the end of the query");
        }
        return query;
    }

    /// Parses an expression.
    public static Expression expression(List<Token> tokens) throws SqlSyntaxException {
        StatementParser p = new StatementParser(tokens, false);
        Expression e = p.expression();
        if (!p.atEnd()) {
            throw p.expected("the end of the expression");
        }
        return e;
    }

    /// Parses a text into statements.
    public static List<SqlStatement> statements(String text) throws SqlSyntaxException {
        List<SqlStatement> statements = new ArrayList<>();
        for (List<Token> tokens : SqlTokens.statements(SqlTokens.read(text))) {
            statements.add(statement(tokens));
        }
        return statements;
    }

    /// Parses one statement that may be incomplete: missing parts are holes, and what is not understood is left out.
    public static Draft draft(List<Token> tokens) {
        StatementParser p = new StatementParser(tokens, true);
        try {
            return new Draft(p.statement(), p.problems(), p.parsed());
        } catch (SqlSyntaxException e) {
            List<SqlSyntaxException> problems = new ArrayList<>(p.problems());
            problems.add(e);
            return new Draft(new SqlStatement.Other(TokenCursor.raw(tokens), p.span(0)), problems, p.parsed());
        }
    }
}
