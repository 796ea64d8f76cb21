package traceglass.app.cli.agent;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import traceglass.app.io.CommandOutput;
import traceglass.sql.result.SqlProblem;
import traceglass.store.text.Json;

/// An error as a JSON object in one line, for agents.
///
/// @param kind `sql`, `timeout` or `trace`
/// @param statement number of the statement, from 1; 0 if no statement failed
/// @param sql text of the statement, or empty
/// @param line line number from 1; 0 if the position is unknown
public record AgentError(
        String kind,
        String message,
        int statement,
        String sql,
        int line,
        int column,
        @Nullable String hint) {

    private static final int MAX_SQL = 1000;
    private static final Pattern SUGGESTION = Pattern.compile("[.;,:]?\\s*([Dd]id you mean .*)$", Pattern.DOTALL);

    /// @param sql the statement that failed
    public static AgentError of(SqlProblem problem, String sql) {
        String message = problem.getMessage() == null ? "" : problem.getMessage();
        return new AgentError(
                "sql", message, problem.statement() + 1, sql, problem.line(), problem.column(), hint(message));
    }

    /// An error about SQL without a statement.
    public static AgentError empty(String message) {
        return new AgentError("sql", message, 0, "", 0, 0, null);
    }

    /// @param message message that reports the timeout
    public static AgentError timeout(String message, String sql) {
        return new AgentError("timeout", message, 0, sql, 0, 0, AgentOutputTexts.HINT_TIMEOUT);
    }

    /// An error outside SQL: the trace can't be read, or the output can't be written.
    public static AgentError other(String message) {
        return new AgentError("trace", message, 0, "", 0, 0, AgentOutputTexts.HINT_TRACE);
    }

    /// Returns the suggestion in a message, or where to look up the names in the statement.
    private static @Nullable String hint(String message) {
        Matcher suggestion = SUGGESTION.matcher(message);
        if (suggestion.find()) {
            String text = suggestion.group(1);
            return Character.toUpperCase(text.charAt(0)) + text.substring(1);
        }
        String lower = message.toLowerCase(Locale.ROOT);
        if (lower.contains("no such table")) {
            return AgentOutputTexts.HINT_TABLE;
        }
        if (lower.contains("no such column")) {
            return AgentOutputTexts.HINT_COLUMN;
        }
        if (lower.contains("no such function") || lower.contains("macro")) {
            return AgentOutputTexts.HINT_FUNCTION;
        }
        if (lower.contains("no such module")) {
            return AgentOutputTexts.HINT_MODULE;
        }
        return lower.contains("syntax") ? AgentOutputTexts.HINT_SYNTAX : null;
    }

    /// Returns the object in one line, without characters that control a terminal.
    public String json() {
        return CommandOutput.escaped(Json.compact(out -> {
            out.writeStartObject();
            out.writeObjectFieldStart("error");
            out.writeStringField("kind", kind);
            out.writeStringField("message", message);
            if (statement > 0) {
                out.writeNumberField("statement", statement);
            }
            if (!sql.isEmpty()) {
                out.writeStringField("sql", sql.length() > MAX_SQL ? sql.substring(0, MAX_SQL) + "…" : sql);
            }
            if (line > 0) {
                out.writeNumberField("line", line);
                out.writeNumberField("column", column);
            }
            if (hint != null) {
                out.writeStringField("hint", hint);
            }
            out.writeEndObject();
            out.writeEndObject();
        }));
    }
}
