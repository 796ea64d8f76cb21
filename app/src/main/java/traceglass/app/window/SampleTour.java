package traceglass.app.window;

import java.io.IOException;
import java.nio.file.Path;
import traceglass.analysis.chrome.SlowFrame;
import traceglass.app.context.TraceSlot;
import traceglass.app.launch.EventRef;
import traceglass.app.launch.SampleTrace;
import traceglass.app.launch.TimeRange;
import traceglass.app.session.TraceSession;
import traceglass.app.ui.Notices;
import traceglass.app.window.opening.SampleFileSource;
import traceglass.store.time.TimeSpan;

/// Shows the slowest frame of the sample trace, with the script call that delayed it selected on the main thread of
/// the renderer, and two notes that explain them.
public final class SampleTour {

    /// The sample trace of a window on a screen.
    public static final SampleFileSource SAMPLE = new SampleFileSource() {
        @Override
        public Path file() throws IOException {
            return SampleTrace.file();
        }

        @Override
        public boolean opensTour() {
            return true;
        }
    };

    private final MainWindow window;
    private final TraceSlot slot;

    public SampleTour(MainWindow window) {
        this.window = window;
        this.slot = window.slot();
    }

    /// Opens the sample trace in a window and shows its tour, if it has one.
    static void open(MainWindow window, SampleFileSource sample) {
        try {
            window.open(sample.file(), ok -> {
                if (ok && sample.opensTour()) {
                    new SampleTour(window).show();
                }
            });
        } catch (IOException e) {
            window.context()
                    .messages()
                    .notices()
                    .show(
                            Notices.Scope.OPENING,
                            Notices.Severity.ERROR,
                            "open",
                            WindowTexts.cantExtractSample(e.getMessage()));
        }
    }

    /// Shows the tour unless the saved state of the trace was restored.
    public void show() {
        TraceSession session = slot.trace().session();
        if (session == null || window.projects().isRestored()) {
            return;
        }
        session.queries()
                .submit(
                        "sample-story",
                        SlowFrame::find,
                        found -> found.filter(f -> session == slot.trace().session())
                                .ifPresent(this::showFrame),
                        e -> System.getLogger(SampleTour.class.getName())
                                .log(System.Logger.Level.WARNING, "can't find the slow frame of the sample", e));
    }

    private void showFrame(SlowFrame slow) {
        TimeSpan frame = slow.frame();
        slot.traceNotes().add(frame.start(), frame.end(), WindowTexts.slowFrame(frame.durNs()));
        slot.traceNotes()
                .add(
                        slow.script().start(),
                        slow.script().end(),
                        WindowTexts.slowScript(slow.layouts(), slow.waitedNs()));
        long margin = frame.durNs() / 4;
        TimeSpan visibleSpan = new TimeSpan(frame.start() - margin, frame.end() + margin);
        new LaunchActions(window).show(TimeRange.of(visibleSpan), new EventRef("slice", slow.call()), null, false);
    }
}
