package traceglass.app.ui;

import java.util.List;
import java.util.Locale;
import javafx.beans.binding.Bindings;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.stage.Window;
import javafx.util.Duration;
import org.controlsfx.control.Notifications;
import traceglass.store.text.SingleLineText;

/// Banners at the top of the page area that report problems and offer actions. They are not modal and stay until they
/// are closed, replaced by a banner with the same key, or until the subject they belong to ends.
public final class Notices extends VBox {

    /// Severity of a notice; determines color and icon.
    public enum Severity {
        ERROR("error"),
        WARN("warn"),
        INFO("info"),
        OK("check");

        private final String icon;

        Severity(String icon) {
            this.icon = icon;
        }

        public String icon() {
            return icon;
        }

        /// Style class that sets the colors, e.g. `tg-error`.
        public String style() {
            return "tg-" + name().toLowerCase(Locale.ROOT);
        }
    }

    /// Subject of a banner, with which the banner is removed.
    public enum Scope {
        /// The open trace.
        TRACE,
        /// An attempt to open a trace or project.
        OPENING,
        /// The trace that the open one is compared with.
        SECOND_TRACE,
        /// A recording.
        RECORDING
    }

    /// Key of the scope in the properties of a banner.
    private static final String SCOPE = "traceglass.scope";

    public Notices() {
        this("notices");
    }

    /// Creates the banners of a part of the window.
    public Notices(String id) {
        setId(id);
        setPickOnBounds(false);
        // Messages are never truncated; if the window is too low, other nodes shrink instead.
        setMinHeight(Region.USE_PREF_SIZE);
        managedProperty().bind(Bindings.isNotEmpty(getChildren()));
    }

    /// Shows a banner that belongs to the open trace, without an action.
    public void show(Severity severity, String topic, String text) {
        show(Scope.TRACE, severity, topic, text, List.of());
    }

    /// Shows a banner without an action.
    public void show(Scope scope, Severity severity, String topic, String text) {
        show(scope, severity, topic, text, List.of());
    }

    /// Shows a banner that belongs to the open trace, replacing the one with the same `topic`.
    ///
    /// @param topic key of the topic, e.g. `open`
    /// @param text what happened, where, and what to do
    /// @param action label of the link, or null for none
    public void show(Severity severity, String topic, String text, String action, Runnable onAction) {
        show(Scope.TRACE, severity, topic, text, action == null ? List.of() : List.of(new Action(action, onAction)));
    }

    /// Action offered by a banner.
    ///
    /// @param label text of the link
    public record Action(String label, Runnable run) {}

    /// Shows a banner that belongs to the open trace, with several actions, the preferred one first, replacing the
    /// one with the same `topic`.
    public void show(Severity severity, String topic, String text, List<Action> actions) {
        show(Scope.TRACE, severity, topic, text, actions);
    }

    /// Shows a banner with several actions, the preferred one first, replacing the one with the same `topic`.
    public void show(Scope scope, Severity severity, String topic, String text, List<Action> actions) {
        close(topic);
        Label label = new Label(SingleLineText.keepLines(text));
        label.setWrapText(true);
        label.getStyleClass().add("tg-strip-text");
        HBox.setHgrow(label, Priority.ALWAYS);
        label.setMaxWidth(Double.MAX_VALUE);
        HBox strip = new HBox(8, new Icon(severity.icon(), 16), label);
        strip.setAlignment(Pos.CENTER_LEFT);
        strip.getStyleClass().addAll("tg-strip", severity.style());
        strip.setMinHeight(Region.USE_PREF_SIZE);
        strip.setUserData(topic);
        strip.getProperties().put(SCOPE, scope);
        for (Action action : actions) {
            Hyperlink link = Links.of(action.label, () -> {
                getChildren().remove(strip);
                action.run.run();
            });
            link.setMinWidth(Region.USE_PREF_SIZE);
            strip.getChildren().add(link);
        }
        Button close = IconButton.of("x", 14, UiTexts.CLOSE, () -> getChildren().remove(strip));
        strip.getChildren().add(close);
        getChildren().add(strip);
    }

    /// Shows a short success message in a corner of the window for a few seconds.
    public void toast(Window owner, String title, String text) {
        Notifications.create()
                .owner(owner)
                .title(SingleLineText.of(title))
                .text(SingleLineText.keepLines(text))
                .position(Pos.BOTTOM_RIGHT)
                .hideAfter(Duration.seconds(4))
                .show();
    }

    /// Removes the banner with this key, if any.
    public void close(String topic) {
        getChildren().removeIf(n -> topic.equals(n.getUserData()));
    }

    /// Removes all banners of a scope that has ended.
    public void closeAll(Scope scope) {
        getChildren().removeIf(n -> n.getProperties().get(SCOPE) == scope);
    }

    /// The texts shown, from top to bottom.
    public List<String> texts() {
        return getChildren().stream().map(Notices::text).toList();
    }

    private static String text(Node strip) {
        return ((HBox) strip)
                .getChildren().stream()
                        .filter(n -> n.getStyleClass().contains("tg-strip-text"))
                        .map(n -> ((Label) n).getText())
                        .findFirst()
                        .orElse("");
    }
}
