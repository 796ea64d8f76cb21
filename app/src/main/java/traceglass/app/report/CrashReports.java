package traceglass.app.report;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Writes a report for each kind of unexpected error to a folder, and keeps the newest ones.
public final class CrashReports implements Thread.UncaughtExceptionHandler {

    private static final DateTimeFormatter NAME =
            DateTimeFormatter.ofPattern("'report-'yyyyMMdd-HHmmss-SSS'.txt'").withZone(ZoneOffset.UTC);
    private static final int MAX_REPORTS = 10;

    private final Path folder;
    private final ProgramLog log;
    private final Consumer<Path> onReport;
    private final Set<String> texts = new HashSet<>();

    /// @param onReport receives the file of each report, on the thread of the error
    public CrashReports(Path folder, ProgramLog log, Consumer<Path> onReport) {
        this.folder = folder;
        this.log = log;
        this.onReport = onReport;
    }

    @Override
    public void uncaughtException(Thread thread, Throwable error) {
        System.getLogger(CrashReports.class.getName())
                .log(System.Logger.Level.ERROR, "unexpected error in thread " + thread.getName(), error);
        try {
            report(error, thread.getName(), Instant.now()).ifPresent(onReport);
        } catch (RuntimeException e) {
            // An error while reporting must not be reported again.
            System.getLogger(CrashReports.class.getName()).log(System.Logger.Level.ERROR, "can't report an error", e);
        }
    }

    /// Writes a report; empty if this kind of error was reported before or the folder can't be written.
    Optional<Path> report(Throwable error, String thread, Instant now) {
        StackTraceElement[] stack = error.getStackTrace();
        String kind = error.getClass().getName() + (stack.length == 0 ? "" : stack[0]);
        synchronized (texts) {
            if (!texts.add(kind)) {
                return Optional.empty();
            }
        }
        Duration uptime = Duration.ofMillis(ManagementFactory.getRuntimeMXBean().getUptime());
        String text =
                CrashReport.text(error, thread, now, uptime, log.lastLines(), System.getProperty("user.home", ""));
        try {
            Files.createDirectories(folder);
            Path file = folder.resolve(NAME.format(now));
            Files.writeString(file, text);
            trim();
            return Optional.of(file);
        } catch (IOException e) {
            System.getLogger(CrashReports.class.getName())
                    .log(System.Logger.Level.WARNING, "can't write a report to " + folder, e);
            return Optional.empty();
        }
    }

    private void trim() throws IOException {
        List<Path> reports;
        try (Stream<Path> files = Files.list(folder)) {
            reports = files.filter(f -> String.valueOf(f.getFileName()).startsWith("report-"))
                    .sorted()
                    .toList();
        }
        for (Path old : reports.subList(0, Math.max(0, reports.size() - MAX_REPORTS))) {
            Files.deleteIfExists(old);
        }
    }
}
