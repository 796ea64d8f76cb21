package traceglass.sql.operators;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import traceglass.sql.compute.LongRows;
import traceglass.sql.parse.TableArguments;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.CallArguments;
import traceglass.sql.tree.Expression;
import traceglass.sql.tree.NodeEdits;
import traceglass.sql.tree.SyntaxNode;

/// One call of an operator, with its arguments and access to their rows, and methods that create the result table.
///
/// @param edits edits of the statement, in which operators in the arguments are replaced
/// @param with the WITH clauses around the call, which are visible to its arguments
record OperatorCall(
        Token name,
        CallArguments arguments,
        NodeEdits edits,
        List<Token> with,
        Operators.Reader reader,
        Operators operators) {

    /// Returns the number of arguments.
    int size() {
        return arguments.size();
    }

    Expression argument(int i) {
        return arguments.value(i);
    }

    /// Returns the tokens of an argument.
    List<Token> tokens(int argument) {
        return edits.tokens(argument(argument));
    }

    /// Returns an argument that is one word or number.
    String word(int argument) {
        return word(argument(argument));
    }

    static String word(SyntaxNode node) {
        return node.span().tokens().getFirst().text();
    }

    /// Returns the elements of an argument that is a list in parentheses.
    List<List<Token>> elements(int argument) {
        Expression list = argument(argument);
        if (list instanceof Expression.Row row) {
            return row.elements().stream().map(edits::tokens).toList();
        }
        return List.of(edits.innerTokens(list));
    }

    /// Returns the elements of an argument that is a list of tables in parentheses, as sources of FROM that can have
    /// an alias.
    List<List<Token>> tables(int argument) throws SqlSyntaxException {
        List<List<Token>> tables = new ArrayList<>(elements(argument));
        for (int i = 0; i < tables.size(); i++) {
            Expression table = argument(argument) instanceof Expression.Row row
                    ? row.elements().get(i)
                    : argument(argument);
            if (TableArguments.isTable(table)) {
                List<Token> query = text("(SELECT * FROM ");
                query.addAll(tables.get(i));
                query.addAll(text(")"));
                tables.set(i, query);
            }
        }
        return tables;
    }

    /// Throws if the number of arguments differs.
    void checkSize(int count) throws SqlSyntaxException {
        if (size() != count) {
            throw new SqlSyntaxException(name.text() + " takes " + count + " arguments, not " + size(), name);
        }
    }

    /// Throws if the number of arguments differs, or if arguments depend on rows that are not known before the
    /// statement runs.
    void checkCount(int count) throws SqlSyntaxException {
        checkSize(count);
        for (int i = 0; i < count; i++) {
            if (Operators.dependsOnParameter(tokens(i).stream()
                    .filter(t -> !t.text().equalsIgnoreCase("$table"))
                    .toList())) {
                throw new SqlSyntaxException("a graph operator can't depend on a value of the outer query", name);
            }
        }
    }

    /// Returns whether the call depends on a parameter of the function around it.
    boolean dependsOnParameter() {
        return Operators.dependsOnParameter(with) || Operators.dependsOnParameter(edits.tokens(arguments.span()));
    }

    /// Reads the rows of a table argument's columns.
    LongRows rows(int argument, String columns) throws SqlProblem, SqlSyntaxException {
        return reader.read(query("SELECT " + columns + " FROM ", tokens(argument)));
    }

    /// Evaluates an expression argument and returns its first value.
    long scalar(int argument) throws SqlProblem, SqlSyntaxException {
        LongRows rows = reader.read(query("SELECT ", tokens(argument)));
        return rows.size() == 0 ? LongRows.NULL : rows.get(0, 0);
    }

    /// Evaluates an expression argument and returns its first value as text.
    String string(int argument) throws SqlProblem, SqlSyntaxException, SQLException {
        List<Token> query = new ArrayList<>(query("SELECT CAST((", tokens(argument)));
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
        return new ArrayList<>(SqlTokens.read(text, name.origin()));
    }

    /// Creates a table of the rows of a table argument and returns its name.
    String create(int argument) throws SqlProblem, SqlSyntaxException {
        return create(query("SELECT * FROM ", tokens(argument)));
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
