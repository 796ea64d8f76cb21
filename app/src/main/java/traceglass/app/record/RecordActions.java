package traceglass.app.record;

import java.util.List;

/// What the parts of the page ask the page to do.
interface RecordActions {

    /// Keeps the config under a name.
    void save();

    /// Takes a config from a file.
    void importText();

    /// Names of the configs that are kept.
    List<String> saved();

    void useSaved(String name);

    /// Deletes a config that is kept, after asking.
    void deleteSaved(String name);

    /// Offers recordings of before to open.
    void earlier();

    /// Writes the config to a file.
    void export();

    /// Shows the config where there is no room for it beside the form.
    void showConfig();

    void start();

    void chooseFolder();

    /// Brings the trace of a recording that goes on by itself.
    void fetch(traceglass.record.spi.Detached detached);

    /// Goes from an ended recording back to the form.
    void back(RecordingRun run);

    /// Opens a trace file.
    void openFile(java.nio.file.Path file);

    /// Opens what a recording has given.
    void open(RecordingRun run);

    /// The words that record the same on the command line.
    String commandLine();
}
