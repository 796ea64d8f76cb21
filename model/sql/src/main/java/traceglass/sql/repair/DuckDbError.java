package traceglass.sql.repair;

import java.sql.SQLException;
import traceglass.store.text.Spelling;

/// What DuckDB says is wrong, taken from its structured message (`errors_as_json`).
///
/// @param type "Binder", "Parser", "Catalog", "Conversion", … ; empty if the message had no structure
/// @param message the first line and what follows it, without hints about DuckDB's internals
/// @param position byte position in the statement, -1 if there is none
/// @param name of what was not found, or null
/// @param candidates names DuckDB thinks were meant, separated by commas, or null
public record DuckDbError(String type, String message, int position, String name, String candidates) {

    public static DuckDbError of(SQLException e) {
        String text = String.valueOf(e.getMessage());
        int brace = text.indexOf("{\"exception_type\"");
        if (brace < 0) {
            return new DuckDbError("", plain(text), -1, null, null);
        }
        String json = text.substring(brace);
        String position = field(json, "position");
        String message = field(json, "exception_message");
        return new DuckDbError(
                String.valueOf(field(json, "exception_type")),
                message == null ? text : message,
                position == null ? -1 : Integer.parseInt(position),
                field(json, "name"),
                field(json, "candidates"));
    }

    /// Whether it came up while the statement ran, and not because of how it is written.
    public boolean isAboutData() {
        return type.equals("Conversion")
                || type.equals("Out of Range")
                || type.equals("Out of Memory")
                || type.equals("Invalid Input");
    }

    /// The message for people: what is wrong, without the engine's own names for things.
    public String words() {
        String words = message;
        int candidates = words.indexOf("\n\tCandidate");
        if (candidates < 0) {
            candidates = words.indexOf("\nCandidate functions");
        }
        if (candidates > 0) {
            words = words.substring(0, candidates);
        }
        int line = words.indexOf("\n\nLINE ");
        if (line > 0) {
            words = words.substring(0, line);
        }
        words = words.replace("INTEGER_LITERAL", "INTEGER")
                .replace("\n", " ")
                .replaceAll("\\s+", " ")
                .strip();
        if (type.equals("Out of Memory")
                || words.startsWith("Out of Memory Error")
                || words.contains("failed to offload data block")) {
            boolean disk = words.contains("max_temp_directory_size") || words.contains("offload");
            words = "the query needs more " + (disk ? "space for temporary files" : "memory")
                    + " than it may use: ask for fewer rows, or allow more (--memory-limit)";
        } else if (type.equals("Permission")
                || words.contains("disabled by configuration")
                || words.contains("file system operations are disabled")) {
            words = "not allowed here: queries may read the trace, not files. Allow files to run it (" + words + ")";
        } else if (words.startsWith("Table with name ")) {
            words = "no such table: " + name + hint();
        } else if (words.contains("Function with name ") && name != null) {
            words = "no such function: " + name + hint();
        } else if (words.startsWith("Referenced column ") && name != null) {
            words = "no such column: " + name + hint();
        }
        return words;
    }

    /// The candidate that is like the name, as a question.
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

    private static String plain(String text) {
        int start = text.startsWith("Invalid Input Error: Attempting to execute") ? text.indexOf("Error: ", 20) + 7 : 0;
        return text.substring(Math.max(start, 0));
    }

    /// The string value of a field of a flat JSON object.
    private static String field(String json, String name) {
        int at = json.indexOf("\"" + name + "\":\"");
        if (at < 0) {
            return null;
        }
        StringBuilder out = new StringBuilder();
        for (int i = at + name.length() + 4; i < json.length(); i++) {
            char c = json.charAt(i);
            if (c == '"') {
                return out.toString();
            }
            if (c == '\\' && i + 1 < json.length()) {
                c = json.charAt(++i);
                switch (c) {
                    case 'n' -> out.append('\n');
                    case 't' -> out.append('\t');
                    case 'r' -> out.append('\r');
                    case 'u' -> {
                        out.append((char) Integer.parseInt(json.substring(i + 1, i + 5), 16));
                        i += 4;
                    }
                    default -> out.append(c);
                }
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }
}
