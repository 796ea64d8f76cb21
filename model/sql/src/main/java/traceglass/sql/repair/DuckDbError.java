package traceglass.sql.repair;

import java.sql.SQLException;
import java.util.Map;
import traceglass.store.text.Json;
import traceglass.store.text.Spelling;

/// An error of DuckDB, parsed from its structured message (`errors_as_json`).
///
/// @param type "Binder", "Parser", "Catalog", "Conversion", … ; empty if the message had no structure
/// @param message the first line and its continuation, without hints about DuckDB's internals
/// @param position byte position in the statement, -1 if there is none
/// @param name of the object that was not found, or null
/// @param candidates similar names suggested by DuckDB, separated by commas, or null
public record DuckDbError(String type, String message, int position, String name, String candidates) {

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

    /// Returns whether it occurred while the statement ran, as opposed to an error in its text.
    public boolean isAboutData() {
        return type.equals("Conversion")
                || type.equals("Out of Range")
                || type.equals("Out of Memory")
                || type.equals("Invalid Input");
    }

    /// Returns the name that is missing in the catalog, null for other errors.
    public String missing() {
        return type.equals("Catalog") ? name : null;
    }

    /// Returns the message for users, without internal names of the engine.
    public String userMessage() {
        String text = message;
        int candidates = text.indexOf("\n\tCandidate");
        if (candidates < 0) {
            candidates = text.indexOf("\nCandidate functions");
        }
        if (candidates > 0) {
            text = text.substring(0, candidates);
        }
        int line = text.indexOf("\n\nLINE ");
        if (line > 0) {
            text = text.substring(0, line);
        }
        text = text.replace("INTEGER_LITERAL", "INTEGER")
                .replace("\n", " ")
                .replaceAll("\\s+", " ")
                .strip();
        if (type.equals("Out of Memory")
                || text.startsWith("Out of Memory Error")
                || text.contains("failed to offload data block")) {
            boolean disk = text.contains("max_temp_directory_size") || text.contains("offload");
            text = "the query needs more " + (disk ? "space for temporary files" : "memory")
                    + " than allowed: request fewer rows, or increase the limit (--memory-limit)";
        } else if (type.equals("Permission")
                || text.contains("disabled by configuration")
                || text.contains("file system operations are disabled")) {
            text = "not allowed here: queries may read the trace, not files. Allow files to run it (" + text + ")";
        } else if (text.startsWith("Table with name ")) {
            text = "no such table: " + name + hint();
        } else if (text.contains("Function with name ") && name != null) {
            text = "no such function: " + name + hint();
        } else if (text.startsWith("Referenced column ") && name != null) {
            text = "no such column: " + name + hint();
        }
        return text;
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
