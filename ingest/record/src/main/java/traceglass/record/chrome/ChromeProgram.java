package traceglass.record.chrome;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import traceglass.record.spi.ChildPrograms;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.RecordProblem.Kind;

/// A browser that is started for a recording, with a temporary profile that is deleted at the end.
final class ChromeProgram implements AutoCloseable {

    private static final List<String> NAMES = List.of(
            "google-chrome", "google-chrome-stable", "chromium", "chromium-browser", "chrome", "microsoft-edge");
    private static final List<Path> DEFAULT_PATHS = List.of(
            Path.of("/opt/google/chrome/chrome"),
            Path.of("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
            Path.of("/Applications/Chromium.app/Contents/MacOS/Chromium"));
    private static final long START_TIMEOUT_NS = 30_000_000_000L;

    private final Process process;
    private final Path profile;
    private final int port;

    private ChromeProgram(Process process, Path profile, int port) {
        this.process = process;
        this.profile = profile;
        this.port = port;
    }

    static Optional<Path> find(Map<String, String> environment) {
        List<Path> candidates = new ArrayList<>();
        for (String folder : environment.getOrDefault("PATH", "").split(File.pathSeparator)) {
            if (!folder.isEmpty()) {
                NAMES.forEach(n -> candidates.add(Path.of(folder, n)));
            }
        }
        candidates.addAll(DEFAULT_PATHS);
        for (String variable : List.of("ProgramFiles", "ProgramFiles(x86)", "LOCALAPPDATA")) {
            if (environment.containsKey(variable)) {
                candidates.add(Path.of(environment.get(variable), "Google", "Chrome", "Application", "chrome.exe"));
            }
        }
        candidates.sort(Comparator.comparingInt(
                p -> Math.max(0, NAMES.indexOf(p.getFileName().toString()))));
        return candidates.stream()
                .filter(p -> Files.isRegularFile(p) && Files.isExecutable(p))
                .findFirst();
    }

    /// Starts the browser and waits until DevTools listens on a port that the browser chooses.
    static ChromeProgram start(Path program, List<String> options, Map<String, String> environment)
            throws RecordProblem {
        Path profile = null;
        try {
            profile = Files.createTempDirectory("traceglass-chrome");
            List<String> command = new ArrayList<>(List.of(
                    program.toString(),
                    "--remote-debugging-port=0",
                    "--user-data-dir=" + profile,
                    "--no-first-run",
                    "--no-default-browser-check"));
            boolean isLinux = System.getProperty("os.name", "").equals("Linux");
            if (isLinux
                    && environment.getOrDefault("DISPLAY", "").isEmpty()
                    && environment.getOrDefault("WAYLAND_DISPLAY", "").isEmpty()) {
                command.add("--headless=new");
            }
            if (isLinux && "root".equals(System.getProperty("user.name"))) {
                // Chrome refuses to run as root with its sandbox.
                command.add("--no-sandbox");
            }
            command.addAll(options);
            if (options.stream().allMatch(m -> m.startsWith("--"))) {
                command.add("about:blank");
            }
            Process process = ChildPrograms.start(new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(profile.resolve("output.log").toFile()));
            process.getOutputStream().close();
            return new ChromeProgram(process, profile, awaitPort(process, profile, program));
        } catch (IOException e) {
            delete(profile);
            throw new RecordProblem(Kind.NOT_FOUND, BrowserTexts.notStarted(program, RecordProblem.reason(e)), e);
        } catch (RecordProblem e) {
            delete(profile);
            throw e;
        }
    }

    private static int awaitPort(Process process, Path profile, Path program) throws IOException, RecordProblem {
        // The browser writes its port and the path of its socket into this file.
        Path file = profile.resolve("DevToolsActivePort");
        long startNs = System.nanoTime();
        try {
            while (System.nanoTime() - startNs < START_TIMEOUT_NS && process.isAlive()) {
                if (Files.exists(file)) {
                    List<String> lines = Files.readAllLines(file);
                    if (lines.size() >= 2) {
                        return Integer.parseInt(lines.getFirst().strip());
                    }
                }
                Thread.sleep(50);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (NumberFormatException e) {
            // Reported below.
        }
        process.destroy();
        throw new RecordProblem(Kind.NOT_FOUND, BrowserTexts.notListening(program));
    }

    int port() {
        return port;
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor(2, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        delete(profile);
    }

    private static void delete(@Nullable Path folder) {
        if (folder == null) {
            return;
        }
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path p : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(p);
            }
        } catch (IOException | UncheckedIOException e) {
            // Ignore the failure: the system cleans its temporary folder.
        }
    }
}
