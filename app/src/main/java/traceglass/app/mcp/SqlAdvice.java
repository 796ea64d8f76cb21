package traceglass.app.mcp;

import java.util.Locale;
import traceglass.engine.SqlErrorException;

/// Describes SQL errors with their positions and advice.
final class SqlAdvice {

    private SqlAdvice() {}

    static String of(SqlErrorException e) {
        String message = String.valueOf(e.getMessage());
        String location = e.line() > 0 ? McpTexts.position(e.statement() + 1, e.line(), e.column()) : "";
        String advice = advice(message.toLowerCase(Locale.ROOT));
        return location + message + (advice.isEmpty() ? "" : "\n" + advice);
    }

    private static String advice(String message) {
        if (message.contains("not allowed here")) {
            return McpTexts.ADVICE_READ_ONLY;
        }
        if (message.contains("no such table") || message.contains("no such view")) {
            return McpTexts.ADVICE_TABLES;
        }
        if (message.contains("no such column")) {
            return McpTexts.ADVICE_COLUMNS;
        }
        if (message.contains("no such module") || message.contains("no such function")) {
            return McpTexts.ADVICE_MODULES;
        }
        return "";
    }
}
