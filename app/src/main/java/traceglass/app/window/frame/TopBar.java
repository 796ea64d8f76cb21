package traceglass.app.window.frame;

import java.util.function.Consumer;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Region;
import traceglass.app.ui.Icon;
import traceglass.app.ui.IconButton;
import traceglass.app.ui.Notices;
import traceglass.app.ui.Styles;
import traceglass.store.text.SingleLineText;

/// The bar at the top: name and subtitle of the trace, the omnibox in the middle of the window, and buttons.
///
/// As the bar gets narrower, first the subtitle is hidden, then the omnibox shrinks, then the name is truncated.
public final class TopBar extends Pane {

    private static final double LEFT = 14;
    private static final double RIGHT = 12;
    private static final double GAP = 12;
    private static final double SIDEBAR = 48;
    private static final double WIDE = 560;
    private static final double NARROW = 320;
    private static final double NARROW_BELOW = 1200;

    private final Label name = new Label();
    private final Label subtitle = new Label();
    private final Region omnibox;
    private final HBox right = new HBox(4);
    private final Button badge = new Button();
    private final Button detailsPaneButton;

    /// Actions of the buttons.
    ///
    /// @param export receives the button, below which it shows a menu
    public record Actions(Runnable problems, Runnable flag, Consumer<Node> export, Runnable detailsPane) {}

    public TopBar(Region omnibox, Actions actions) {
        this.omnibox = omnibox;
        getStyleClass().add("tg-top-bar");
        setId("top-bar");
        name.getStyleClass().add("tg-trace-name");
        name.setId("trace-name");
        subtitle.getStyleClass().add("tg-trace-subtitle");
        subtitle.setId("trace-subtitle");
        badge.getStyleClass().add("tg-badge");
        badge.setId("problem-badge");
        badge.setOnAction(e -> actions.problems.run());
        badge.managedProperty().bind(badge.visibleProperty());
        HBox.setMargin(badge, new Insets(0, 8, 0, 0));
        Button flag = IconButton.of("flag", 18, FrameTexts.SET_FLAG, actions.flag);
        flag.setId("top-flag");
        Button export = IconButton.of("export", 18, FrameTexts.EXPORT, () -> {});
        export.setOnAction(_ -> actions.export.accept(export));
        export.setId("top-export");
        detailsPaneButton = IconButton.of("panel-bottom", 18, FrameTexts.TOGGLE_DETAILS, actions.detailsPane);
        detailsPaneButton.setId("top-details");
        right.setAlignment(Pos.CENTER_RIGHT);
        right.getChildren().addAll(badge, flag, export, detailsPaneButton);
        getChildren().addAll(name, subtitle, omnibox, right);
        setProblems(null, "");
        setTrace(FrameTexts.PRODUCT, "");
    }

    public void setTrace(String newName, String newSubtitle) {
        name.setText(SingleLineText.of(newName));
        subtitle.setText(SingleLineText.of(newSubtitle));
        requestLayout();
    }

    /// Shows the badge of problems.
    ///
    /// @param severity null to hide the badge
    public void setProblems(Notices.Severity severity, String text) {
        badge.setVisible(severity != null);
        badge.getStyleClass().removeAll("tg-warn", "tg-error");
        if (severity != null) {
            badge.getStyleClass().add(severity.style());
            badge.setGraphic(new Icon(severity.icon(), 14));
            badge.setText(text);
            badge.setAccessibleText(FrameTexts.opensProblems(text));
        }
        requestLayout();
    }

    /// Shows or hides the buttons that need an open trace.
    public void setButtonsVisible(boolean isVisible) {
        for (int i = 1; i < right.getChildren().size(); i++) {
            right.getChildren().get(i).setVisible(isVisible);
            right.getChildren().get(i).setManaged(isVisible);
        }
        requestLayout();
    }

    public void setDetailsPaneOpen(boolean isOpen) {
        detailsPaneButton.pseudoClassStateChanged(Styles.SELECTED, isOpen);
    }

    @Override
    protected void layoutChildren() {
        double width = getWidth();
        double height = getHeight() - 1;
        double rightWidth = right.prefWidth(height);
        double rightStart = width - RIGHT - rightWidth;
        right.resizeRelocate(rightStart, 0, rightWidth, height);
        double nameWidth = Math.ceil(name.prefWidth(-1));
        double subtitleWidth = subtitle.getText().isEmpty() ? 0 : Math.ceil(subtitle.prefWidth(-1));
        boolean isNarrow = width + SIDEBAR < NARROW_BELOW;
        double boxWidth = isNarrow ? Math.clamp(rightStart - 2 * GAP - LEFT - nameWidth, NARROW, WIDE) : WIDE;
        double centeredX = (width + SIDEBAR - boxWidth) / 2 - SIDEBAR;
        double preferredX = Math.min(centeredX, rightStart - GAP - boxWidth);
        double endWithSubtitle = LEFT + nameWidth + (subtitleWidth > 0 ? 8 + subtitleWidth : 0) + GAP;
        boolean showsSubtitle = subtitleWidth > 0 && endWithSubtitle + boxWidth + GAP <= rightStart;
        double leftEnd = showsSubtitle ? endWithSubtitle : LEFT + nameWidth + GAP;
        double x = Math.max(preferredX, leftEnd);
        if (x + boxWidth + GAP > rightStart) {
            boxWidth = Math.max(NARROW / 2, Math.min(boxWidth, rightStart - GAP - x));
            if (x + boxWidth + GAP > rightStart) {
                x = Math.max(LEFT + 80, rightStart - GAP - boxWidth);
                nameWidth = Math.max(0, x - GAP - LEFT);
            }
        }
        double nameHeight = name.prefHeight(nameWidth);
        name.resizeRelocate(LEFT, Math.round((height - nameHeight) / 2), nameWidth, nameHeight);
        subtitle.setVisible(showsSubtitle);
        double subtitleHeight = subtitle.prefHeight(subtitleWidth);
        subtitle.resizeRelocate(
                LEFT + nameWidth + 8, Math.round((height - subtitleHeight) / 2) + 1, subtitleWidth, subtitleHeight);
        double boxHeight = omnibox.prefHeight(boxWidth);
        omnibox.resizeRelocate(Math.round(x), Math.round((height - boxHeight) / 2), boxWidth, boxHeight);
    }
}
