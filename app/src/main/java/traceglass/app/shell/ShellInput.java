package traceglass.app.shell;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jline.reader.Completer;
import org.jline.reader.EOFError;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.DefaultParser;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import traceglass.sql.editor.SqlSpans;

/// Input of the shell: a terminal with history and completion, or a pipe.
public final class ShellInput implements AutoCloseable {

    private final Terminal terminal;
    private final Path history;
    private final BufferedReader pipedInput;
    private LineReader reader;

    private ShellInput(Terminal terminal, Path history, BufferedReader pipe) {
        this.terminal = terminal;
        this.history = history;
        this.pipedInput = pipe;
    }

    /// Opens the terminal of the process, or standard input if there is none.
    ///
    /// @param history file with the history of the input
    public static ShellInput open(Path history) throws IOException {
        if (System.console() == null || !System.console().isTerminal()) {
            return piped(new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)));
        }
        return new ShellInput(TerminalBuilder.builder().system(true).build(), history, null);
    }

    /// Creates an input that reads piped lines.
    static ShellInput piped(BufferedReader lines) {
        return new ShellInput(null, null, lines);
    }

    /// Creates an input on a given terminal.
    static ShellInput on(Terminal terminal) {
        return new ShellInput(terminal, null, null);
    }

    boolean isTerminal() {
        return terminal != null;
    }

    /// @param completer completes the text before the cursor
    void complete(Completer completer) throws IOException {
        if (terminal == null) {
            return;
        }
        LineReaderBuilder builder = LineReaderBuilder.builder()
                .terminal(terminal)
                .appName("traceglass")
                .completer(completer)
                .parser(new StatementParser())
                .variable(LineReader.SECONDARY_PROMPT_PATTERN, ShellTexts.CONTINUATION_PROMPT)
                .variable(LineReader.INDENTATION, 0)
                .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
                .option(LineReader.Option.HISTORY_IGNORE_SPACE, true);
        if (history != null) {
            Files.createDirectories(history.getParent());
            builder.variable(LineReader.HISTORY_FILE, history);
        }
        reader = builder.build();
    }

    /// Reads the next statement or dot command; returns null at the end, and an empty text if the input was
    /// canceled with Ctrl+C.
    String next() throws IOException {
        if (terminal != null) {
            try {
                return reader.readLine(ShellTexts.PROMPT);
            } catch (UserInterruptException e) {
                return "";
            } catch (EndOfFileException e) {
                return null;
            }
        }
        StringBuilder text = new StringBuilder();
        for (String line = pipedInput.readLine(); line != null; line = pipedInput.readLine()) {
            text.append(text.isEmpty() ? "" : "\n").append(line);
            if (isComplete(text.toString())) {
                return text.toString();
            }
        }
        return text.isEmpty() ? null : text.toString();
    }

    /// Sets the action of Ctrl+C while a statement runs.
    void onInterrupt(Consumer<Terminal.Signal> action) {
        if (terminal != null) {
            terminal.handle(Terminal.Signal.INT, action::accept);
        }
    }

    /// Returns whether a text can be run: a dot command, an empty text, or SQL that ends with a semicolon.
    static boolean isComplete(String text) {
        String stripped = text.strip();
        if (stripped.isEmpty() || stripped.startsWith(".")) {
            return true;
        }
        var spans = SqlSpans.of(text);
        for (int i = spans.size() - 1; i >= 0; i--) {
            if (spans.get(i).kind() != SqlSpans.Kind.COMMENT) {
                return text.substring(spans.get(i).start(), spans.get(i).end()).equals(";");
            }
        }
        // The text has only comments.
        return true;
    }

    @Override
    public void close() throws IOException {
        if (reader != null && history != null) {
            reader.getHistory().save();
        }
        if (terminal != null) {
            terminal.close();
        }
    }

    /// Completes dotted names as one word; keeps reading until a statement is complete.
    private static final class StatementParser implements Parser {
        private final DefaultParser parser =
                new DefaultParser().escapeChars(null).quoteChars(new char[0]);

        @Override
        public ParsedLine parse(String line, int cursor, ParseContext context) {
            if (context == ParseContext.ACCEPT_LINE && !isComplete(line)) {
                throw new EOFError(-1, cursor, ShellTexts.NEEDS_SEMICOLON);
            }
            parser.setRegexVariable(null);
            return parser.parse(line, cursor, context == ParseContext.ACCEPT_LINE ? ParseContext.UNSPECIFIED : context);
        }
    }
}
