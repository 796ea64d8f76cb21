package traceglass.sql.session;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import traceglass.sql.bind.Catalog;
import traceglass.sql.bind.TableUseNotifier;
import traceglass.sql.dialect.RetryHints;
import traceglass.sql.dialect.SqlTranslator;
import traceglass.sql.functions.Builtins;
import traceglass.sql.repair.DuckDbError;
import traceglass.sql.repair.Repairer;
import traceglass.sql.result.Execution;
import traceglass.sql.result.ResultSink;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;
import traceglass.sql.syntax.Translation;

/// Translates a statement and runs it. When DuckDB rejects it, repairs the translation and tries again, as long as
/// there is a repair for the error.
///
/// @param modules includes modules that define missing names
/// @param advice hints for errors
record StatementRunner(
        Catalog catalog,
        SqlTranslator translator,
        TableUseNotifier tableUse,
        Builtins builtins,
        Execution execution,
        Modules modules,
        ErrorAdvice advice) {

    /// Includes modules by the public names they define.
    interface Modules {

        /// Includes the module that defines an unknown name.
        ///
        /// @return false if no module defines it, or the module was included already
        boolean include(ExecutionFrame frame, String name, Token at) throws SqlProblem;
    }

    /// @param known repairs known to be needed
    void run(ExecutionFrame frame, List<Token> statement, ResultSink sink, RetryHints known)
            throws SqlProblem, SqlSyntaxException {
        Attempts attempts = new Attempts(frame, statement, sink, known);
        boolean done = false;
        while (!done) {
            done = attempts.next();
        }
    }

    /// State of a statement between attempts to run it.
    private final class Attempts {
        private final ExecutionFrame frame;
        private final ResultSink sink;
        private List<Token> statement;
        private RetryHints hints;
        private Repairer repairer;
        private Translation translation;
        private DuckDbError first;
        private Token firstAt;

        Attempts(ExecutionFrame frame, List<Token> statement, ResultSink sink, RetryHints known)
                throws SqlSyntaxException {
            this.frame = frame;
            this.sink = sink;
            this.statement = statement;
            this.hints = known;
            this.repairer = new Repairer(statement, SqlTokens.brackets(statement), known);
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
                translation = translator.translate(statement, hints);
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
                repair(e, delivered[0]);
                return false;
            }
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
        private void repair(SQLException e, boolean delivered) throws SqlProblem, SqlSyntaxException {
            DuckDbError error = DuckDbError.of(e);
            Token place = translation == null ? null : translation.placeOf(error.position());
            if (first == null || place != null && place != firstAt) {
                // An error at the same position may be caused by the repair; the previous one is about
                // the original text.
                first = error;
                firstAt = place;
            }
            String missing = delivered ? null : error.missing();
            if (missing != null && modules.include(frame, missing, place == null ? statement.getFirst() : place)) {
                return;
            }
            if (delivered && !sink.mayRestart() || translation == null || !repairer.repair(error, translation)) {
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
                statement = hints.rewritten;
                int count = hints.count;
                hints = new RetryHints();
                hints.count = count;
                repairer = new Repairer(statement, SqlTokens.brackets(statement), hints);
            }
        }
    }
}
