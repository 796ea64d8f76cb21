package traceglass.app.window.frame;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import javafx.scene.control.Alert;
import javafx.scene.control.ButtonType;
import javafx.scene.control.TextArea;
import javafx.scene.layout.Region;
import javafx.stage.DirectoryChooser;
import javafx.stage.FileChooser;
import javafx.stage.Window;
import traceglass.app.project.ProjectFile;
import traceglass.app.settings.Settings;
import traceglass.app.ui.DialogService;

/// Native dialogs of the platform. File dialogs start in the folder used last.
public final class FxDialogs implements DialogService {

    private static final String FOLDER = "dialog.folder";
    /// Longer texts scroll, so that the buttons stay on the screen.
    private static final int MAX_LABEL = 1500;

    private final Supplier<Window> owner;
    private final Settings settings;

    public FxDialogs(Supplier<Window> owner, Settings settings) {
        this.owner = owner;
        this.settings = settings;
    }

    @Override
    public boolean openLink(String address) {
        String os = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        List<String> command = os.contains("win")
                ? List.of("rundll32", "url.dll,FileProtocolHandler", address)
                : os.contains("mac") ? List.of("open", address) : List.of("xdg-open", address);
        try {
            new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public Optional<Path> chooseTrace() {
        FileChooser chooser = chooser(FrameTexts.OPEN_TRACE);
        // Not filtered by extension: traces are recognized by their content.
        return rememberFolder(chooser.showOpenDialog(owner.get()));
    }

    @Override
    public Optional<Path> chooseProject() {
        FileChooser chooser = chooser(FrameTexts.OPEN_PROJECT);
        chooser.getExtensionFilters()
                .add(new FileChooser.ExtensionFilter(FrameTexts.PROJECT_FILES, "*." + ProjectFile.EXTENSION));
        return rememberFolder(chooser.showOpenDialog(owner.get()));
    }

    @Override
    public Optional<Path> chooseSave(String title, String suggested, String kind, String extension) {
        FileChooser chooser = chooser(title);
        chooser.setInitialFileName(suggested);
        chooser.getExtensionFilters().add(new FileChooser.ExtensionFilter(kind, "*." + extension));
        return rememberFolder(chooser.showSaveDialog(owner.get()));
    }

    @Override
    public Optional<Path> chooseOpen(String title) {
        return rememberFolder(chooser(title).showOpenDialog(owner.get()));
    }

    @Override
    public Optional<Path> chooseFolder(String title) {
        DirectoryChooser chooser = new DirectoryChooser();
        chooser.setTitle(title);
        return Optional.ofNullable(chooser.showDialog(owner.get())).map(File::toPath);
    }

    @Override
    public Optional<String> ask(String question, String detail, List<String> answers) {
        Alert alert = new Alert(Alert.AlertType.CONFIRMATION, detail);
        alert.initOwner(owner.get());
        alert.setTitle(FrameTexts.PRODUCT);
        alert.setHeaderText(question);
        // Without it, a long detail is cut off.
        alert.getDialogPane().setMinHeight(Region.USE_PREF_SIZE);
        if (detail.length() > MAX_LABEL) {
            alert.getDialogPane().setContent(scrolled(detail));
        }
        alert.getButtonTypes().setAll(answers.stream().map(ButtonType::new).toList());
        alert.getButtonTypes().add(ButtonType.CANCEL);
        return alert.showAndWait().filter(b -> b != ButtonType.CANCEL).map(ButtonType::getText);
    }

    /// Shows a text that is too long for a label, such as a command with all its arguments.
    static TextArea scrolled(String text) {
        TextArea area = new TextArea(text);
        area.setEditable(false);
        area.setWrapText(true);
        area.setPrefColumnCount(60);
        area.setPrefRowCount(14);
        return area;
    }

    private FileChooser chooser(String title) {
        FileChooser chooser = new FileChooser();
        chooser.setTitle(title);
        File folder = new File(settings.get(FOLDER, ""));
        if (folder.isDirectory()) {
            chooser.setInitialDirectory(folder);
        }
        return chooser;
    }

    private Optional<Path> rememberFolder(File file) {
        if (file == null) {
            return Optional.empty();
        }
        settings.set(FOLDER, file.getParent());
        return Optional.of(file.toPath());
    }
}
