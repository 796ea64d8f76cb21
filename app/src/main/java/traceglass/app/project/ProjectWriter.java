package traceglass.app.project;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Writes project files in order on a separate thread, so that an older text never replaces a newer one. [#finish]
/// waits for the last one.
public final class ProjectWriter {

    private static final long LINGER_S = 1;
    private static final long TIMEOUT_S = 10;

    private final ThreadPoolExecutor thread = new ThreadPoolExecutor(
            1,
            1,
            LINGER_S,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            Thread.ofPlatform().daemon(false).name("project-writer").factory());
    /// Text of each file as last written; accessed only by the writer's thread.
    private final Map<Path, String> written = new HashMap<>();

    public ProjectWriter() {
        thread.allowCoreThreadTimeOut(true);
    }

    /// Writes a text unless it is the same as the last one written to the file. Returns immediately.
    ///
    /// @param content provides the text, on the writer's thread
    /// @param done called on the writer's thread with null when the text is on the disk, otherwise with the error
    public void write(Path file, Supplier<String> content, Consumer<IOException> done) {
        thread.execute(() -> {
            String text = content.get();
            if (text.equals(written.get(file)) && Files.exists(file)) {
                done.accept(null);
                return;
            }
            try {
                ProjectFile.write(text, file);
                written.put(file, text);
                done.accept(null);
            } catch (IOException e) {
                written.remove(file);
                done.accept(e);
            }
        });
    }

    /// Waits until everything is written, at most ten seconds; nothing can be written afterwards. Called at the end
    /// of the program.
    public void finish() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(TIMEOUT_S, TimeUnit.SECONDS)) {
                System.getLogger(ProjectWriter.class.getName())
                        .log(System.Logger.Level.WARNING, "projects are still being written");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Runs an action on the writer's thread after all writes requested so far.
    public void runAfterWrites(Runnable action) {
        thread.execute(action);
    }
}
