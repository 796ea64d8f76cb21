package traceglass.sql.parse;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.Query;
import traceglass.sql.tree.SqlStatement;

/// Parses tokens into syntax trees.
public final class SqlParser {

    /// A statement of a text that may be incomplete.
    ///
    /// @param problems missing and unexpected parts, in order
    /// @param words roles of the tokens
    /// @param called functions that it calls
    public record Draft(
            SqlStatement statement, List<SqlSyntaxException> problems, ParsedWords words, CalledFunctions called) {}

    /// A complete statement.
    ///
    /// @param names indices of names of tables, columns, aliases and the like, but not of functions and types
    /// @param called functions that it calls
    public record Parsed(SqlStatement statement, BitSet names, CalledFunctions called) {}

    /// A rule of the parser.
    private interface Rule<T> {
        T parse() throws SqlSyntaxException;
    }

    private SqlParser() {}

    /// Parses by a rule. The rules call each other, so the depth of a text is limited by the stack of the thread.
    private static <T> T parse(List<Token> tokens, Rule<T> rule) throws SqlSyntaxException {
        try {
            return rule.parse();
        } catch (StackOverflowError e) {
            throw tooDeep(tokens);
        }
    }

    private static SqlSyntaxException tooDeep(List<Token> tokens) {
        return new SqlSyntaxException("the statement is nested too deeply", tokens.getFirst());
    }

    /// Parses one statement.
    ///
    /// @param tokens without a semicolon at the end, not empty
    public static SqlStatement statement(List<Token> tokens) throws SqlSyntaxException {
        return parse(tokens).statement();
    }

    /// Parses one statement.
    ///
    /// @param tokens without a semicolon at the end, not empty
    public static Parsed parse(List<Token> tokens) throws SqlSyntaxException {
        StatementParser p = new StatementParser(tokens, false);
        return new Parsed(parse(tokens, p::statement), p.objectNames(), p.called());
    }

    /// Parses a query.
    public static Query query(List<Token> tokens) throws SqlSyntaxException {
        StatementParser p = new StatementParser(tokens, false);
        Query query = parse(tokens, p::query);
        if (!p.atEnd()) {
            throw p.expected("the end of the query");
        }
        return query;
    }

    /// Parses an expression.
    public static Expression expression(List<Token> tokens) throws SqlSyntaxException {
        StatementParser p = new StatementParser(tokens, false);
        Expression e = parse(tokens, p::expression);
        if (!p.atEnd()) {
            throw p.expected("the end of the expression");
        }
        return e;
    }

    /// Parses one statement that may be incomplete: missing parts are holes, and unexpected parts are skipped.
    public static Draft draft(List<Token> tokens) {
        StatementParser p = new StatementParser(tokens, true);
        try {
            return new Draft(parse(tokens, p::statement), p.problems(), p.parsed(), p.called());
        } catch (SqlSyntaxException e) {
            List<SqlSyntaxException> problems = new ArrayList<>(p.problems());
            problems.add(e);
            return new Draft(
                    new SqlStatement.Other(TokenCursor.raw(tokens), List.of(), p.span(0)),
                    problems,
                    p.parsed(),
                    p.called());
        }
    }
}
