package traceglass.app.shell;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.app.io.OutputTexts;
import traceglass.app.io.TerminalText;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.BoundSql;
import traceglass.sql.session.SqlPolicy;
import traceglass.sql.session.SqlSession;
import traceglass.store.TraceStore;
import traceglass.store.text.SingleLineText;
import traceglass.store.time.TimeText;

/// An interactive SQL shell for a trace. Reads statements and dot commands, prints results, and continues after
/// errors; piped input stops at the first error.
public final class Shell implements AutoCloseable {

    private final ModuleLibrary library;
    private final SqlSession session;
    private final ShellInput input;
    private final PrintStream out;
    private final PrintStream err;
    private final ResultPrinter printer;
    private final DotCommands commands;
    private final ShellParameters parameters;
    private final Performance performance;
    private boolean hasTimer;
    private boolean hasEnded;
    private String last = "";

    /// @param session runs the statements; closed by the caller
    public Shell(TraceStore store, SqlSession session, ModuleLibrary library, SqlPolicy policy, ShellInput input)
            throws IOException {
        this(session, library, input, System.out, System.err, TerminalText.outputCleaner());
        if (input.isTerminal()) {
            out.println(ShellTexts.welcome(TimeText.duration(store.bounds().durNs()), policy.allowsFiles()));
        }
    }

    /// @param cleaner makes data safe for a terminal; null if `out` is not a terminal
    Shell(
            SqlSession session,
            ModuleLibrary library,
            ShellInput input,
            PrintStream out,
            PrintStream err,
            UnaryOperator<String> cleaner)
            throws IOException {
        this.session = session;
        this.library = library;
        this.input = input;
        this.out = out;
        this.err = err;
        hasTimer = input.isTerminal();
        printer =
                new ResultPrinter(out, input.isTerminal() ? ResultPrinter.Mode.TABLE : ResultPrinter.Mode.CSV, cleaner);
        parameters = new ShellParameters(out);
        performance = new Performance(out);
        commands = new DotCommands(this, out);
        input.complete(new ShellCompleter(session, library, commands));
        input.onInterrupt(signal -> session.cancel());
    }

    /// Sets the output mode.
    ///
    /// @throws Failure if there is no mode of this name
    public void setMode(String name) throws Failure {
        ResultPrinter.Mode mode = ResultPrinter.mode(name);
        if (mode == null) {
            throw new Failure(ShellTexts.unknownMode(name));
        }
        printer.setMode(mode);
    }

    /// Runs statements until the end of the input.
    ///
    /// @return 0, or 1 if piped input had an error
    public int run() throws IOException {
        while (!hasEnded) {
            String text = input.next();
            if (text == null) {
                break;
            }
            if (!run(text) && !input.isTerminal()) {
                return 1;
            }
        }
        return 0;
    }

    /// Runs a statement or command; returns false if it failed.
    boolean run(String text) {
        String stripped = text.strip();
        try {
            if (stripped.startsWith(".")) {
                commands.run(stripped);
            } else if (!stripped.isEmpty()) {
                query(text);
            }
            return true;
        } catch (SqlProblem e) {
            if (out.checkError()) {
                // The program reports it on exit, unless the reader just closed the pipe.
                hasEnded = true;
                return true;
            }
            err.println(e.isCanceled() ? ShellTexts.CANCELED : SingleLineText.keepLines(e.explain()));
            return false;
        } catch (Failure e) {
            err.println(SingleLineText.keepLines(e.getMessage()));
            return false;
        }
    }

    private void query(String sql) throws SqlProblem {
        last = sql;
        long start = System.nanoTime();
        printer.resetRows();
        BoundSql bound = parameters.bind(sql);
        long rows;
        try {
            print(bound);
            rows = printer.resetRows();
            performance.report(session, bound.text(), rows);
        } catch (SqlProblem e) {
            throw bound.toCallersText(e);
        }
        if (hasTimer) {
            String time = ShellTexts.runTime((System.nanoTime() - start) / 1e9);
            out.println(printer.mode() == ResultPrinter.Mode.CSV ? time : ShellTexts.rows(rows) + ", " + time);
        }
    }

    /// Runs a file of statements.
    void read(Path file) throws Failure, SqlProblem {
        try {
            query(Files.readString(file));
        } catch (MalformedInputException e) {
            throw new Failure(OutputTexts.notUtf8(file), e);
        } catch (IOException e) {
            throw new Failure(OutputTexts.cantRead(file, CommandOutput.reason(e)), e);
        }
    }

    SqlSession session() {
        return session;
    }

    ShellParameters parameters() {
        return parameters;
    }

    Performance performance() {
        return performance;
    }

    /// Sets the width of the columns of tables, in characters; 0 for as much as their values need.
    void setWidth(int width) {
        printer.setMaxWidth(width);
    }

    ModuleLibrary library() {
        return library;
    }

    ResultPrinter.Mode mode() {
        return printer.mode();
    }

    /// Returns the last statement, or an empty string.
    String last() {
        return last;
    }

    void setTimer(boolean isOn) {
        hasTimer = isOn;
    }

    void shutDown() {
        hasEnded = true;
    }

    /// Prints the rows of an internal query.
    void show(String sql) throws SqlProblem {
        print(BoundSql.positional(sql));
        printer.resetRows();
    }

    private void print(BoundSql sql) throws SqlProblem {
        try {
            session.run(sql, performance.measure(printer));
        } finally {
            printer.discard();
        }
    }

    @Override
    public void close() {
        out.flush();
    }
}
