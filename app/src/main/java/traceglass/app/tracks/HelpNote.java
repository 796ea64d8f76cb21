package traceglass.app.tracks;

import javafx.application.Platform;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.info.TrackPath;
import traceglass.app.ui.IconButton;
import traceglass.app.ui.Links;
import traceglass.app.ui.Styles;
import traceglass.render.TimelineView;
import traceglass.render.item.PxPoint;
import traceglass.store.text.DisplayText;
import traceglass.store.text.SingleLineText;

/// Small window over the timeline that explains a track. Closed by Esc or by a click elsewhere.
final class HelpNote extends VBox {

    private static final double WIDTH = 380;
    /// Width left for the text after borders and a scroll bar, in pixels.
    private static final double TEXT_WIDTH = WIDTH - 40;
    private static final double MAX_TEXT_HEIGHT = 220;

    private final TimelineView view;

    HelpNote(TimelineView view) {
        this.view = view;
        getStyleClass().addAll("tg-popup", "tg-track-help");
        setId("track-help");
        setAccessibleRole(AccessibleRole.DIALOG);
        setSpacing(6);
        setMaxSize(WIDTH, Region.USE_PREF_SIZE);
        setPrefWidth(WIDTH);
        setVisible(false);
        addEventFilter(KeyEvent.KEY_PRESSED, e -> {
            if (e.getCode() == KeyCode.ESCAPE) {
                close();
                e.consume();
            }
        });
    }

    /// Shows the help of a track.
    ///
    /// @param at point on the timeline above the note
    /// @param details shows all details of the track
    void show(TrackNode node, String text, PxPoint at, Runnable details) {
        Label name = new Label(DisplayText.oneLine(TrackPath.nameOf(node)));
        name.getStyleClass().add(Styles.STRONG);
        name.setMinWidth(0);
        HBox.setHgrow(name, Priority.ALWAYS);
        name.setMaxWidth(Double.MAX_VALUE);
        Button close = IconButton.of("x", 14, TrackTreeTexts.CLOSE_HELP, this::close);
        Label body = new Label(SingleLineText.keepLines(text));
        body.setWrapText(true);
        body.setId("track-help-text");
        body.setMinHeight(Region.USE_PREF_SIZE);
        body.setPrefWidth(TEXT_WIDTH);
        ScrollPane scroll = new ScrollPane(body);
        scroll.setFitToWidth(true);
        scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        setAccessibleText(DisplayText.oneLine(TrackTreeTexts.helpOf(node.name(), text)));
        getChildren().setAll(new HBox(8, name, close), scroll, Links.of(TrackTreeTexts.TRACK_INFO, () -> {
            close();
            details.run();
        }));
        setVisible(true);
        applyCss();
        // As tall as the text, up to the limit from which it scrolls.
        double textHeight = Math.min(MAX_TEXT_HEIGHT, Math.ceil(body.prefHeight(TEXT_WIDTH)) + 2);
        scroll.setMinHeight(textHeight);
        scroll.setPrefHeight(textHeight);
        double height = prefHeight(WIDTH);
        setTranslateX(Math.clamp(at.x(), 4, Math.max(4, view.getWidth() - WIDTH - 4)));
        setTranslateY(at.y() + height + 4 <= view.getHeight() ? at.y() : Math.max(4, view.getHeight() - height - 4));
        close.requestFocus();
        if (getScene() != null) {
            close.focusedProperty().addListener((_, _, _) -> Platform.runLater(this::closeWithoutFocus));
        }
    }

    private void closeWithoutFocus() {
        if (getScene() == null || !isVisible()) {
            return;
        }
        for (Node n = getScene().getFocusOwner(); n != null; n = n.getParent()) {
            if (n == this) {
                return;
            }
        }
        setVisible(false);
    }

    private void close() {
        setVisible(false);
        view.requestFocus();
    }
}
