package traceglass.store.database;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Files and folders in the temporary folder of the system, named after the process that uses them, so that a later
/// process can remove those of a killed one.
///
/// A name is `traceglass-KIND-PROCESS-START-NAMESPACE-…`: the process, the time when it started in ms, and the
/// namespace of its id, because processes in containers may share the folder and have ids of their own.
public final class TemporaryFiles {

    private static final String PREFIX = "traceglass-";
    private static final Pattern NAME = Pattern.compile(PREFIX + "[a-z]+-(\\d+)-(\\d+)-(\\d+)-.*");
    private static final Path PROCESS_NAMESPACE = Path.of("/proc/self/ns/pid");

    /// The start of a process is computed from the time when the system started, which changes when the clock is
    /// set.
    private static final Duration INACCURACY = Duration.ofSeconds(10);

    private static final AtomicBoolean REMOVING = new AtomicBoolean();

    private TemporaryFiles() {}

    /// Creates a folder that only the user can open.
    ///
    /// @param kind letters that say what it contains
    public static Path folder(String kind) throws IOException {
        removeAbandoned();
        return Files.createTempDirectory(prefix(kind));
    }

    /// Creates a file that only the user can open.
    ///
    /// @param kind letters that say what it contains
    public static Path file(String kind, String suffix) throws IOException {
        removeAbandoned();
        return Files.createTempFile(prefix(kind), suffix);
    }

    /// Removes what killed processes left, on a thread of its own. Does nothing if this process already did so.
    public static void removeAbandoned() {
        if (REMOVING.compareAndSet(false, true)) {
            Path folder = Path.of(System.getProperty("java.io.tmpdir"));
            Thread.ofPlatform().daemon().name("remove temporary files").start(() -> removeAbandoned(folder));
        }
    }

    static void removeAbandoned(Path folder) {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, PREFIX + "*")) {
            for (Path entry : entries) {
                if (isAbandoned(entry.getFileName().toString())) {
                    StoreDatabase.deleteTree(entry);
                }
            }
        } catch (IOException | RuntimeException e) {
            // The next start tries again.
        }
    }

    /// Returns whether the process that a name tells does not run any more. Names of another form are kept.
    static boolean isAbandoned(String name) {
        Matcher m = NAME.matcher(name);
        if (!m.matches()) {
            return StoreDatabase.isAbandoned(name, PREFIX);
        }
        try {
            if (Long.parseLong(m.group(3)) != namespace()) {
                return false;
            }
            Optional<ProcessHandle> process = ProcessHandle.of(Long.parseLong(m.group(1)));
            if (process.isEmpty()) {
                return true;
            }
            // Another process may have got the id since.
            Instant start = Instant.ofEpochMilli(Long.parseLong(m.group(2)));
            return process.get()
                    .info()
                    .startInstant()
                    .filter(s -> Duration.between(start, s).compareTo(INACCURACY) > 0)
                    .isPresent();
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static String prefix(String kind) {
        ProcessHandle own = ProcessHandle.current();
        long start = own.info().startInstant().orElseGet(Instant::now).toEpochMilli();
        return PREFIX + kind + "-" + own.pid() + "-" + start + "-" + namespace() + "-";
    }

    /// Returns the number of the namespace of process ids, 0 where there are none.
    private static long namespace() {
        try {
            String link = Files.readSymbolicLink(PROCESS_NAMESPACE).toString();
            return Long.parseLong(link.replaceAll("\\D", ""));
        } catch (IOException | RuntimeException e) {
            return 0;
        }
    }
}
