package traceglass.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

/// Result of a command line that was run in this process.
///
/// @param bytes standard output
/// @param err standard error
public record CommandRun(int code, byte[] bytes, String err) {

    /// Runs a command line. Arguments may be of any type, such as paths.
    public static CommandRun of(Object... args) {
        String[] arguments = Stream.of(args).map(Object::toString).toArray(String[]::new);
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream o = new ByteArrayOutputStream();
        ByteArrayOutputStream e = new ByteArrayOutputStream();
        try {
            System.setOut(new PrintStream(o, true, StandardCharsets.UTF_8));
            System.setErr(new PrintStream(e, true, StandardCharsets.UTF_8));
            return new CommandRun(Root.run(arguments), o.toByteArray(), e.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }

    /// Asserts the exit code.
    public CommandRun assertExitCode(int expected) {
        assertEquals(expected, code, err);
        return this;
    }

    /// Returns the standard output as text.
    public String out() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /// Returns the first line of an SQL error, which is followed by the SQL line and a pointer to the position.
    public String sqlError() {
        assertEquals(3, err.lines().count(), () -> "no SQL line with a pointer: " + err);
        assertTrue(err.lines().toList().get(2).matches("\\s+\\| +\\^+"), err);
        return err.lines().findFirst().orElseThrow();
    }

    /// Returns the single line of an error.
    public String errorLine() {
        assertEquals(1, err.lines().count(), () -> "not one line: " + err);
        assertFalse(err.contains("\tat "), () -> "a stack trace: " + err);
        return err.strip();
    }
}
