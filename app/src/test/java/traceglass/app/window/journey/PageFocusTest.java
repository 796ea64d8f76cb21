package traceglass.app.window.journey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.Pane;
import jfx.incubator.scene.control.richtext.CodeArea;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import traceglass.app.ui.Page;
import traceglass.app.window.FxSupply;
import traceglass.app.window.WindowScenario;
import traceglass.render.TimelineView;

/// Tests which node receives typed keys after a page is shown.
class PageFocusTest extends WindowScenario {

    private Node focusOwner() {
        return FxSupply.get(() -> window.root().getScene().getFocusOwner());
    }

    private String page() {
        return FxSupply.get(() -> window.pageProperty().get().id());
    }

    private static boolean isInSidebar(Node node) {
        for (Node n = node; n != null; n = n.getParent()) {
            if ("sidebar".equals(n.getId())) {
                return true;
            }
        }
        return false;
    }

    private static String editorText(FxRobot robot) {
        return FxSupply.get(() -> {
            CodeArea area = robot.lookup(".tg-sql-editor").queryAs(CodeArea.class);
            return area.getPlainText(area.getParagraphCount() - 1);
        });
    }

    private static void pressAlt(FxRobot robot, KeyCode digit) {
        robot.press(KeyCode.ALT, digit).release(digit, KeyCode.ALT);
    }

    @Test
    void typingGoesToTheEditorWhenAKeyOpensTheSqlPage(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        pressAlt(robot, KeyCode.DIGIT3);
        // Keys typed before the page is drawn.
        robot.interact(() -> assertInstanceOf(CodeArea.class, focusOwner()));
        robot.write("select 1 + 1");
        assertEquals("sql", page());
        assertEquals("select 1 + 1", editorText(robot));
    }

    @Test
    void typingGoesToTheEditorWheneverAClickOpensTheSqlPage(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        robot.clickOn("#side-page-sql");
        robot.write("select 1");
        assertEquals("select 1", editorText(robot));
        robot.clickOn("#side-page-timeline");
        assertInstanceOf(TimelineView.class, focusOwner());
        robot.clickOn("#side-page-sql");
        robot.write(" + 2");
        // A click on the button of the page that is already shown returns to its content, too.
        robot.clickOn("#side-page-sql");
        robot.write(" + 3");
        assertEquals("select 1 + 2 + 3", editorText(robot));
        assertEquals("sql", page());
    }

    @Test
    void theTimelineHasTheFocusAfterOpening(FxRobot robot) throws Exception {
        // From the search field, whose list disappears when a trace opens.
        robot.clickOn("#omnibox-field");
        fixture.openSample(robot);
        assertInstanceOf(TimelineView.class, focusOwner());
        pressAlt(robot, KeyCode.DIGIT3);
        Path other =
                Files.writeString(folder.resolve("other.json"), "[{\"ph\":\"X\",\"name\":\"a\",\"ts\":1,\"dur\":5}]");
        open(robot, other);
        assertInstanceOf(TimelineView.class, focusOwner());
    }

    @Test
    void noPageLeavesTheFocusInTheSidebar(FxRobot robot) throws Exception {
        List<String> wrong = new ArrayList<>();
        robot.interact(() -> {
            for (Page p : window.pages()) {
                visit(p, wrong);
            }
        });
        fixture.openSample(robot);
        for (Page p : FxSupply.get(window::pages)) {
            robot.interact(() -> visit(p, wrong));
            robot.interact(() -> checkFocus(p, wrong));
        }
        assertEquals(List.of(), wrong);
    }

    private void visit(Page p, List<String> wrong) {
        window.slot().host().commands().run("page." + p.id());
        if (window.pageProperty().get() == p) {
            checkFocus(p, wrong);
        }
    }

    private void checkFocus(Page p, List<String> wrong) {
        Node focus = window.root().getScene().getFocusOwner();
        if (focus == null || isInSidebar(focus)) {
            wrong.add(p.id() + ": " + focus);
        }
    }

    @Test
    void theLogoNeverReceivesTheFocus(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        pressAlt(robot, KeyCode.DIGIT3);
        assertEquals("sql", page());
        // The focused control disappears, as the button of a closed tab does.
        Node extra = FxSupply.get(TextField::new);
        Pane root = (Pane) window.root();
        robot.interact(() -> {
            root.getChildren().add(extra);
            extra.requestFocus();
        });
        assertEquals(extra, focusOwner());
        robot.interact(() -> root.getChildren().remove(extra));
        robot.interact(() -> {});
        assertNotNull(focusOwner());
        assertFalse(isInSidebar(focusOwner()), "" + focusOwner());
        robot.write(" select 3");
        assertEquals("sql", page());
    }
}
