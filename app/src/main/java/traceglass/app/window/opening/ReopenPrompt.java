package traceglass.app.window.opening;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import javafx.beans.InvalidationListener;
import javafx.beans.WeakInvalidationListener;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import traceglass.app.project.OpenTraces;
import traceglass.app.ui.Icon;
import traceglass.app.ui.IconButton;
import traceglass.app.ui.Styles;

/// Offer to open the traces again that were open when the program was killed or crashed. Takes no space if there are
/// none.
public final class ReopenPrompt extends HBox {

    private final OpenTraces traces;
    private final InvalidationListener listener = _ -> update();
    private final Label text = new Label();

    /// @param open opens the files, the first one in this window
    public ReopenPrompt(OpenTraces traces, Consumer<List<Path>> open) {
        super(14);
        this.traces = traces;
        setId("start-interrupted");
        getStyleClass().addAll(Styles.CARD, "tg-interrupted");
        setAlignment(Pos.CENTER_LEFT);
        setPadding(new Insets(12, 10, 12, 16));
        Label title = new Label(OpeningTexts.INTERRUPTED);
        title.getStyleClass().add(Styles.STRONG);
        text.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_2);
        text.setId("start-interrupted-text");
        VBox labels = new VBox(title, text);
        labels.setMinWidth(0);
        labels.setAlignment(Pos.CENTER_LEFT);
        HBox.setHgrow(labels, Priority.ALWAYS);
        Button openAgain = new Button(OpeningTexts.OPEN_AGAIN);
        openAgain.setId("start-again");
        openAgain.setMinWidth(Region.USE_PREF_SIZE);
        openAgain.setOnAction(_ -> open.accept(traces.interruptedProperty().get()));
        Button dismiss = IconButton.of("x", 14, OpeningTexts.DISMISS, traces::discardInterrupted);
        dismiss.setId("start-dismiss");
        getChildren().addAll(new Icon("history", 24).styled("tg-accent"), labels, openAgain, dismiss);
        // All windows share the traces, which must not keep closed windows in memory.
        traces.interruptedProperty().addListener(new WeakInvalidationListener(listener));
        update();
    }

    private void update() {
        List<Path> files = traces.interruptedProperty().get();
        setVisible(!files.isEmpty());
        setManaged(!files.isEmpty());
        text.setText(OpeningTexts.previouslyOpen(files));
        if (getScene() != null) {
            markShown();
        }
    }

    /// Called when the page that contains it is shown.
    void markShown() {
        if (isVisible()) {
            traces.markOffered();
        }
    }
}
