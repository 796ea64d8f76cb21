package traceglass.app.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.app.io.Version;
import traceglass.app.ui.DialogService;

class CrashReportsTest {

    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    @TempDir
    Path folder;

    private CrashReports reports(List<Path> written) {
        return new CrashReports(folder.resolve("reports"), new ProgramLog(folder.resolve("logs")), written::add);
    }

    @Test
    void aReportHasVersionSystemAndStackTraceButNoMessages() throws Exception {
        try (AutoCloseable log = new ProgramLog(folder.resolve("logs")).start()) {
            System.getLogger("traceglass.test")
                    .log(
                            System.Logger.Level.WARNING,
                            "can't read " + System.getProperty("user.home") + "/settings",
                            new IOException("secret slice"));
            IllegalStateException error =
                    new IllegalStateException("slice of my bank", new IOException("thread of my bank"));
            String text = Files.readString(
                    reports(List.of()).report(error, "JavaFX", NOW).orElseThrow());
            assertTrue(text.startsWith("Traceglass " + Version.text() + ", 2026-03-01T12:00:00Z\nSystem: "), text);
            assertTrue(text.contains("Thread: JavaFX\njava.lang.IllegalStateException\n    at "), text);
            assertTrue(text.contains("Caused by: java.io.IOException\n"), text);
            assertTrue(text.contains("WARNING traceglass.test: can't read ~/settings"), text);
            assertFalse(text.contains("bank"), text);
            assertFalse(text.contains("secret"), text);
        }
    }

    @Test
    void eachKindOfErrorIsReportedOnceAndTenReportsAreKept() throws IOException {
        List<Path> written = new ArrayList<>();
        CrashReports reports = reports(written);
        RuntimeException error = new IllegalStateException();
        reports.uncaughtException(Thread.currentThread(), error);
        reports.uncaughtException(Thread.currentThread(), error);
        assertEquals(1, written.size());
        for (int i = 0; i < 15; i++) {
            RuntimeException other = new RuntimeException();
            other.setStackTrace(new StackTraceElement[] {new StackTraceElement("C", "m", "C.java", i)});
            assertTrue(reports.report(other, "t", NOW.plusSeconds(i)).isPresent());
        }
        try (var files = Files.list(folder.resolve("reports"))) {
            assertEquals(10, files.count());
        }
    }

    @Test
    void anUnwritableFolderCausesNoFurtherError() throws IOException {
        Files.writeString(folder.resolve("reports"), "a file in place of the folder");
        List<Path> written = new ArrayList<>();
        reports(written).uncaughtException(Thread.currentThread(), new IllegalStateException());
        assertEquals(List.of(), written);
    }

    @Test
    void logFilesAreRotated() throws Exception {
        try (AutoCloseable log = new ProgramLog(folder).start()) {
            for (int i = 0; i < 4000; i++) {
                System.getLogger("traceglass.test").log(System.Logger.Level.INFO, "x".repeat(1000));
            }
        }
        long bytes = 0;
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                bytes += Files.size(file);
            }
        }
        assertTrue(bytes > 500_000 && bytes < 1_600_000, bytes + " bytes");
    }

    @Test
    void theDialogSavesTheReportToTheChosenFileInTheBackground() throws IOException {
        Path report = Files.writeString(folder.resolve("report-1.txt"), "text");
        Path saved = folder.resolve("saved.txt");
        AtomicReference<String> shown = new AtomicReference<>("");
        DialogService dialogs = new DialogService() {
            @Override
            public Optional<Path> chooseTrace() {
                return Optional.empty();
            }

            @Override
            public Optional<Path> chooseSave(String title, String suggested, String kind, String extension) {
                return Optional.of(saved);
            }

            @Override
            public Optional<String> ask(String title, String detail, List<String> choices) {
                shown.set(title + "\n" + detail);
                return Optional.of(choices.getLast());
            }
        };
        List<String> problems = new ArrayList<>();
        List<Runnable> background = new ArrayList<>();
        new CrashDialog(background::add).show(report, dialogs, problems::add);
        assertTrue(Files.notExists(saved));
        background.forEach(Runnable::run);
        assertEquals("text", Files.readString(saved));
        assertEquals(List.of(), problems);
        assertTrue(shown.get().contains(report.toString()), shown.get());
    }
}
