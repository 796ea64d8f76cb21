package traceglass.app;

import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import javafx.event.Event;
import javafx.geometry.Bounds;
import javafx.geometry.Point2D;
import javafx.scene.Node;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.PickResult;
import org.testfx.api.FxRobot;
import org.testfx.util.WaitForAsyncUtils;

/// Operates controls by name and action instead of by position, so that controls that scroll or are animated are hit
/// as well.
public final class Controls {

    private Controls() {}

    /// Presses a button, check box, switch or link once it can be pressed.
    ///
    /// @param query query of [FxRobot#lookup]; a text finds the control that shows it
    public static void press(FxRobot robot, String query) {
        Node control = await(
                query + " that can be pressed",
                () -> robot.lookup(query).queryAll().stream()
                        .map(Controls::control)
                        .filter(c -> c != null && !c.isDisabled() && shows(c))
                        .findFirst()
                        .orElse(null));
        press(robot, control);
    }

    /// Presses this button, or the control that this node is a part of.
    public static void press(FxRobot robot, Node node) {
        Node control = control(node);
        // In one step, because a window that is opening may take the focus, and with it the next key.
        robot.interact(() -> {
            control.requestFocus();
            if (control instanceof ButtonBase button) {
                button.fire();
            } else {
                Event.fireEvent(
                        control,
                        new KeyEvent(KeyEvent.KEY_PRESSED, " ", "Space", KeyCode.SPACE, false, false, false, false));
            }
        });
    }

    /// Clicks the middle of a node that is not a control, such as the text of a table cell, at its current
    /// position. Sends the events itself: the robot of the headless platform marks every click as a popup
    /// trigger, for which table headers do not sort, and does not support modifier keys.
    public static void click(FxRobot robot, Node node, KeyCode... modifiers) {
        robot.interact(() -> {
            Bounds b = node.getBoundsInLocal();
            click(node, b.getCenterX(), b.getCenterY(), 1, modifiers);
        });
    }

    /// Clicks a number of times at a position of a node, on the JavaFX thread.
    ///
    /// @param x x coordinate in the local coordinates of the node
    /// @param y y coordinate in the local coordinates of the node
    public static void click(Node node, double x, double y, int times, KeyCode... modifiers) {
        boolean isControlDown = List.of(modifiers).contains(KeyCode.CONTROL);
        Point2D at = node.localToScene(x, y);
        Point2D screen = node.localToScreen(x, y);
        for (int i = 1; i <= times; i++) {
            for (var type : List.of(MouseEvent.MOUSE_PRESSED, MouseEvent.MOUSE_RELEASED, MouseEvent.MOUSE_CLICKED)) {
                Event.fireEvent(
                        node,
                        new MouseEvent(
                                type,
                                at.getX(),
                                at.getY(),
                                screen.getX(),
                                screen.getY(),
                                MouseButton.PRIMARY,
                                i,
                                false,
                                isControlDown,
                                false,
                                false,
                                type == MouseEvent.MOUSE_PRESSED,
                                false,
                                false,
                                false,
                                false,
                                true,
                                new PickResult(node, at.getX(), at.getY())));
            }
        }
    }

    /// Focuses a control, so that it receives typed text.
    public static FxRobot focus(FxRobot robot, String query) {
        focus(
                robot,
                await(
                        query,
                        () -> robot.lookup(query).queryAll().stream()
                                .filter(Controls::shows)
                                .findFirst()
                                .orElse(null)));
        return robot;
    }

    /// Chooses an item of a menu button by its id or its text.
    public static void chooseItem(FxRobot robot, String menu, String item) {
        MenuButton button = await(
                menu,
                () -> robot.lookup(menu).queryAll().stream()
                        .map(Controls::control)
                        .filter(c -> c instanceof MenuButton && !c.isDisabled())
                        .map(c -> (MenuButton) c)
                        .findFirst()
                        .orElse(null));
        // The items are created when the menu opens.
        robot.interact(button::show);
        MenuItem found = await(
                item + " in the menu of " + menu,
                () -> button.getItems().stream()
                        .filter(i -> ("#" + i.getId()).equals(item) || item.equals(i.getText()))
                        .filter(i -> !i.isDisable())
                        .findFirst()
                        .orElse(null));
        robot.interact(() -> {
            found.fire();
            button.hide();
        });
    }

    private static void focus(FxRobot robot, Node node) {
        robot.interact(node::requestFocus);
        await("focus on " + node, () -> node.isFocused() ? node : null);
    }

    private static Node control(Node node) {
        Node at = node;
        while (at != null && !(at instanceof ButtonBase) && !at.isFocusTraversable()) {
            at = at.getParent();
        }
        return at;
    }

    private static boolean shows(Node node) {
        for (Node at = node; at != null; at = at.getParent()) {
            if (!at.isVisible()) {
                return false;
            }
        }
        return node.getScene() != null
                && node.getScene().getWindow() != null
                && node.getScene().getWindow().isShowing();
    }

    /// Waits up to two minutes for a value that is looked up on the JavaFX thread.
    private static <T> T await(String description, Supplier<T> find) {
        Object[] result = new Object[1];
        try {
            WaitForAsyncUtils.waitFor(
                    120,
                    TimeUnit.SECONDS,
                    () -> (result[0] = WaitForAsyncUtils.asyncFx(find::get).get()) != null);
        } catch (TimeoutException e) {
            throw (NoSuchElementException) new NoSuchElementException("there is no " + description).initCause(e);
        }
        @SuppressWarnings("unchecked")
        T found = (T) result[0];
        return found;
    }
}
