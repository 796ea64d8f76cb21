package traceglass.sql.session;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import traceglass.sql.result.QueryException;
import traceglass.sql.syntax.PerfettoStatement;
import traceglass.sql.syntax.Token;

/// The recursive functions of a session. Their queries are evaluated in sessions of their own, which need the other
/// functions of this session and copies of the tables that the queries read.
final class RecursiveFunctions {
    private final Connection connection;
    private final RecursiveFunction.Sessions sessions;
    private final SharedTables shared;
    private final List<RecursiveFunction> recursiveFunctions = new CopyOnWriteArrayList<>();
    private final List<PerfettoStatement.Function> defined = new ArrayList<>();

    /// @param sessions opens sessions that evaluate queries
    RecursiveFunctions(Connection connection, RecursiveFunction.Sessions sessions) {
        this.connection = connection;
        this.sessions = sessions;
        shared = new SharedTables(connection);
    }

    /// Registers a function that calls itself; returns the function that calls it instead.
    PerfettoStatement.Function register(PerfettoStatement.Function function) throws SQLException {
        RecursiveFunction recursive = new RecursiveFunction(function, sessions);
        recursiveFunctions.add(recursive);
        return new PerfettoStatement.Function(
                true,
                function.name(),
                function.parameters(),
                function.returns(),
                function.columns(),
                List.of(),
                recursive.register(connection));
    }

    /// Records a function of the session, recursive or not.
    void add(PerfettoStatement.Function function) {
        defined.add(function);
    }

    /// Returns the functions of the session as they must be defined in a session that evaluates queries.
    List<PerfettoStatement.Function> defined() {
        return defined.stream().map(PerfettoStatement.Function::replacing).toList();
    }

    /// Copies the tables that a statement's recursive functions read.
    void copyTables(List<Token> statement) throws SQLException {
        shared.copy(statement, recursiveFunctions, defined);
    }

    /// Makes the copied tables visible to another connection.
    void shareTablesWith(Connection other) throws SQLException {
        shared.makeVisibleTo(other);
    }

    /// Clears the cached results, which may change with the tables that the functions read, and the copied tables.
    void reset() throws QueryException, SQLException {
        for (RecursiveFunction function : recursiveFunctions) {
            function.reset();
        }
        shared.drop();
    }

    /// Cancels all running calls, from any thread.
    void cancel() {
        recursiveFunctions.forEach(RecursiveFunction::cancel);
    }
}
