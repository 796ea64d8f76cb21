package traceglass.app.io;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/// What commands print.
public final class Out {

    private Out() {}

    public static void print(String line) {
        System.out.println(line);
    }

    /// Words for why a file could not be read or written.
    public static String reason(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "there is no such file or folder";
        }
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        return e.getMessage() == null ? e.getClass().getSimpleName() : oneLine(e.getMessage());
    }

    /// The text without line breaks, as errors are printed.
    public static String oneLine(String text) {
        return text == null ? "" : text.strip().replaceAll("\\s*[\\r\\n]+\\s*", " ");
    }

    /// Says in one line on standard error why a command could not be done.
    public static void failed(Exception e) {
        if (Boolean.getBoolean("traceglass.debug")) {
            e.printStackTrace();
        }
        System.err.println("traceglass: "
                + oneLine(
                        e instanceof Failure
                                ? e.getMessage()
                                : "something failed that should not: " + e + "; -Dtraceglass.debug=true shows where"));
    }
}
