package traceglass.sql.session;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import traceglass.sql.bind.Catalog;
import traceglass.sql.bind.TableUseNotifier;
import traceglass.sql.bind.UserFunctions;
import traceglass.sql.dialect.RetryHints;
import traceglass.sql.emit.SqlTranslator;
import traceglass.sql.functions.Builtins;
import traceglass.sql.parse.ReadStatement;
import traceglass.sql.result.DuckDbError;
import traceglass.sql.result.Execution;
import traceglass.sql.result.ResultSink;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.rules.TypeBasedHints;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.Token;
import traceglass.sql.syntax.Translation;

/// Translates a statement and runs it. When DuckDB rejects it, applies SQLite's rules to it and tries again; the text
/// of the error is not read.
///
/// @param typeHints finds the rules of SQLite that a rejected statement relies on
/// @param modules includes modules that define missing names
/// @param advice hints for errors
record StatementRunner(
        Catalog catalog,
        SqlTranslator translator,
        TypeBasedHints typeHints,
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
                new TypeBasedHints(catalog, functions),
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
        /// @return false if no module defines it, or the module was included already
        boolean include(ExecutionFrame frame, String name, Token at) throws SqlProblem;
    }

    /// @param known changes known to be needed
    void run(ExecutionFrame frame, List<Token> statement, ResultSink sink, RetryHints known)
            throws SqlProblem, SqlSyntaxException {
        Attempts attempts = new Attempts(frame, statement, sink, known);
        boolean done = false;
        while (!done) {
            done = attempts.next();
        }
    }

    /// Largest number of times that the tokens of a statement are replaced; aliases may mean each other.
    static final int REWRITINGS = 50;

    /// State of a statement between attempts to run it.
    private final class Attempts {
        private final ExecutionFrame frame;
        private final ResultSink sink;
        private final RetryHints known;
        private List<Token> statement;
        private ReadStatement read;
        private RetryHints hints;
        private Translation translation;
        private DuckDbError first;
        private Token firstAt;
        /// Whether the statement's tree was asked for hints.
        private boolean isAsked;
        /// Number of times that its tokens were replaced.
        private int rewritings;

        Attempts(ExecutionFrame frame, List<Token> statement, ResultSink sink, RetryHints known) {
            this.frame = frame;
            this.sink = sink;
            this.statement = statement;
            read = ReadStatement.of(statement);
            this.known = known;
            this.hints = known.shifted(0);
        }

        /// Runs the statement once.
        ///
        /// @return whether it succeeded; otherwise the next attempt uses another translation
        boolean next() throws SqlProblem, SqlSyntaxException {
            boolean[] delivered = {false};
            try {
                if (translation == null) {
                    tableUse.announce(statement);
                }
                translation = translator.translate(read, hints);
                tableUse.announceTranslated(translation.text());
                builtins.define(translation.builtins());
                execution.run(translation.text(), sink, delivered);
                if (Catalog.isChangedBy(statement)) {
                    catalog.changed(statement);
                }
                return true;
            } catch (IOException e) {
                throw new SqlProblem("can't write the result: " + e.getMessage(), 0, 0, frame.index(), false, e);
            } catch (SQLException e) {
                if (execution.isCancelled()) {
                    throw SqlProblem.cancelled(frame.index());
                }
                prepareNext(e, delivered[0]);
                return false;
            }
        }

        /// Adds what the statement's tree tells; returns false if that was done before, or it tells nothing.
        private boolean askTree() throws SqlProblem {
            if (isAsked) {
                return false;
            }
            isAsked = true;
            int before = hints.size();
            try {
                typeHints.add(read, hints);
            } catch (SQLException e) {
                throw frame.problem(DuckDbError.of(e).userMessage(), statement.getFirst(), e);
            }
            return hints.size() > before;
        }

        /// Leaves out the order that rows have in SQLite, which may need a column that is not there; returns whether
        /// that was not done before.
        private boolean dropOrder(DuckDbError error) {
            boolean isFirst = error.isAboutNames() && !hints.withoutImplicitOrder;
            hints.withoutImplicitOrder |= isFirst;
            return isFirst;
        }

        private SqlProblem problem(SQLException e) {
            String message = first.userMessage(firstAt);
            Token at = firstAt == null ? ErrorAdvice.placeOf(message, statement) : firstAt;
            if (message.startsWith("syntax error")) {
                Token wrong = advice.misspelled(statement, at);
                if (wrong != null) {
                    return frame.problem(
                            "syntax error at or near \"" + wrong.text() + "\". Did you mean "
                                    + ErrorAdvice.keyword(wrong) + "?",
                            wrong,
                            e);
                }
            }
            return frame.problem(advice.advise(message, statement), at, e);
        }

        /// Prepares the next attempt after an error, or throws the error as a problem.
        private void prepareNext(SQLException e, boolean delivered) throws SqlProblem, SqlSyntaxException {
            DuckDbError error = DuckDbError.of(e);
            Token place = translation == null ? null : translation.placeOf(error.position());
            if (first == null || place != null && place != firstAt) {
                // An error at the same position may be caused by the changes; the previous one is about
                // the original text.
                first = error;
                firstAt = place;
            }
            String missing = delivered ? null : error.missing();
            if (missing != null && modules.include(frame, missing, place == null ? statement.getFirst() : place)) {
                // The statement is understood better now.
                hints = rewritings == 0 ? known.shifted(0) : new RetryHints();
                isAsked = false;
                return;
            }
            boolean isFinal = delivered && !sink.mayRestart() || translation == null;
            if (isFinal || !askTree() && !dropOrder(error)) {
                if (error.isAboutData()) {
                    String message = error.userMessage();
                    Token at = message.startsWith("no value for parameter")
                            ? ErrorAdvice.placeOf(message, statement)
                            : statement.getFirst();
                    throw frame.problem(message, at, e);
                }
                throw problem(e);
            }
            if (delivered) {
                sink.restart();
            }
            if (hints.rewritten != null) {
                isAsked = ++rewritings > REWRITINGS;
                statement = hints.rewritten;
                read = ReadStatement.of(statement);
                hints = new RetryHints();
            }
        }
    }
}
