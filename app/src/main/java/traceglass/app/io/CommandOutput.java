package traceglass.app.io;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import traceglass.store.text.Json;
import traceglass.store.text.SingleLineText;

/// Output of commands.
public final class CommandOutput {

    private CommandOutput() {}

    /// Prints text for users to standard output, without characters that control a terminal.
    public static void print(String line) {
        System.out.println(SingleLineText.keepLines(line));
    }

    /// Prints JSON of several lines to standard output. Characters that control a terminal are escaped.
    public static void printJson(Json.Content content) {
        String json = Json.text(content, Json.spaces().withObjectIndenter(new DefaultIndenter("  ", "\n")));
        System.out.println(escaped(json.replace(", \n", ",\n")));
    }

    /// Returns JSON in which characters that control a terminal are escaped; they may occur in its strings.
    public static String escaped(String json) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            boolean isSafe = c == '\n' || SingleLineText.of(String.valueOf(c)).charAt(0) == c;
            out.append(isSafe ? String.valueOf(c) : String.format("\\u%04x", (int) c));
        }
        return out.toString();
    }

    /// Describes why a file could not be read or written.
    public static String reason(IOException e) {
        if (e instanceof NoSuchFileException) {
            return OutputTexts.NO_SUCH_FILE;
        }
        if (e instanceof AccessDeniedException) {
            return OutputTexts.PERMISSION_DENIED;
        }
        return e.getMessage() == null ? e.getClass().getSimpleName() : oneLine(e.getMessage());
    }

    /// Returns a string without line breaks and characters that control a terminal, as errors are printed.
    public static String oneLine(String text) {
        return text == null ? "" : SingleLineText.of(text.strip().replaceAll("\\s*[\\r\\n]+\\s*", " "));
    }

    /// Prints a message in one line to standard error.
    public static void report(String message) {
        System.err.println(OutputTexts.PREFIX + oneLine(message));
    }

    /// Prints lines to standard error without the name of the program.
    public static void printNote(String lines) {
        System.err.println(SingleLineText.keepLines(lines));
    }

    /// Prints an error of a command to standard error: one line, and its details below.
    public static void reportFailure(Exception e) {
        if (Boolean.getBoolean("traceglass.debug")) {
            e.printStackTrace();
        }
        report(e instanceof Failure ? e.getMessage() : OutputTexts.internalError(e));
        if (e instanceof Failure failure && !failure.details().isEmpty()) {
            printNote(failure.details());
        }
    }
}
