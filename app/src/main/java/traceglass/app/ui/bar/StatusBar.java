package traceglass.app.ui.bar;

import java.util.List;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;
import traceglass.app.ui.Icon;
import traceglass.app.ui.Styles;
import traceglass.store.text.SingleLineText;

/// Status bar of the window: program state on the left, pointer time and a hint on the right.
public final class StatusBar extends HBox {

    private final HBox state = new HBox();
    private final SummaryLabel counts = new SummaryLabel();
    private final HBox tasks = new HBox(12);
    private final Label pointer = new Label();
    private final Label format = new Label();
    private final Label hint = new Label();

    public StatusBar() {
        getStyleClass().add("tg-status-bar");
        setId("status-bar");
        setAlignment(Pos.CENTER_LEFT);
        state.setAlignment(Pos.CENTER_LEFT);
        tasks.setAlignment(Pos.CENTER_LEFT);
        pointer.getStyleClass().addAll(Styles.MONO, "tg-status-time");
        counts.setId("status-counts");
        pointer.setId("status-pointer");
        hint.setId("status-hint");
        counts.setManaged(false);
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        getChildren().addAll(state, counts, tasks, space, pointer, format, hint);
        for (Label l : new Label[] {format, hint, pointer}) {
            l.managedProperty().bind(l.textProperty().isNotEmpty());
        }
        pointer.setMinWidth(Region.USE_PREF_SIZE);
        format.setMinWidth(Region.USE_PREF_SIZE);
        hint.setMinWidth(Region.USE_PREF_SIZE);
    }

    /// Sets the current or last activity of the program.
    ///
    /// @param icon name of an icon, or null
    /// @param leadingText leading text, slightly emphasized
    /// @param text text after it
    public void setState(@Nullable String icon, String leadingText, String text) {
        Label first = new Label(SingleLineText.of(leadingText));
        first.getStyleClass().add("tg-status-strong");
        Label second = new Label(SingleLineText.of(text));
        first.setMinWidth(Region.USE_PREF_SIZE);
        second.setMinWidth(Region.USE_PREF_SIZE);
        state.getChildren().clear();
        if (icon != null) {
            Icon sign = new Icon(icon, 12);
            HBox.setMargin(sign, new Insets(0, 5, 0, 0));
            state.getChildren().add(sign);
        }
        state.getChildren().add(first);
        if (!text.isEmpty()) {
            state.getChildren().add(second);
        }
    }

    /// The current or last activity as shown.
    public String state() {
        StringBuilder text = new StringBuilder();
        for (Node n : state.getChildren()) {
            if (n instanceof Label l) {
                text.append(text.isEmpty() ? "" : " ").append(l.getText());
            }
        }
        return text.toString();
    }

    /// Sets the element counts of the trace. If space is short, the last ones are omitted.
    public void setCounts(List<String> newCounts) {
        counts.setManaged(!newCounts.isEmpty());
        counts.setParts(newCounts);
    }

    /// Shows a running task, such as a query with its cancel button, until [#endTask].
    public void addTask(Node task) {
        tasks.getChildren().add(task);
    }

    /// Removes a task shown by [#addTask].
    public void endTask(Node task) {
        tasks.getChildren().remove(task);
    }

    /// Sets the time at the pointer; empty for none.
    public void setPointer(String text) {
        pointer.setText(text);
    }

    /// Label with the time format; a click changes the format.
    public Label format() {
        return format;
    }

    /// Sets a short hint on available keys or mouse actions.
    public void setHint(String text) {
        hint.setText(SingleLineText.of(text));
    }
}
