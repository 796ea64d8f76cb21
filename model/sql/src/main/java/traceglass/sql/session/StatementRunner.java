package traceglass.sql.session;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.sql.bind.Catalog;
import traceglass.sql.bind.TableUseNotifier;
import traceglass.sql.bind.UserFunctions;
import traceglass.sql.dialect.StatementChanges;
import traceglass.sql.emit.SqlTranslator;
import traceglass.sql.functions.Builtins;
import traceglass.sql.parse.ParsedStatement;
import traceglass.sql.result.DuckDbError;
import traceglass.sql.result.Execution;
import traceglass.sql.result.ResultSink;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.rules.TypedStatement;
import traceglass.sql.rules.TypedStatements;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.Token;
import traceglass.sql.syntax.Translation;

/// Translates a statement, based on the types of its expressions, and runs it. The translation is determined before
/// DuckDB runs it: an error of DuckDB is shown, but its text does not affect the translation.
///
/// @param typed determines the types of a statement's expressions
/// @param modules includes modules that define missing names
/// @param advice hints for errors
record StatementRunner(
        Catalog catalog,
        SqlTranslator translator,
        UserFunctions functions,
        TypedStatements typed,
        TableUseNotifier tableUse,
        Builtins builtins,
        Execution execution,
        Modules modules,
        ErrorAdvice advice) {

    StatementRunner(
            Catalog catalog,
            SqlTranslator translator,
            UserFunctions functions,
            TableUseNotifier tableUse,
            Builtins builtins,
            Execution execution,
            Modules modules,
            ErrorAdvice advice) {
        this(
                catalog,
                translator,
                functions,
                new TypedStatements(catalog, functions),
                tableUse,
                builtins,
                execution,
                modules,
                advice);
    }

    /// Includes modules by the public names they define.
    interface Modules {

        /// Includes the module that defines an unknown name.
        ///
        /// @return false if no module defines it, or the module was already included
        boolean include(ExecutionFrame frame, String name, Token location) throws SqlProblem;
    }

    /// @param known changes that the statement needs; null if they follow from the types of its expressions
    void run(ExecutionFrame frame, ParsedStatement statement, ResultSink sink, @Nullable StatementChanges known)
            throws SqlProblem, SqlSyntaxException {
        Run run = new Run(frame, statement, sink, known);
        boolean isDone = false;
        while (!isDone) {
            isDone = run.attempt();
        }
    }

    /// Runs of a statement: it runs again if a module had to be included or its rows can't be sorted as in SQLite.
    private final class Run {
        private final ExecutionFrame frame;
        private final ParsedStatement written;
        private final ResultSink sink;
        private final @Nullable StatementChanges known;
        private boolean isUnordered;
        private @Nullable Translation translation;
        private boolean isChanged;

        Run(ExecutionFrame frame, ParsedStatement written, ResultSink sink, @Nullable StatementChanges known) {
            this.frame = frame;
            this.written = written;
            this.sink = sink;
            this.known = known;
        }

        /// Runs the statement once.
        ///
        /// @return whether it succeeded; otherwise it must run again
        boolean attempt() throws SqlProblem, SqlSyntaxException {
            List<Token> statement = written.tokens();
            try {
                if (translation == null) {
                    tableUse.announce(statement);
                }
                translate();
                tableUse.announceTranslated(translation.text());
                builtins.define(translation.builtins());
                execution.run(translation.text(), sink);
                if (Catalog.isChangedBy(statement)) {
                    catalog.update(statement);
                } else if (!statement.getFirst().isAny("SELECT", "FROM")) {
                    catalog.discardValues();
                }
                return true;
            } catch (IOException e) {
                throw new SqlProblem("can't write the result: " + e.getMessage(), 0, 0, frame.index(), false, e);
            } catch (SQLException e) {
                if (execution.isCanceled()) {
                    throw SqlProblem.canceled(frame.index());
                }
                if (translation == null || !preparesRetry()) {
                    throw problem(e);
                }
                return false;
            }
        }

        private void translate() throws SQLException, SqlSyntaxException {
            TypedStatement typedStatement = known == null
                    ? typed.of(written, sink.distinguishesNumbers())
                    : new TypedStatement(written, known.shifted(0));
            StatementChanges changes = typedStatement.changes();
            changes.hasNoImplicitOrder |= isUnordered;
            isChanged = known == null && typedStatement.isChanged();
            translation = translator.translate(typedStatement.statement(), changes);
        }

        /// Prepares another run: includes the modules that define missing names, or else omits the order that rows
        /// have in SQLite, which may need a column that does not exist. Returns false if nothing is left to
        /// change, such as after an error while rows are computed.
        private boolean preparesRetry() throws SqlProblem {
            if (!isRejected()) {
                return false;
            }
            if (includesMissing()) {
                return true;
            }
            boolean isFirst = !isUnordered;
            isUnordered = true;
            return isFirst;
        }

        /// Returns whether DuckDB rejects the translation before running it.
        private boolean isRejected() {
            try {
                execution.check(translation.text());
                return false;
            } catch (SQLException e) {
                return true;
            }
        }

        /// Includes the modules that define names which the session does not have.
        private boolean includesMissing() throws SqlProblem {
            boolean isAny = false;
            try {
                for (Token name : CalledNames.of(written)) {
                    boolean isKnown = catalog.relation(name.value()) != null || functions.isDefined(name.value());
                    isAny |= !isKnown && modules.include(frame, name.value(), name);
                }
            } catch (SQLException e) {
                throw frame.problem(
                        DuckDbError.of(e).userMessage(), written.tokens().getFirst(), e);
            }
            return isAny;
        }

        private SqlProblem problem(SQLException e) throws SqlSyntaxException {
            List<Token> statement = written.tokens();
            DuckDbError error = DuckDbError.of(e);
            if (error.isAboutData()) {
                String message = error.userMessage();
                Token location = message.startsWith("no value for parameter")
                        ? ErrorAdvice.locationOf(message, statement)
                        : statement.getFirst();
                return frame.problem(message, location, e);
            }
            Token location = translation == null ? null : translation.locationOf(error.position());
            Rejection shown = new Rejection(error, location);
            if (isChanged) {
                Rejection original = unconvertedError();
                // An error at the same position may be caused by the changes.
                shown = original != null && (location == null || location == original.location) ? original : shown;
            }
            String message = shown.error.userMessage(shown.location);
            Token shownLocation = shown.location == null ? ErrorAdvice.locationOf(message, statement) : shown.location;
            if (message.startsWith("syntax error")) {
                Token wrong = advice.findMisspelled(statement, shownLocation);
                if (wrong != null) {
                    return frame.problem(
                            "syntax error at or near \"" + wrong.text() + "\". Did you mean "
                                    + ErrorAdvice.keyword(wrong) + "?",
                            wrong,
                            e);
                }
            }
            return frame.problem(advice.advise(message, statement), shownLocation, e);
        }

        /// Returns DuckDB's error for the statement without conversions of values; null if DuckDB accepts it.
        private @Nullable Rejection unconvertedError() throws SqlSyntaxException {
            Translation plain = null;
            try {
                StatementChanges changes = new StatementChanges();
                changes.hasNoImplicitOrder = isUnordered;
                plain = translator.translate(written, changes);
                builtins.define(plain.builtins());
                execution.check(plain.text());
                return null;
            } catch (SQLException e) {
                DuckDbError error = DuckDbError.of(e);
                return plain == null ? null : new Rejection(error, plain.locationOf(error.position()));
            }
        }
    }

    /// An error of DuckDB and the token that it refers to, or null if unknown.
    private record Rejection(DuckDbError error, @Nullable Token location) {}
}
