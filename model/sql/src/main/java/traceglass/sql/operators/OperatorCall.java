package traceglass.sql.operators;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import traceglass.sql.compute.LongRows;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;

/// One call of an operator, with its arguments and access to their rows, and methods that create the result table.
///
/// @param with the WITH clauses around the call, which are visible to its arguments
record OperatorCall(
        Token name, List<List<Token>> arguments, List<Token> with, Operators.Reader reader, Operators operators) {

    /// Throws if the number of arguments differs, or if arguments depend on rows that are not known before the
    /// statement runs.
    void checkCount(int count) throws SqlSyntaxException {
        if (arguments.size() != count) {
            throw new SqlSyntaxException(name.text() + " takes " + count + " arguments, not " + arguments.size(), name);
        }
        for (List<Token> argument : arguments) {
            if (Operators.dependsOnParameter(argument.stream()
                    .filter(t -> !t.text().equalsIgnoreCase("$table"))
                    .toList())) {
                throw new SqlSyntaxException("a graph operator can't depend on a value of the outer query", name);
            }
        }
    }

    /// Reads the rows of a table argument's columns.
    LongRows rows(int argument, String columns) throws SqlProblem, SqlSyntaxException {
        return reader.read(query("SELECT " + columns + " FROM ", arguments.get(argument)));
    }

    /// Evaluates an expression argument and returns its first value.
    long scalar(int argument) throws SqlProblem, SqlSyntaxException {
        LongRows rows = reader.read(query("SELECT ", arguments.get(argument)));
        return rows.size() == 0 ? LongRows.NULL : rows.get(0, 0);
    }

    /// Evaluates an expression argument and returns its first value as text.
    String string(int argument) throws SqlProblem, SqlSyntaxException, SQLException {
        List<Token> query = new ArrayList<>(query("SELECT CAST((", arguments.get(argument)));
        query.addAll(text(") AS VARCHAR) AS v"));
        List<String[]> rows = operators.readTexts("SELECT v FROM " + create(query));
        return rows.isEmpty() ? null : rows.getFirst()[0];
    }

    /// Returns the query consisting of some text and tokens, with the WITH clauses around it.
    List<Token> query(String head, List<Token> tail) throws SqlSyntaxException {
        List<Token> query = new ArrayList<>(with);
        query.addAll(text(" " + head));
        query.addAll(tail);
        return query;
    }

    List<Token> text(String text) throws SqlSyntaxException {
        return SqlTokens.read(text, name.origin());
    }

    /// Creates a table from a query and returns its name.
    String create(List<Token> query) throws SqlProblem, SqlSyntaxException {
        String table = operators.newTable();
        List<Token> statement = new ArrayList<>(text("CREATE OR REPLACE TEMP TABLE " + table + " AS "));
        statement.addAll(query);
        reader.read(statement);
        return table;
    }

    /// Creates a table with these rows and column names.
    List<Token> table(LongRows rows, String... columns) throws SQLException, SqlSyntaxException {
        return text(operators.table(rows, columns));
    }
}
