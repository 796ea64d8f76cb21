package traceglass.app.project;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Writes project files one after another on a thread of its own, so that an older text never follows a newer one.
/// [#finish] waits for what was asked for last.
public final class ProjectWriter {

    private static final long LINGER_S = 1;
    private static final long LONGEST_S = 10;

    private final ThreadPoolExecutor thread = new ThreadPoolExecutor(
            1,
            1,
            LINGER_S,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            Thread.ofPlatform().daemon(false).name("project-writer").factory());
    /// What stands in the files as far as this program wrote them; of the writer's thread alone.
    private final Map<Path, String> written = new HashMap<>();

    public ProjectWriter() {
        thread.allowCoreThreadTimeOut(true);
    }

    /// Writes a text unless it is what this wrote there last. Returns at once.
    ///
    /// @param content gives the text, on the writer's thread
    /// @param done told on the writer's thread: null when it is on the disk, else what went wrong
    public void write(Path file, Supplier<String> content, Consumer<IOException> done) {
        thread.execute(() -> {
            String text = content.get();
            if (text.equals(written.get(file)) && java.nio.file.Files.exists(file)) {
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

    /// Waits until all that was asked for is written, for as long as that may sensibly take; nothing can be asked
    /// for after that. For the end of the program.
    public void finish() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(LONGEST_S, TimeUnit.SECONDS)) {
                System.getLogger(ProjectWriter.class.getName())
                        .log(System.Logger.Level.WARNING, "projects are still being written");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Runs it after all that was asked for before.
    public void afterwards(Runnable action) {
        thread.execute(action);
    }
}
