package traceglass.app.record;

import java.util.List;

/// Actions of the record page that its parts request.
interface RecordActions {

    /// Saves the config under a name.
    void save();

    /// Imports a config from a file.
    void importText();

    /// Returns the names of the saved configs.
    List<String> saved();

    void useSaved(String name);

    /// Deletes a saved config after asking.
    void deleteSaved(String name);

    /// Shows a menu of recent recordings.
    void showRecent();

    /// Writes the config to a file.
    void export();

    /// Shows the config in place of the form if there is no room for both.
    void showConfig();

    void start();

    void chooseFolder();

    /// Fetches the trace of a recording that runs in the background.
    void fetch(traceglass.record.spi.Detached detached);

    /// Returns from an ended recording to the form.
    void back(RecordingRun run);

    /// Shows the timeline of a running recording.
    void watch(RecordingRun run);

    /// Opens a trace file.
    void openFile(java.nio.file.Path file);

    /// Opens the trace of a recording.
    void open(RecordingRun run);

    /// Returns the command line that makes the same recording.
    String commandLine();
}
