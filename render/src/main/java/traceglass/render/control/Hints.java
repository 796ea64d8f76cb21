package traceglass.render.control;

import javafx.event.EventHandler;
import javafx.scene.control.Control;
import javafx.scene.control.Tooltip;
import javafx.scene.input.MouseEvent;
import javafx.util.Duration;

/// Says what a control is for when the pointer rests on it.
///
/// A [Tooltip] is a window of its own from its construction on, which for the controls of a window that starts takes a
/// sixteenth of the time; here it is made when the pointer first comes to the control.
public final class Hints {

    private static final String KEY = "traceglass.hint";
    private static final EventHandler<MouseEvent> ENTERED = e -> make((Control) e.getSource());

    private Hints() {}

    /// @param text replaces what was said before; null or empty for nothing
    public static void set(Control control, String text) {
        boolean none = text == null || text.isEmpty();
        // Screen readers ask a tooltip for it, where there is one.
        control.setAccessibleHelp(none ? null : text);
        if (none) {
            control.getProperties().remove(KEY);
            control.setTooltip(null);
            return;
        }
        control.getProperties().put(KEY, text);
        if (control.getTooltip() != null) {
            control.getTooltip().setText(text);
        } else {
            control.addEventHandler(MouseEvent.MOUSE_ENTERED, ENTERED);
            if (control.isHover()) {
                make(control);
            }
        }
    }

    /// What was set for a control; null for nothing.
    public static String of(Control control) {
        return (String) control.getProperties().get(KEY);
    }

    private static void make(Control control) {
        String text = of(control);
        if (text != null && control.getTooltip() == null) {
            control.setTooltip(tooltip(text));
        }
    }

    /// A tooltip that comes as soon as the design wants it.
    public static Tooltip tooltip(String text) {
        Tooltip t = new Tooltip(text);
        t.setShowDelay(Duration.millis(350));
        t.setHideDelay(Duration.millis(80));
        t.setMaxWidth(420);
        t.setWrapText(true);
        return t;
    }
}
