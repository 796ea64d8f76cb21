package traceglass.app.io;

import java.io.Console;
import java.io.FilterWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import traceglass.store.text.SingleLineText;

/// Removes characters that control the terminal from text of traces and devices. Data that a program reads from a pipe
/// or a file is not changed.
public final class TerminalText {

    private static final Path DESCRIPTORS = Path.of("/proc/self/fd");

    private TerminalText() {}

    /// Returns a function that cleans text for standard output, or null if that is not a terminal.
    public static UnaryOperator<String> outputCleaner() {
        return cleaner(isOutputTerminal());
    }

    /// Returns whether standard output is a terminal.
    public static boolean isOutputTerminal() {
        return isTerminal(1, DESCRIPTORS);
    }

    /// Returns a function that cleans text for a terminal; null if the output is not one.
    public static UnaryOperator<String> cleaner(boolean isTerminal) {
        return isTerminal ? SingleLineText::keepLines : null;
    }

    /// Returns a writer that cleans text before it writes it.
    ///
    /// @param cleaner null to write the text unchanged
    public static Writer cleaningWriter(Writer out, UnaryOperator<String> cleaner) {
        return cleaner == null
                ? out
                : new FilterWriter(out) {
                    @Override
                    public void write(int c) throws IOException {
                        out.write(cleaner.apply(String.valueOf((char) c)));
                    }

                    @Override
                    public void write(char[] chars, int offset, int length) throws IOException {
                        out.write(cleaner.apply(new String(chars, offset, length)));
                    }

                    @Override
                    public void write(String text, int offset, int length) throws IOException {
                        out.write(cleaner.apply(text.substring(offset, offset + length)));
                    }
                };
    }

    /// Returns whether a file descriptor of the process is a terminal. [System#console] can't check individual
    /// descriptors; the links that Linux provides for them can.
    ///
    /// @param links folder with a link for each descriptor
    static boolean isTerminal(int descriptor, Path links) {
        try {
            String target = Files.readSymbolicLink(links.resolve(String.valueOf(descriptor)))
                    .toString();
            return target.matches("/dev/(pts/\\d+|tty\\w*|console|pty\\w+|hvc\\d+)( \\(deleted\\))?");
        } catch (IOException | UnsupportedOperationException | InvalidPathException e) {
            Console console = System.console();
            return console != null && console.isTerminal();
        }
    }
}
