package traceglass.app.ui;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Platform dialogs. An interface, because tests and headless runs have none.
public interface DialogService {

    /// Asks for a trace file to open.
    ///
    /// @return the file, or empty if the dialog was canceled
    Optional<Path> chooseTrace();

    /// Asks for a project to open.
    ///
    /// @return the file, or empty if the dialog was canceled
    default Optional<Path> chooseProject() {
        return chooseOpen(UiTexts.OPEN_PROJECT);
    }

    /// Asks where to save a file.
    ///
    /// @param title title of the dialog, e.g. `Save the result as CSV`
    /// @param suggested suggested file name
    /// @param kind name of the file type, e.g. `CSV`
    /// @param extension file name extension without the dot, e.g. `csv`
    Optional<Path> chooseSave(String title, String suggested, String kind, String extension);

    /// Asks for a file to read.
    ///
    /// @param title title of the dialog, e.g. `Import a trace config`
    default Optional<Path> chooseOpen(String title) {
        return Optional.empty();
    }

    /// Asks for a folder.
    default Optional<Path> chooseFolder(String title) {
        return Optional.empty();
    }

    /// Opens a web address in the default browser and returns immediately.
    ///
    /// @return whether the platform can open links
    default boolean openLink(String address) {
        return false;
    }

    /// Asks for confirmation before something is lost.
    ///
    /// @param answers labels of the buttons, the safe one first
    /// @return the chosen answer, or empty if the dialog was canceled
    default Optional<String> ask(String question, String detail, List<String> answers) {
        return Optional.empty();
    }
}
