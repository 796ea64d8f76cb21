package traceglass.app.window.opening;

import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import traceglass.app.ui.Styles;

/// Shows what dropping files does while they are dragged over a window with an open trace. On the left half, they
/// replace the open trace; on the right half, the first file opens as the second trace.
public final class DropChoice extends HBox {

    private final Label replace = new Label(OpeningTexts.REPLACE_TRACE);
    private final Label openSecond = new Label(OpeningTexts.OPEN_AS_SECOND);
    private boolean opensSecond;

    public DropChoice() {
        setId("drop-choice");
        setMouseTransparent(true);
        setVisible(false);
        for (Label l : new Label[] {replace, openSecond}) {
            l.getStyleClass().add("tg-drop-half");
            l.setMaxSize(Double.MAX_VALUE, Double.MAX_VALUE);
            l.setAlignment(Pos.CENTER);
            l.setPrefWidth(100);
            HBox.setHgrow(l, Priority.ALWAYS);
        }
        getChildren().addAll(replace, openSecond);
    }

    /// @param hasChoice whether a trace is open, so that there is a choice
    /// @param width width of the window, px
    /// @param x x position of the pointer, px from the left edge of the window
    public void show(boolean hasChoice, double width, double x) {
        opensSecond = hasChoice && x > width / 2;
        setVisible(hasChoice);
        replace.pseudoClassStateChanged(Styles.SELECTED, !opensSecond);
        openSecond.pseudoClassStateChanged(Styles.SELECTED, opensSecond);
    }

    public void hide() {
        setVisible(false);
        opensSecond = false;
    }

    public boolean opensSecond() {
        return opensSecond;
    }
}
