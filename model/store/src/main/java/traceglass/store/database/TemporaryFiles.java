package traceglass.store.database;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Files and folders in the temporary folder of the system, named after the process that uses them, so that a later
/// process can remove the files of a killed process.
///
/// A name is `traceglass-KIND-PROCESS-START-NAMESPACE-…`: the process, [when it started][ProcessStart], and the
/// namespace of its id, because processes in containers may share the folder but not the ids.
public final class TemporaryFiles {

    private static final String PREFIX = "traceglass-";
    private static final Pattern NAME = Pattern.compile(PREFIX + "[a-z]+-(\\d+)-(\\d+)-(\\d+)-.*");
    private static final Path PROCESS_NAMESPACE = Path.of("/proc/self/ns/pid");

    private static final AtomicBoolean REMOVING = new AtomicBoolean();
    /// Deleted when the process ends.
    private static final Set<Path> AT_EXIT = ConcurrentHashMap.newKeySet();

    static {
        try {
            Runtime.getRuntime()
                    .addShutdownHook(
                            new Thread(() -> AT_EXIT.forEach(StoreDatabase::deleteTree), "temporary-files-cleanup"));
        } catch (IllegalStateException e) {
            // The process is already ending; the next start removes the remaining files.
        }
    }

    private TemporaryFiles() {}

    /// Creates a folder that only the user can open.
    ///
    /// @param kind short name of the content
    public static Path folder(String kind) throws IOException {
        removeAbandoned();
        return Files.createTempDirectory(prefix(kind));
    }

    /// Creates a file that only the user can open.
    ///
    /// @param kind short name of the content
    public static Path file(String kind, String suffix) throws IOException {
        removeAbandoned();
        return Files.createTempFile(prefix(kind), suffix);
    }

    /// Returns a file or folder after arranging that it is deleted when the process ends, for example by Ctrl+C,
    /// unless [StoreDatabase#deleteTree] has already deleted it. The next start removes the files of a killed
    /// process.
    public static Path deleteAtExit(Path path) {
        AT_EXIT.add(path);
        return path;
    }

    /// Returns whether a file is deleted when this process ends.
    public static boolean isDeletedAtExit(Path file) {
        Path absolute = file.toAbsolutePath().normalize();
        return AT_EXIT.stream().anyMatch(absolute::startsWith);
    }

    /// Records that a file or folder was deleted.
    static void onDeleted(Path path) {
        AT_EXIT.remove(path);
    }

    /// Removes the files and folders of killed processes, on a separate thread. Does nothing if this process
    /// already did so.
    public static void removeAbandoned() {
        if (REMOVING.compareAndSet(false, true)) {
            Path folder = Path.of(System.getProperty("java.io.tmpdir"));
            Thread.ofPlatform().daemon().name("remove temporary files").start(() -> removeAbandoned(folder));
        }
    }

    static void removeAbandoned(Path folder) {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, PREFIX + "*")) {
            for (Path entry : entries) {
                if (isAbandoned(entry)) {
                    StoreDatabase.deleteTree(entry);
                }
            }
        } catch (IOException | RuntimeException e) {
            // The next start tries again.
        }
    }

    /// Returns whether the process in a name has ended. Files with names of another form are kept.
    static boolean isAbandoned(Path entry) {
        Matcher m = NAME.matcher(entry.getFileName().toString());
        if (!m.matches()) {
            return StoreDatabase.isAbandoned(entry, PREFIX);
        }
        try {
            return Long.parseLong(m.group(3)) == namespace()
                    && ProcessStart.hasEnded(Long.parseLong(m.group(1)), Long.parseLong(m.group(2)));
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static String prefix(String kind) {
        return PREFIX + kind + "-" + ProcessHandle.current().pid() + "-" + ProcessStart.ofThisProcess() + "-"
                + namespace() + "-";
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
