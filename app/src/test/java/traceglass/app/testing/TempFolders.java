package traceglass.app.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// Folders for tests whose window may still write to them, or read a trace there, when the test has ended: those of
/// JUnit
/// would have to be deleted by then. All of these are deleted when the virtual machine ends.
public final class TempFolders {

    private TempFolders() {}

    /// A new folder, whose name begins with that.
    public static Path make(String name) throws IOException {
        Path folder = Files.createTempDirectory("traceglass-" + name);
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(() -> delete(folder)));
        return folder;
    }

    /// Deletes, when the virtual machine ends, the working folders of stores that are still open then. The next program
    /// that opens a store would do so, but tests leave nothing behind.
    static void deleteThoseOfStores() {
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(() -> {
            String own = "traceglass-" + ProcessHandle.current().pid() + "-*";
            try (DirectoryStream<Path> folders =
                    Files.newDirectoryStream(Path.of(System.getProperty("java.io.tmpdir")), own)) {
                folders.forEach(TempFolders::delete);
            } catch (IOException e) {
                // Nothing can be listed, so nothing can be deleted.
            }
        }));
    }

    /// Deletes a folder with all in it. What writes to it now may make this fail: then it is tried again.
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

    /// A folder and what is in it, each folder before its files.
    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.sorted(Comparator.naturalOrder()).toList();
        }
    }
}
