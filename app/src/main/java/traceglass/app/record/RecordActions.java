package traceglass.app.record;

import java.nio.file.Path;
import traceglass.app.record.running.RecordingRun;
import traceglass.record.spi.DetachedRecording;

/// Actions of the record page that its parts request.
interface RecordActions {

    /// Returns the actions on the config.
    ConfigActions configs();

    /// Shows a menu of recent recordings.
    void showRecent();

    /// Shows the config in place of the form if there is no room for both.
    void showConfig();

    void start();

    void chooseFolder();

    /// Fetches the trace of a recording that runs in the background.
    void fetch(DetachedRecording detached);

    /// Returns from an ended recording to the form.
    void backToForm(RecordingRun run);

    /// Shows the timeline of a running recording.
    void showTimeline(RecordingRun run);

    /// Opens a trace file.
    void openFile(Path file);

    /// Opens the trace of a recording.
    void open(RecordingRun run);
}
