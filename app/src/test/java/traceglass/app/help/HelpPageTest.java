package traceglass.app.help;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Collectors;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextField;
import javafx.scene.input.Clipboard;
import javafx.scene.input.KeyCode;
import javafx.scene.text.Text;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import traceglass.app.ui.Page;
import traceglass.app.ui.SqlOpener;
import traceglass.app.window.FxSupply;
import traceglass.app.window.WindowFixture;
import traceglass.app.window.WindowScenario;

class HelpPageTest extends WindowScenario {

    private Page help() {
        return window.page(HelpPage.ID).orElseThrow();
    }

    private void openHelp(FxRobot robot) throws Exception {
        fire(robot, "#side-page-help");
        WindowFixture.waitFor(() -> help().isComplete());
    }

    private void search(FxRobot robot, String words) {
        robot.interact(
                () -> robot.lookup("#docs-search").queryAs(TextField.class).setText(words));
    }

    private String document() {
        return FxSupply.get(() -> text(window.root().lookup("#help-document")));
    }

    private static String text(Node node) {
        return switch (node) {
            case Text text -> text.getText();
            case Hyperlink link -> link.getText();
            case Label label -> label.getText();
            case Parent parent ->
                parent.getChildrenUnmodifiable().stream()
                        .map(HelpPageTest::text)
                        .collect(Collectors.joining(" "));
            default -> "";
        };
    }

    private List<String> hits() {
        return FxSupply.get(() -> window.root().lookup("#docs-list").lookupAll(".tg-help-hit").stream()
                .map(n -> ((Label) n).getText())
                .toList());
    }

    @Test
    void theHelpIsSearchedAndAPageOpened(FxRobot robot) throws Exception {
        openHelp(robot);
        assertTrue(document().contains("Traceglass"), document());
        search(robot, "cut");
        List<String> hits = hits();
        assertTrue(hits.stream().anyMatch(h -> h.contains("Convert, cut and merge traces")), hits.toString());
        robot.interact(
                () -> robot.lookup("#docs-search").queryAs(TextField.class).requestFocus());
        robot.type(KeyCode.ENTER);
        assertTrue(document().contains("The result is a separate trace"), document());
        search(robot, "");
        robot.interact(() -> {
            Node item = robot.lookup("#docs-page-cookbook").query();
            item.requestFocus();
        });
        robot.type(KeyCode.ENTER);
        assertTrue(document().contains("Which processes use the most CPU time?"), document());
        assertTrue(document().contains("FROM sched"), document());
        fire(robot, "#docs-back");
        assertTrue(document().contains("The result is a separate trace"), document());
        search(robot, "xyzzyx");
        assertEquals(List.of(), hits());
    }

    @Test
    void aSearchFindsTablesOfTheSchemaAndScrollsToSections(FxRobot robot) throws Exception {
        openHelp(robot);
        search(robot, "thread_state");
        assertEquals("thread_state", hits().getFirst());
        search(robot, "slow next paint");
        robot.interact(
                () -> robot.lookup("#docs-search").queryAs(TextField.class).requestFocus());
        robot.type(KeyCode.ENTER);
        WindowFixture.waitFor(() -> {
            ScrollPane scroll = (ScrollPane) window.root().lookup(".tg-help-scroll");
            return scroll.getVvalue() > 0.5;
        });
    }

    @Test
    void linksOpenPagesAndQueriesOpenInTheEditor(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        openHelp(robot);
        Hyperlink link = FxSupply.get(() -> window.root().lookup("#help-document").lookupAll(".tg-doc-link").stream()
                .map(Hyperlink.class::cast)
                .filter(l -> l.getText().equals("Cookbook"))
                .findFirst()
                .orElseThrow());
        robot.interact(link::fire);
        robot.interact(() -> ((Button) window.root().lookup("#doc-copy")).fire());
        String copied = FxSupply.get(() -> Clipboard.getSystemClipboard().getString());
        assertTrue(copied.startsWith("SELECT process.name"), copied);
        robot.interact(() -> ((Button) window.root().lookup("#doc-sql")).fire());
        WindowFixture.waitFor(() -> window.pageProperty().get() instanceof SqlOpener);
        assertEquals(
                copied,
                FxSupply.get(() -> ((SqlOpener) window.pageProperty().get()).text())
                        .strip());
    }
}
