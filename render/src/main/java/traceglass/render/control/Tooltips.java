package traceglass.render.control;

import javafx.event.EventHandler;
import javafx.scene.control.Control;
import javafx.scene.control.Tooltip;
import javafx.scene.input.MouseEvent;
import javafx.util.Duration;

/// Creates the tooltip of a control when the pointer first enters it.
///
/// A [Tooltip] is a separate window from its construction on; creating the tooltips of all controls would take a
/// sixteenth of the time to open a window.
public final class Tooltips {

    private static final String KEY = "traceglass.hint";
    private static final EventHandler<MouseEvent> ON_ENTER = e -> create((Control) e.getSource());

    private Tooltips() {}

    /// @param text replaces the previous text; null or empty removes the tooltip
    public static void set(Control control, String text) {
        boolean isEmpty = text == null || text.isEmpty();
        // Screen readers read the help text of the tooltip if there is one.
        control.setAccessibleHelp(isEmpty ? null : text);
        if (isEmpty) {
            control.getProperties().remove(KEY);
            control.setTooltip(null);
            return;
        }
        control.getProperties().put(KEY, text);
        if (control.getTooltip() != null) {
            control.getTooltip().setText(text);
        } else {
            control.addEventHandler(MouseEvent.MOUSE_ENTERED, ON_ENTER);
            if (control.isHover()) {
                create(control);
            }
        }
    }

    /// Tooltip text of a control, or null.
    public static String of(Control control) {
        return (String) control.getProperties().get(KEY);
    }

    private static void create(Control control) {
        String text = of(control);
        if (text != null && control.getTooltip() == null) {
            control.setTooltip(tooltip(text));
        }
    }

    /// Creates a tooltip with the delays defined by the design.
    public static Tooltip tooltip(String text) {
        Tooltip t = new Tooltip(text);
        t.setShowDelay(Duration.millis(350));
        t.setHideDelay(Duration.millis(80));
        t.setMaxWidth(420);
        t.setWrapText(true);
        return t;
    }
}
