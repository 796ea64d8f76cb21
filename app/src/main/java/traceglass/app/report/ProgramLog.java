package traceglass.app.report;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.logging.FileHandler;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/// The program's log: rotating files in a folder. Log messages are also written to standard error.
///
/// @param folder folder of the log files
public record ProgramLog(Path folder) {

    private static final String PATTERN = "traceglass.%g.log";
    private static final int MAX_BYTES = 500_000;
    private static final int FILE_COUNT = 3;
    private static final int MAX_REPORTED_LINES = 200;

    /// Starts writing log messages to the files. Closing the result stops it.
    ///
    /// @throws IOException if the folder can't be written
    AutoCloseable start() throws IOException {
        Files.createDirectories(folder);
        // Percent signs must be escaped in the pattern.
        String pattern = folder.toString().replace("%", "%%") + "/" + PATTERN;
        FileHandler handler = new FileHandler(pattern, MAX_BYTES, FILE_COUNT, true);
        handler.setEncoding(StandardCharsets.UTF_8.name());
        handler.setLevel(Level.INFO);
        handler.setFormatter(new Lines());
        Logger root = Logger.getLogger("");
        root.addHandler(handler);
        return () -> {
            root.removeHandler(handler);
            handler.close();
        };
    }

    /// Starts the log in the background. If that fails, the program runs without the log.
    public void startInBackground() {
        Thread.ofVirtual().name("log").start(() -> {
            try {
                start();
            } catch (IOException e) {
                System.getLogger(ProgramLog.class.getName())
                        .log(System.Logger.Level.WARNING, "can't write the log to " + folder, e);
            }
        });
    }

    /// Returns the last lines of the newest file.
    List<String> lastLines() {
        try {
            List<String> lines = Files.readAllLines(folder.resolve(PATTERN.replace("%g", "0")));
            return List.copyOf(lines.subList(Math.max(0, lines.size() - MAX_REPORTED_LINES), lines.size()));
        } catch (IOException e) {
            return List.of();
        }
    }

    /// Formats each message as one line, followed by the stack trace of its exception without exception messages.
    private static final class Lines extends Formatter {

        private static final DateTimeFormatter TIME =
                DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(ZoneOffset.UTC);

        @Override
        public String format(LogRecord entry) {
            StringBuilder text = new StringBuilder();
            text.append(TIME.format(entry.getInstant()))
                    .append(' ')
                    .append(entry.getLevel().getName())
                    .append(' ')
                    .append(entry.getLoggerName())
                    .append(": ")
                    .append(formatMessage(entry).replaceAll("\\R", " "))
                    .append('\n');
            if (entry.getThrown() != null) {
                CrashReport.stack(entry.getThrown())
                        .forEach(line -> text.append("    ").append(line).append('\n'));
            }
            return text.toString();
        }
    }
}
