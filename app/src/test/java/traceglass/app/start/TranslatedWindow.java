package traceglass.app.start;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.TextField;
import javafx.stage.Stage;
import org.testfx.api.FxRobot;
import org.testfx.api.FxToolkit;
import traceglass.app.command.Command;
import traceglass.app.ui.Page;
import traceglass.app.window.FxSupply;
import traceglass.app.window.WindowFixture;

/// A program that opens a window in another language and prints the titles of its commands and pages, and the texts of
/// its buttons and prompts, one per line.
final class TranslatedWindow {

    private static final Set<String> FOUND = new TreeSet<>();

    private TranslatedWindow() {}

    public static void main(String[] args) throws Exception {
        Locale.setDefault(Locale.GERMAN);
        LanguageChoice.apply();
        Path folder = Path.of(args[0]);
        Stage stage = FxToolkit.registerPrimaryStage();
        WindowFixture fixture = FxSupply.get(() -> new WindowFixture(stage, folder, folder));
        FxRobot robot = new FxRobot();
        fixture.openSample(robot);
        for (Page page : FxSupply.get(fixture.window::pages)) {
            robot.interact(() -> fixture.showPage(page));
            WindowFixture.waitFor(fixture.window::isComplete);
            FOUND.add("page: " + page.title());
            robot.interact(() -> collect(page.id(), fixture.window.root()));
        }
        for (Command command : fixture.window.slot().host().commands().all()) {
            FOUND.add("command: " + command.title());
        }
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        FOUND.forEach(out::println);
        System.exit(0);
    }

    private static void collect(String page, Node node) {
        if (!node.isVisible()) {
            return;
        }
        if (node instanceof ButtonBase button && button.getText() != null) {
            FOUND.add(page + ": " + button.getText());
        } else if (node instanceof TextField field && field.getPromptText() != null) {
            FOUND.add(page + ": " + field.getPromptText());
        }
        if (node instanceof Parent parent) {
            parent.getChildrenUnmodifiable().forEach(child -> collect(page, child));
        }
    }
}
