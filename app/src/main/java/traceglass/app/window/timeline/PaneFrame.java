package traceglass.app.window.timeline;

import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import traceglass.app.session.TraceSession;
import traceglass.app.ui.Styles;
import traceglass.store.text.SingleLineText;
import traceglass.store.time.TimeText;

/// A pane with a title line that names which of the two traces it shows.
public final class PaneFrame {

    private final TracePane pane;
    private final Label name = new Label();
    private final Label subtitle = new Label();
    private final HBox title;
    private final VBox root;

    /// @param letter `A` or `B`
    public PaneFrame(TracePane pane, char letter) {
        this.pane = pane;
        name.getStyleClass().add("tg-pane-name");
        name.setId("pane-name-" + letter);
        subtitle.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
        subtitle.setMinWidth(0);
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        title = new HBox(8, tag(letter), name, subtitle, space);
        title.setAlignment(Pos.CENTER_LEFT);
        title.getStyleClass().add("tg-pane-title");
        title.setAccessibleText(TimelineTexts.trace(letter));
        VBox.setVgrow(pane.node(), Priority.ALWAYS);
        root = new VBox(title, pane.node());
        root.setMinSize(0, 0);
        setTitled(false);
        root.addEventFilter(MouseEvent.MOUSE_PRESSED, e -> pane.pair().activate(pane.slot()));
        title.setOnMouseClicked(e -> pane.view().requestFocus());
        pane.view().focusedProperty().addListener((_, _, newValue) -> {
            if (newValue) {
                pane.pair().activate(pane.slot());
            }
        });
        pane.slot().trace().sessionProperty().addListener((_, _, newValue) -> {
            updateTitle();
            if (newValue != null) {
                newValue.stateProperty().addListener(x -> updateTitle());
            }
        });
        updateTitle();
    }

    /// Creates a label with the letter of a trace on a square of its color.
    public static Label tag(char letter) {
        Label tag = new Label(String.valueOf(letter));
        tag.getStyleClass().addAll("tg-trace-tag", letter == 'A' ? "tg-trace-a" : "tg-trace-b");
        tag.setMinWidth(Region.USE_PREF_SIZE);
        return tag;
    }

    Node node() {
        return root;
    }

    public TracePane pane() {
        return pane;
    }

    void setTitled(boolean isTitled) {
        title.setVisible(isTitled);
        title.setManaged(isTitled);
    }

    void setActive(boolean isActive) {
        title.pseudoClassStateChanged(Styles.SELECTED, isActive);
    }

    private void updateTitle() {
        TraceSession session = pane.slot().trace().session();
        name.setText(session == null ? "" : SingleLineText.of(session.name()));
        String traceSummary =
                session == null || !session.isReady() ? "" : session.summary().deviceText();
        subtitle.setText(
                session == null
                        ? ""
                        : SingleLineText.of(TimelineTexts.subtitle(
                                TimeText.duration(session.bounds().durNs()), traceSummary)));
    }
}
