package traceglass.app.window.journey;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.ComboBoxBase;
import javafx.scene.control.IndexedCell;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.control.ScrollBar;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.SplitPane;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import traceglass.analysis.select.Selection;
import traceglass.app.ui.DetailsTab;
import traceglass.app.ui.Page;
import traceglass.app.window.FxSupply;
import traceglass.app.window.WindowFixture;
import traceglass.app.window.WindowScenario;
import traceglass.store.time.TimeSpan;

/// Checks accessibility of a whole window: all focusable nodes have a name and a role, and all clickable nodes can
/// be reached with the keyboard.
class AccessibilityTest extends WindowScenario {

    /// Collects all visible nodes, except the inner nodes of controls that are one element to a screen reader.
    private static void collect(Node node, List<Node> found) {
        if (!node.isVisible()) {
            return;
        }
        found.add(node);
        boolean isElement = node instanceof Labeled && !(node instanceof IndexedCell)
                || node instanceof TextInputControl
                || node instanceof ComboBoxBase
                || node instanceof ScrollBar;
        if (!isElement && node instanceof Parent parent) {
            parent.getChildrenUnmodifiable().forEach(child -> collect(child, found));
        }
    }

    private List<Node> shown() {
        return FxSupply.get(() -> {
            List<Node> found = new ArrayList<>();
            window.root().applyCss();
            window.root().layout();
            collect(window.root(), found);
            return found;
        });
    }

    private static String name(Node node, List<Node> all) {
        if (node.getAccessibleText() != null && !node.getAccessibleText().isBlank()) {
            return node.getAccessibleText();
        }
        if (node instanceof Labeled labeled
                && labeled.getText() != null
                && !labeled.getText().isBlank()) {
            return labeled.getText();
        }
        for (Node other : all) {
            if (other instanceof Label label && label.getLabelFor() == node) {
                return label.getText();
            }
        }
        return "";
    }

    private static String describe(String location, Node node) {
        String path = node.getId() == null ? "" : "#" + node.getId();
        for (Node p = node.getParent(); p != null && path.indexOf('#') < 0; p = p.getParent()) {
            path = (p.getId() == null ? "." + String.join(".", p.getStyleClass()) : "#" + p.getId()) + " " + path;
        }
        return location + ": " + path.strip() + " " + node.getClass().getSimpleName() + " " + node.getStyleClass();
    }

    private void check(String location, Set<String> unnamed, Set<String> unreachable) {
        List<Node> all = shown();
        for (Node node : all) {
            // Containers only pass on the focus; cells are read out by their lists.
            boolean isContainer =
                    node instanceof ScrollPane || node instanceof SplitPane || node instanceof IndexedCell;
            if (node.isFocusTraversable() && !isContainer) {
                boolean role = node.getAccessibleRole() != null
                        && node.getAccessibleRole() != AccessibleRole.NODE
                        && node.getAccessibleRole() != AccessibleRole.PARENT;
                if (name(node, all).isBlank() || !role) {
                    unnamed.add(describe(location, node) + (role ? "" : " has no role"));
                }
            }
            if ((node.getOnMouseClicked() != null || node.getOnMousePressed() != null) && !isReachable(node)) {
                unreachable.add(describe(location, node));
            }
        }
    }

    /// Nodes that need no keyboard access: nodes on which JavaFX itself listens to the mouse, rows that arrow keys
    /// choose from the search field, and the bar of the details pane, whose double click has a command.
    private static final Set<String> EXEMPT = Set.of("viewport", "split-pane-divider", "tg-palette-row", "tg-tab-bar");

    /// Returns whether the node, one of its parents or one of its children can be reached with the keyboard.
    private static boolean isReachable(Node node) {
        for (Node n = node; n != null; n = n.getParent()) {
            // Arrow keys switch between tabs; a picture has a list next to it with the same content.
            if (n.isFocusTraversable()
                    || n.getAccessibleRole() == AccessibleRole.TAB_ITEM
                    || n.getAccessibleRole() == AccessibleRole.IMAGE_VIEW) {
                return true;
            }
        }
        List<Node> descendants = new ArrayList<>();
        collect(node, descendants);
        return descendants.stream().anyMatch(Node::isFocusTraversable)
                || node.getStyleClass().stream().anyMatch(EXEMPT::contains);
    }

