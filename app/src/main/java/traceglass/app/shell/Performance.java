package traceglass.app.shell;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import traceglass.app.io.Failure;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.ResultCursor;
import traceglass.sql.result.ResultSink;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SqlSession;
import traceglass.store.text.SingleLineText;

/// Statistics that `.perf` prints after a statement: times, rows, and the plan of the database.
final class Performance {

    /// Level of detail.
    enum Level {
        OFF,
        /// Times and rows.
        ON,
        /// Times, rows and the plan.
        PLAN,
        /// Times, rows and the plan with the times of its steps, for which the statement runs again.
        PROFILE
    }

    static final List<String> LEVELS = List.of("off", "on", "plan", "profile");

    private final PrintStream out;
    private Level level = Level.OFF;
    private long startNs;
    private long firstNs;
    private int results;

    Performance(PrintStream out) {
        this.out = out;
    }

    void set(String name) throws Failure {
        int i = LEVELS.indexOf(name.isEmpty() ? "on" : name.toLowerCase(Locale.ROOT));
        if (i < 0) {
            throw new Failure(ShellTexts.usage(".perf " + String.join("|", LEVELS)));
        }
        level = Level.values()[i];
    }

    /// Starts the timer, and returns a sink that records the time of the first row.
    ResultSink measure(ResultSink sink) {
        startNs = System.nanoTime();
        firstNs = -1;
        results = 0;
        return new ResultSink() {
            @Override
            public boolean isStreaming() {
                return sink.isStreaming();
            }

            @Override
            public boolean distinguishesNumbers() {
                return sink.distinguishesNumbers();
            }

            @Override
            public void result(ResultCursor cursor) throws QueryException, IOException {
                firstNs = firstNs < 0 ? System.nanoTime() : firstNs;
                results++;
                sink.result(cursor);
            }
        };
    }

    /// Prints the statistics of the statements that ran.
    ///
    /// @param rows number of rows that were printed
    void report(SqlSession session, String sql, long rows) throws SqlProblem {
        if (level == Level.OFF) {
            return;
        }
        double total = (System.nanoTime() - startNs) / 1e9;
        double untilFirstRow = firstNs < 0 ? total : (firstNs - startNs) / 1e9;
        out.println(ShellTexts.performance(total, untilFirstRow, results, rows));
        boolean isQuery = SqlSession.countStatements(sql) == 1
                && sql.strip().toUpperCase(Locale.ROOT).matches("(?s)(SELECT|WITH|FROM|VALUES)\\b.*");
        if (level.ordinal() >= Level.PLAN.ordinal() && isQuery) {
            String explain = level == Level.PLAN ? "EXPLAIN " : "EXPLAIN ANALYZE ";
            session.run(explain + sql, cursor -> {
                while (cursor.next()) {
                    out.println(SingleLineText.keepLines(cursor.getString(1)).stripTrailing());
                }
            });
        }
    }
}
