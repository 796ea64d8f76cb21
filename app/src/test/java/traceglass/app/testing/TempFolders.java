package traceglass.app.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// Creates folders for tests whose window may still use them after the test has ended, when JUnit has already deleted
/// its folders. All of them are deleted when the virtual machine ends.
public final class TempFolders {

    private TempFolders() {}

    /// Creates a folder whose name begins with the prefix.
    public static Path create(String prefix) throws IOException {
        Path folder = Files.createTempDirectory("traceglass-" + prefix);
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(() -> delete(folder)));
        return folder;
    }

    /// Deletes the working folders of stores that are still open when the virtual machine exits. The next
    /// program that opens a store would do so, but tests must leave no files behind.
    static void deleteStoreFolders() {
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(() -> {
            String pattern = "traceglass-" + ProcessHandle.current().pid() + "-*";
            try (DirectoryStream<Path> folders =
                    Files.newDirectoryStream(Path.of(System.getProperty("java.io.tmpdir")), pattern)) {
                folders.forEach(TempFolders::delete);
            } catch (IOException e) {
                // Nothing can be listed, so nothing can be deleted.
            }
        }));
    }

    /// Deletes a folder with its content. Tries again if it fails because something still writes to the folder.
    private static void delete(Path folder) {
        for (int i = 0; i < 20 && Files.exists(folder); i++) {
            try {
                for (Path file : files(folder).reversed()) {
                    Files.deleteIfExists(file);
                }
            } catch (IOException | UncheckedIOException e) {
                try {
                    Thread.sleep(25);
                } catch (InterruptedException stopped) {
                    return;
                }
            }
        }
    }

    /// Returns a folder and its content, each folder before its files.
    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.sorted(Comparator.naturalOrder()).toList();
        }
    }
}
