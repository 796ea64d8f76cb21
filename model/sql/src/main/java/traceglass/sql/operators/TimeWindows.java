package traceglass.sql.operators;

import java.util.List;
import java.util.stream.Collectors;
import traceglass.sql.syntax.PerfettoStatement;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.Token;

/// Table of `CREATE VIRTUAL TABLE … USING __intrinsic_window(start, duration, step)`: consecutive spans of one
/// length that cover a range of time. The last one may exceed the range. A step of 0 yields a single span.
final class TimeWindows {
    static final String MODULE = "__INTRINSIC_WINDOW";

    /// Maximum number of spans; a step that is too small by mistake must not fill the memory.
    private static final long MAX_SPANS = 50_000_000;

    private TimeWindows() {}

    /// Returns the DuckDB statement that creates the table, with columns ts, dur and quantum_ts.
    ///
    /// @throws SqlSyntaxException if the arguments are not three numbers that make a range
    static String creation(PerfettoStatement.VirtualTable table) throws SqlSyntaxException {
        String module = table.module().value();
        List<List<Token>> arguments = PerfettoStatement.commaSeparated(table.arguments());
        if (arguments.size() != 3) {
            throw new SqlSyntaxException(
                    module + " takes three numbers: start, duration and step in ns", table.module());
        }
        long start = number(module, arguments.get(0), table.module());
        long duration = number(module, arguments.get(1), table.module());
        long step = number(module, arguments.get(2), table.module());
        step = step == 0 ? duration : step;
        if (step < 0 || duration > 0 && start > Long.MAX_VALUE - duration - step) {
            throw new SqlSyntaxException(module + ": the step is negative or the range too large", table.module());
        }
        long count = duration <= 0 ? 0 : (duration - 1) / step + 1;
        if (count > MAX_SPANS) {
            throw new SqlSyntaxException(
                    module + ": " + count + " rows are too many, at most " + MAX_SPANS + "; use a larger step",
                    table.module());
        }
        return "CREATE " + (table.replaces() ? "OR REPLACE " : "") + "TEMP TABLE "
                + Token.quoteName(table.name().value()) + " AS SELECT " + start + "::BIGINT + range * " + step
                + "::BIGINT AS ts, " + step + "::BIGINT AS dur, range AS quantum_ts FROM range(" + count + ")";
    }

    private static long number(String module, List<Token> argument, Token location) throws SqlSyntaxException {
        String text = argument.stream().map(Token::text).collect(Collectors.joining());
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new SqlSyntaxException(
                    module + ": \"" + text + "\" is not an integer",
                    argument.isEmpty() ? location : argument.getFirst());
        }
    }
}
