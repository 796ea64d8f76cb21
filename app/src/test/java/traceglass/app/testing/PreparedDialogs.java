package traceglass.app.testing;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import traceglass.app.ui.DialogService;

/// Dialogs that return prepared answers immediately; without an answer they act as canceled.
public final class PreparedDialogs implements DialogService {

    /// Trace to open.
    public Path trace;
    /// Any other file to open.
    public Path file;
    /// Folder to use.
    public Path folder;
    /// File to save to.
    public Path saveTo;
    /// Answer to a question.
    public Optional<String> answer = Optional.empty();
    /// Last question, or null.
    public String lastQuestion;

    @Override
    public Optional<Path> chooseTrace() {
        return Optional.ofNullable(trace);
    }

    @Override
    public Optional<Path> chooseOpen(String title) {
        return Optional.ofNullable(file);
    }

    @Override
    public Optional<Path> chooseFolder(String title) {
        return Optional.ofNullable(folder);
    }

    @Override
    public Optional<Path> chooseSave(String title, String suggested, String kind, String extension) {
        return Optional.ofNullable(saveTo);
    }

    @Override
    public Optional<String> ask(String question, String detail, List<String> answers) {
        lastQuestion = question;
        return answer;
    }
}
