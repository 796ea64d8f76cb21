package traceglass.app.project;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import traceglass.app.task.FxThread;

/// Traces and projects that are open in the windows of the program, recorded in a file, and those that were open when
/// an earlier run was killed or crashed. Used on the JavaFX thread; files are read and written on the thread of the
/// [ProjectWriter], after the changes to the traces.
public final class OpenTraces {

    /// Delays after which runs that still lock their files are checked again, s: a killed program takes seconds
    /// to end on a busy computer.
    private static final List<Integer> RECHECK_DELAYS_S = List.of(2, 5, 15);

    private final RunFiles files;
    private final ProjectWriter writer;
    private final Map<Object, Path> open = new LinkedHashMap<>();
    private final ReadOnlyObjectWrapper<List<Path>> interrupted = new ReadOnlyObjectWrapper<>(List.of());
    private List<RunFiles.Interrupted> runs = List.of();
    private boolean wasOffered;

    private OpenTraces(RunFiles files, ProjectWriter writer) {
        this.files = files;
        this.writer = writer;
    }

    /// Starts to read the traces of interrupted runs.
    ///
    /// @param folder folder with the files of all runs
    public static OpenTraces in(Path folder, ProjectWriter writer) {
        OpenTraces traces = new OpenTraces(new RunFiles(folder), writer);
        traces.findInterrupted(0);
        return traces;
    }

    private void findInterrupted(int attempt) {
        writer.runAfterWrites(() -> {
            RunFiles.OtherRuns others = files.readOthers();
            List<RunFiles.Interrupted> found = others.interrupted();
            if (!found.isEmpty()) {
                List<Path> paths = found.stream()
                        .flatMap(r -> r.traces().stream())
                        .distinct()
                        .filter(Files::exists)
                        .toList();
                FxThread.later(() -> setInterrupted(found, paths));
            }
            if (others.running() > 0 && attempt < RECHECK_DELAYS_S.size()) {
                CompletableFuture.delayedExecutor(RECHECK_DELAYS_S.get(attempt), TimeUnit.SECONDS)
                        .execute(() -> retry(attempt + 1));
            }
        });
    }

    private void retry(int attempt) {
        try {
            findInterrupted(attempt);
        } catch (RejectedExecutionException e) {
            // The program has ended.
        }
    }

    /// Creates an empty object that records nothing.
    public static OpenTraces none() {
        return new OpenTraces(null, null);
    }

    private void setInterrupted(List<RunFiles.Interrupted> files, List<Path> paths) {
        runs = files;
        List<Path> remaining = new ArrayList<>(paths);
        remaining.removeAll(open.values());
        interrupted.set(List.copyOf(remaining));
        removeRunsWithoutTraces();
    }

    /// Traces and projects that were open when a run was interrupted and were not opened since; never null.
    public ReadOnlyObjectProperty<List<Path>> interruptedProperty() {
        return interrupted.getReadOnlyProperty();
    }

    /// Called when the user sees the traces of the interrupted runs. They are not offered again after a normal end
    /// of this run.
    public void markOffered() {
        wasOffered = true;
    }

    /// Discards the traces of the interrupted runs.
    public void discardInterrupted() {
        interrupted.set(List.of());
        removeRunsWithoutTraces();
    }

    private void removeRunsWithoutTraces() {
        if (interrupted.get().isEmpty() && !runs.isEmpty()) {
            List<RunFiles.Interrupted> removed = runs;
            runs = List.of();
            writer.runAfterWrites(() -> removed.forEach(files::remove));
        }
    }

    /// Records the trace or project that is open in a window; replaces an earlier one.
    public void setOpen(Object window, Path file) {
        Path path = file.toAbsolutePath().normalize();
        if (!path.equals(open.put(window, path))) {
            write();
        }
        if (interrupted.get().contains(path)) {
            List<Path> remaining = new ArrayList<>(interrupted.get());
            remaining.remove(path);
            interrupted.set(List.copyOf(remaining));
            removeRunsWithoutTraces();
        }
    }

    /// Records that no trace is open in a window.
    public void removeOpen(Object window) {
        if (open.remove(window) != null) {
            write();
        }
    }

    /// Called at the normal end of the program, before the end of the writer.
    public void end() {
        open.clear();
        write();
        if (wasOffered) {
            discardInterrupted();
        }
    }

    private void write() {
        if (files == null) {
            return;
        }
        List<Path> current = List.copyOf(open.values());
        writer.runAfterWrites(() -> {
            try {
                files.write(current);
            } catch (IOException e) {
                System.getLogger(OpenTraces.class.getName())
                        .log(System.Logger.Level.WARNING, "can't record the open traces", e);
            }
        });
    }
}
