package traceglass.app.settings;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// A small text file with state that is kept between starts, such as saved queries. It is replaced as a whole in the
/// background; a reader finds either the old or the new text.
public final class StateFile {

    private final Path file;
    /// A single thread, so that an older state never overwrites a newer one.
    private final ExecutorService writer = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("state file").factory());

    /// @param file the file, or null to store nothing
    public StateFile(Path file) {
        this.file = file;
    }

    /// Returns the text; empty if there is no file or it can't be read.
    public String read() {
        if (file == null || !Files.isRegularFile(file)) {
            return "";
        }
        try {
            return Files.readString(file);
        } catch (IOException e) {
            System.getLogger(StateFile.class.getName()).log(System.Logger.Level.WARNING, "can't read " + file, e);
            return "";
        }
    }

    /// Replaces the text asynchronously. Errors are logged.
    public void write(String text) {
        if (file != null) {
            writer.execute(() -> {
                try {
                    replace(text);
                } catch (IOException e) {
                    System.getLogger(StateFile.class.getName())
                            .log(System.Logger.Level.WARNING, "can't write " + file, e);
                }
            });
        }
    }

    private void replace(String text) throws IOException {
        Path folder = Files.createDirectories(file.toAbsolutePath().getParent());
        Path next = Files.createTempFile(folder, file.getFileName().toString(), ".tmp");
        try {
            Files.writeString(next, text);
            // Without ATOMIC_MOVE, the old file is deleted first.
            try {
                Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
            } catch (AtomicMoveNotSupportedException e) {
                Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
            }
        } finally {
            Files.deleteIfExists(next);
        }
    }
}