    private void settle(FxRobot robot) throws Exception {
        WindowFixture.waitFor(window::isComplete);
        robot.interact(() -> {});
    }

    @Test
    void focusableNodesHaveNamesAndClickableNodesAreReachableByKeyboard(FxRobot robot) throws Exception {
        Set<String> unnamed = new TreeSet<>();
        Set<String> unreachable = new TreeSet<>();
        check("start", unnamed, unreachable);
        fixture.openSample(robot);
        check("timeline", unnamed, unreachable);
        robot.interact(() -> window.slot().navigation().navigator().goTo("slice", 100));
        settle(robot);
        check("slice", unnamed, unreachable);
        robot.interact(() -> {
            window.slot()
                    .traceNotes()
                    .add(
                            window.timeline().view().bounds().start(),
                            window.timeline().view().bounds().start(),
                            "a");
            TimeSpan bounds = window.timeline().view().bounds();
            window.slot()
                    .selection()
                    .set(new Selection.Area(
                            bounds.start(),
                            bounds.end(),
                            window.timeline().view().tracks().nodes(n -> !n.isGroup())));
        });
        settle(robot);
        for (DetailsTab tab : window.slot().host().detailsPane().tabs()) {
            if (tab.availableProperty().get()) {
                robot.interact(() -> window.slot().host().detailsPane().select(tab));
                settle(robot);
                check("tab " + tab.id(), unnamed, unreachable);
            }
        }
        for (Page page : window.pages()) {
            robot.interact(() -> window.slot().navigation().navigator().showPage(page.id()));
            settle(robot);
            check("page " + page.id(), unnamed, unreachable);
        }
        robot.interact(() -> window.omnibox().focus(">"));
        check("commands", unnamed, unreachable);
        assertAll(
                () -> assertEquals("", String.join("\n", unnamed), "has no name or role"),
                () -> assertEquals("", String.join("\n", unreachable), "cannot be reached with the keyboard"));
    }

    @Test
    void tabTraversalVisitsTheWholeWindow(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        robot.interact(() -> window.slot().navigation().navigator().goTo("slice", 100));
        settle(robot);
        Set<Node> visited = new HashSet<>();
        Node first = FxSupply.get(() -> window.root().getScene().getFocusOwner());
        assertNotNull(first);
        for (int i = 0; i < 200; i++) {
            robot.push(KeyCode.TAB);
            Node focused = FxSupply.get(() -> window.root().getScene().getFocusOwner());
            if (!visited.add(focused)) {
                break;
            }
        }
        assertTrue(visited.contains(first), "Tab does not return to the start");
        List<String> missing = new ArrayList<>();
        for (Node node : shown()) {
            if (node instanceof javafx.scene.control.ButtonBase
                    && node.isFocusTraversable()
                    && !node.isDisabled()
                    && !visited.contains(node)) {
                missing.add(describe("", node));
            }
        }
        assertEquals(List.of(), missing);
    }

    @Test
    void tabsOfTheDetailsPaneAreChosenWithTheKeyboard(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        robot.interact(() -> window.slot().traceNotes().add(5, 5, "a"));
        robot.interact(() -> window.slot().navigation().navigator().goTo("slice", 100));
        settle(robot);
        Node tab = robot.lookup("#tab-selection").query();
        assertEquals(AccessibleRole.TAB_ITEM, tab.getAccessibleRole());
        robot.interact(tab::requestFocus);
        robot.push(KeyCode.LEFT);
        Node last = FxSupply.get(() -> window.root().getScene().getFocusOwner());
        assertEquals(
                "tab-"
                        + window.slot()
                                .host()
                                .detailsPane()
                                .selectedProperty()
                                .get()
                                .id(),
                last.getId());
        assertTrue(last != tab, "the arrow key does not move the focus");
        robot.push(KeyCode.RIGHT);
        assertSame(
                FxSupply.get(() -> robot.lookup("#tab-selection").query()),
                FxSupply.get(() -> window.root().getScene().getFocusOwner()));
        assertEquals(
                "selection",
                window.slot().host().detailsPane().selectedProperty().get().id());
    }
}
