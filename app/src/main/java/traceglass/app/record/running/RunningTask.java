package traceglass.app.record.running;

import javafx.beans.value.ChangeListener;
import javafx.scene.control.Hyperlink;
import traceglass.app.ui.Links;
import traceglass.app.ui.bar.StatusBar;
import traceglass.record.SessionView;

/// Shows a running recording in the status bar on every page; a click shows the record page.
public final class RunningTask {

    private final RecordingRun run;
    private final StatusBar status;
    private final Hyperlink link;
    private final ChangeListener<SessionView> follow = (_, _, newValue) -> show(newValue);

    /// Adds a link for the recording to the status bar, which is removed when the recording ends.
    ///
    /// @param show shows the record page
    public RunningTask(StatusBar status, RecordingRun run, Runnable show) {
        this.status = status;
        this.run = run;
        link = Links.of("", show);
        link.setId("recording-task");
        status.addTask(link);
        run.viewProperty().addListener(follow);
        show(run.view());
    }

    private void show(SessionView v) {
        if (v.state().isFinal()) {
            run.viewProperty().removeListener(follow);
            status.endTask(link);
            return;
        }
        link.setText(RunningTexts.task(v, run.target().nameInSentence()));
    }
}
