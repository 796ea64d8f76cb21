package traceglass.app.ui;

import java.nio.file.Path;
import java.util.Optional;

/// Dialogs of the platform. A seam, because there are none where the program draws to memory.
public interface DialogService {

    /// Asks for a trace file to open; empty when the person changed their mind.
    Optional<Path> chooseTrace();

    /// Asks for a project to open; empty when the person changed their mind.
    default Optional<Path> chooseProject() {
        return chooseOpen("Open a project");
    }

    /// Asks where to save.
    ///
    /// @param title of the dialog, e.g. `Save the result as CSV`
    /// @param suggested file name
    /// @param kind name of the file type, e.g. `CSV`
    /// @param ending without the dot, e.g. `csv`
    Optional<Path> chooseSave(String title, String suggested, String kind, String ending);

    /// Asks for a file to read.
    ///
    /// @param title of the dialog, e.g. `Import a trace config`
    default Optional<Path> chooseOpen(String title) {
        return Optional.empty();
    }

    /// Asks for a folder.
    default Optional<Path> chooseFolder(String title) {
        return Optional.empty();
    }

    /// Opens an address of the web in the platform's browser, and returns at once.
    ///
    /// @return whether that can be tried
    default boolean openLink(String address) {
        return false;
    }

    /// Asks a question with a few answers before something is lost; empty when the person changed their mind.
    ///
    /// @param answers the words of the buttons, the safe one first
    default Optional<String> ask(String question, String detail, java.util.List<String> answers) {
        return Optional.empty();
    }
}
