package traceglass.sql.session;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.sql.bind.Catalog;
import traceglass.sql.bind.TableUseNotifier;
import traceglass.sql.compute.LongRows;
import traceglass.sql.dialect.StatementChanges;
import traceglass.sql.intrinsics.TablePointers;
import traceglass.sql.operators.CalledTables;
import traceglass.sql.operators.Flamegraphs;
import traceglass.sql.operators.InlinedFunctions;
import traceglass.sql.operators.InternalLayout;
import traceglass.sql.operators.Operators;
import traceglass.sql.parse.ParsedStatement;
import traceglass.sql.result.DuckDbError;
import traceglass.sql.result.Execution;
import traceglass.sql.result.ResultSink;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.Token;

/// Runs statements whose macros have been expanded: computes the operators, flame graphs and layouts that they call,
/// replaces these calls by tables with the results, and runs the rest.
final class OperatorRunner {

    /// Runs a statement without operators.
    interface Runner {
        /// @param known changes of the statement that are already known; null to derive them from the types of its
        ///     expressions
        void run(ExecutionFrame frame, ParsedStatement statement, ResultSink sink, @Nullable StatementChanges known)
                throws SqlProblem, SqlSyntaxException;
    }

    private final Catalog catalog;
    private final IncludedModules modules;
    private final TableUseNotifier tableUse;
    private final Execution execution;
    private final Runner runner;
    private final Operators operators;
    private final InlinedFunctions inlined = new InlinedFunctions();
    private final Flamegraphs flamegraphs = new Flamegraphs();

    /// @param runner runs the remaining statements, and the queries whose rows operators read
    OperatorRunner(
            Connection connection,
            Catalog catalog,
            IncludedModules modules,
            TableUseNotifier tableUse,
            Execution execution,
            Runner runner) {
        this.catalog = catalog;
        this.modules = modules;
        this.tableUse = tableUse;
        this.execution = execution;
        this.runner = runner;
        operators = new Operators(connection);
    }

    /// Returns the functions that are inlined because they pass their parameters to operators.
    InlinedFunctions inlined() {
        return inlined;
    }

    /// Returns the flame graphs of the session.
    Flamegraphs flamegraphs() {
        return flamegraphs;
    }

    /// Rewrites the sources in FROM that are computed in Java or use syntax unknown to DuckDB.
    ParsedStatement prepare(ExecutionFrame frame, ParsedStatement statement) throws SqlProblem, SqlSyntaxException {
        try {
            return CalledTables.rewrite(
                    TablePointers.rewrite(inlined.inline(statement)), name -> catalog.relation(name) != null);
        } catch (SQLException e) {
            throw problem(frame, statement, e);
        }
    }

    /// Runs a statement whose macros have been expanded.
    ///
    /// @param changes changes of the statement that are already known; null to derive them from the types of its
    ///     expressions
    void run(ExecutionFrame frame, List<Token> expanded, ResultSink sink, @Nullable StatementChanges changes)
            throws SqlProblem, SqlSyntaxException {
        modules.pending().createUsed(frame, expanded);
        ParsedStatement statement = prepare(frame, flamegraphs.rewrite(ParsedStatement.of(expanded)));
        if (InternalLayout.isUsed(statement)) {
            layOut(frame, statement, sink, changes);
            return;
        }
        if (!Operators.containsOperator(statement)) {
            runner.run(frame, statement, sink, changes);
            return;
        }
        try {
            // Some operators read tables themselves.
            tableUse.announce(statement.tokens());
            try {
                ParsedStatement replaced = operators.replace(statement, source -> read(frame, source));
                runner.run(frame, replaced, sink, null);
            } finally {
                if (Operators.createsDefinition(statement.tree())) {
                    operators.retainTables();
                } else {
                    operators.dropTables();
                }
            }
        } catch (SQLException e) {
            throw execution.isCanceled() ? SqlProblem.canceled(frame.index()) : problem(frame, statement, e);
        }
    }

    private LongRows read(ExecutionFrame frame, List<Token> query) throws SqlProblem, SqlSyntaxException {
        LongRows[] rows = new LongRows[1];
        runner.run(frame, ParsedStatement.of(query), cursor -> rows[0] = Operators.rows(cursor), null);
        return rows[0];
    }

    private void layOut(
            ExecutionFrame frame, ParsedStatement statement, ResultSink sink, @Nullable StatementChanges changes)
            throws SqlProblem, SqlSyntaxException {
        InternalLayout layout = new InternalLayout();
        try {
            run(frame, layout.replace(statement, (query, rows) -> run(frame, query, rows, null)), sink, changes);
        } finally {
            if (!Operators.createsDefinition(statement.tree())) {
                layout.dropDepths();
            }
        }
    }

    private static SqlProblem problem(ExecutionFrame frame, ParsedStatement statement, SQLException e) {
        return frame.problem(DuckDbError.of(e).userMessage(), statement.tokens().getFirst(), e);
    }
}
