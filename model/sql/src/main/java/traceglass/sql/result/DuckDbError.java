package traceglass.sql.result;

import java.sql.SQLException;
import java.util.Map;
import traceglass.sql.syntax.Token;
import traceglass.store.text.Json;
import traceglass.store.text.Spelling;

/// An error of DuckDB, parsed from its structured message (`errors_as_json`).
///
/// @param type "Binder", "Parser", "Catalog", "Conversion", … ; empty if the message had no structure
/// @param message the first line and its continuation, without hints about DuckDB's internals
/// @param position byte position in the statement, -1 if there is none
/// @param name name of the object that was not found, or null
/// @param candidates similar names suggested by DuckDB, separated by commas, or null
public record DuckDbError(String type, String message, int position, String name, String candidates) {

    /// End of the message about memory: the option of the command line. Other users of the engine remove it.
    public static final String MEMORY_OPTION = " (--memory-limit)";

    public static DuckDbError of(SQLException e) {
        String text = String.valueOf(e.getMessage());
        int brace = text.indexOf("{\"exception_type\"");
        if (brace < 0) {
            return new DuckDbError("", plain(text), -1, null, null);
        }
        Map<?, ?> fields;
        try {
            fields = (Map<?, ?>) Json.readFirst(text.substring(brace));
        } catch (IllegalArgumentException malformed) {
            return new DuckDbError("", plain(text), -1, null, null);
        }
        return new DuckDbError(
                String.valueOf(fields.get("exception_type")),
                fields.get("exception_message") instanceof String message ? message : text,
                fields.get("position") instanceof String position ? Integer.parseInt(position) : -1,
                text(fields.get("name")),
                text(fields.get("candidates")));
    }

    /// Returns whether the error occurred while the statement ran, as opposed to an error in its text.
    public boolean isAboutData() {
        return type.equals("Conversion")
                || type.equals("Out of Range")
                || type.equals("Out of Memory")
                || type.equals("Invalid Input");
    }

    /// Returns the message for users, without internal names of the engine.
    public String userMessage() {
        return userMessage(null);
    }

    /// Returns the message for users, without internal names of the engine.
    ///
    /// @param location the token that the error is about, null if unknown
    public String userMessage(Token location) {
        if (type.equals("Out of Memory")
                || message.startsWith("Out of Memory Error")
                || message.contains("failed to offload data block")) {
            boolean isDiskFull = message.contains("max_temp_directory_size") || message.contains("offload");
            return "the query needs more " + (isDiskFull ? "space for temporary files" : "memory")
                    + " than allowed: request fewer rows, or increase the limit" + MEMORY_OPTION;
        }
        String text = ErrorMessages.of(message, location);
        if (type.equals("Permission")
                || text.contains("disabled by configuration")
                || text.contains("file system operations are disabled")) {
            return "not allowed here: queries may read the trace, not files. To run it, allow files (" + text + ")";
        }
        if (text.startsWith("Table with name ")) {
            return "no such table: " + name + hint();
        }
        if (text.contains("Function with name ") && name != null) {
            // DuckDB's message has the name in lower case.
            boolean isWritten = location != null && location.value().equalsIgnoreCase(name);
            return "no such function: " + (isWritten ? location.value() : name) + hint();
        }
        if (text.startsWith("Referenced column ") && name != null) {
            return "no such column: " + name + hint();
        }
        return text.startsWith("no such column: ") ? text + hint() : text;
    }

    /// Returns the candidate that is similar to the name, as a question.
    private String hint() {
        if (candidates != null && name != null) {
            for (String candidate : candidates.split(",")) {
                String bare = candidate.strip().replace("\"", "");
                if (!bare.equalsIgnoreCase(name) && !bare.contains("tg_") && Spelling.isNear(name, bare)) {
                    return ". Did you mean " + bare + "?";
                }
            }
        }
        return "";
    }

    private static String text(Object field) {
        return field instanceof String text ? text : null;
    }

    private static String plain(String text) {
        int start = text.startsWith("Invalid Input Error: Attempting to execute") ? text.indexOf("Error: ", 20) + 7 : 0;
        return text.substring(Math.max(start, 0));
    }
}
