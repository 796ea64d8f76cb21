package traceglass.app.report;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import traceglass.app.io.Version;

/// The text of a report about an unexpected error: version, system, where the error occurred, and the last lines of the
/// log. Messages of exceptions are omitted, because they may contain names of a trace.
final class CrashReport {

    private CrashReport() {}

    /// @param log the last lines of the log
    /// @param home the user's home folder, which is replaced by `~`
    static String text(Throwable error, String thread, Instant now, Duration uptime, List<String> log, String home) {
        StringBuilder text = new StringBuilder();
        text.append("Traceglass ")
                .append(Version.text())
                .append(", ")
                .append(now)
                .append('\n');
        text.append("System: ")
                .append(property("os.name"))
                .append(' ')
                .append(property("os.version"))
                .append(", ")
                .append(property("os.arch"))
                .append('\n');
        text.append("Java: ")
                .append(Runtime.version())
                .append(", ")
                .append(property("java.vendor"))
                .append('\n');
        text.append("JavaFX: ").append(property("javafx.runtime.version")).append('\n');
        Runtime runtime = Runtime.getRuntime();
        text.append("Processors: ")
                .append(runtime.availableProcessors())
                .append(", heap: ")
                .append((runtime.totalMemory() - runtime.freeMemory()) >> 20)
                .append(" of ")
                .append(runtime.maxMemory() >> 20)
                .append(" MB, running for ")
                .append(uptime.toSeconds())
                .append(" s\n\nThread: ")
                .append(thread)
                .append('\n');
        stack(error).forEach(line -> text.append(line).append('\n'));
        text.append("\nLog:\n");
        log.forEach(line -> text.append(withoutHome(line, home)).append('\n'));
        return text.toString();
    }

    private static String property(String name) {
        return System.getProperty(name, "unknown");
    }

    private static String withoutHome(String line, String home) {
        return home.length() > 1 ? line.replace(home, "~") : line;
    }

    /// Returns the stack traces of an error and its causes, without messages.
    static List<String> stack(Throwable error) {
        List<String> lines = new ArrayList<>();
        Set<Throwable> visited = Collections.newSetFromMap(new IdentityHashMap<>());
        String prefix = "";
        for (Throwable e = error; e != null && visited.add(e); e = e.getCause()) {
            lines.add(prefix + e.getClass().getName());
            for (StackTraceElement frame : e.getStackTrace()) {
                lines.add("    at " + frame);
            }
            prefix = "Caused by: ";
        }
        return lines;
    }
}
