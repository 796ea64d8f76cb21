package traceglass.app.window.opening;

import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.Supplier;
import traceglass.app.context.OpenTrace;
import traceglass.app.project.OpenTraces;
import traceglass.app.session.TraceSession;
import traceglass.app.window.frame.WindowHost;

/// Records which trace or project is open in a window, so that it can be opened again after a crash. Used on the JavaFX
/// thread.
public final class OpenRecord {

    private final OpenTrace trace;
    private final OpenTraces traces;
    private final Supplier<Path> project;

    /// @param project provides the file of the open project, or null if the trace was opened without one
    public OpenRecord(OpenTrace trace, OpenTraces traces, Supplier<Path> project) {
        this.trace = trace;
        this.traces = traces;
        this.project = project;
        trace.sessionProperty().addListener(_ -> update());
    }

    /// Called when a trace is completely open or belongs to another project.
    public void update() {
        TraceSession session = trace.session();
        if (session == null) {
            traces.removeOpen(this);
        } else if (session.isReady()) {
            traces.setOpen(this, project.get() == null ? session.file() : project.get());
        }
    }

    /// Called when the window is closed.
    public void close() {
        traces.removeOpen(this);
    }

    /// Creates the offer to reopen the files that were open before a crash: the first one in this window, the
    /// others in new windows.
    public ReopenPrompt offer(Consumer<Path> open, WindowHost windows) {
        return new ReopenPrompt(traces, files -> {
            open.accept(files.getFirst());
            files.stream().skip(1).forEach(windows::openWindow);
        });
    }
}
