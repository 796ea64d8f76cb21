package traceglass.app.record;

import javafx.beans.value.ChangeListener;
import javafx.scene.control.Hyperlink;
import traceglass.app.ui.Links;
import traceglass.app.ui.StatusBar;
import traceglass.record.SessionState;
import traceglass.record.SessionView;

/// Says in the status bar, whatever page is shown, that a recording goes on; clicked, it goes there.
final class RunningTask {

    private final RecordingRun run;
    private final StatusBar status;
    private final Hyperlink link;
    private final ChangeListener<SessionView> follow = (o, was, is) -> show(is);

    RunningTask(StatusBar status, RecordingRun run, Runnable show) {
        this.status = status;
        this.run = run;
        link = Links.of("", show);
        link.setId("recording-task");
        status.addTask(link);
        run.viewProperty().addListener(follow);
        show(run.view());
    }

    private void show(SessionView v) {
        if (v.state().isEnd()) {
            run.viewProperty().removeListener(follow);
            status.endTask(link);
            return;
        }
        String time = String.format(java.util.Locale.ROOT, "%.1f s", v.elapsedMs() / 1000.0);
        link.setText(
                v.state() == SessionState.RECORDING
                        ? "Recording " + run.target().name() + ", " + time
                        : v.state() == SessionState.READING
                                ? "Reading the trace of " + run.target().name()
                                : "Recording " + run.target().name());
    }
}
