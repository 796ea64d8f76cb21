package traceglass.app.window.opening;

import java.nio.file.Path;
import javafx.beans.binding.Bindings;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.Page;
import traceglass.app.ui.Styles;
import traceglass.store.text.SingleLineText;

/// Page shown instead of the start page while the first trace of a window is opened, until its first tracks are
/// ready. It is shown immediately if the window is still empty, or after a moment if the start page is shown. In an
/// empty window, the start page would offer a choice that has been made, and drawing it takes as long as opening a
/// cached trace.
public final class OpeningPage implements Page {

    static final String ID = "opening";

    private final StackPane root;

    /// @param progress progress of the import
    /// @param cancel cancels the opening
    public OpeningPage(Path file, OpeningProgress progress, Runnable cancel) {
        Label title = new Label(SingleLineText.of(OpeningTexts.opening(file.getFileName())));
        title.getStyleClass().add("tg-drop-title");
        Label folder =
                new Label(SingleLineText.of(file.toAbsolutePath().normalize().getParent() + ""));
        folder.getStyleClass().addAll(Styles.TEXT_3, Styles.SMALL);
        title.setWrapText(true);
        Label text = new Label();
        text.getStyleClass().addAll(Styles.TEXT_2, Styles.SMALL);
        text.setId("opening-progress");
        text.textProperty().bind(progress.textProperty().map(OpeningTexts::capitalized));
        Region read = new Region();
        read.getStyleClass().add("tg-opening-read");
        read.setMaxWidth(Region.USE_PREF_SIZE);
        StackPane bar = new StackPane(read);
        bar.setAlignment(Pos.CENTER_LEFT);
        bar.getStyleClass().add("tg-opening-bar");
        bar.setId("opening-bar");
        read.prefWidthProperty().bind(bar.widthProperty().multiply(Bindings.max(0, progress.shareProperty())));
        Button stop = new Button(CommonTexts.CANCEL);
        stop.setId("opening-cancel");
        stop.setOnAction(e -> cancel.run());
        VBox details = new VBox(10, bar, text, stop);
        details.setAlignment(Pos.CENTER);
        VBox.setMargin(details, new Insets(16, 0, 0, 0));
        // Hidden for openings that end quickly; the layout does not change when it appears.
        details.visibleProperty().bind(progress.textProperty().isNotEmpty());
        VBox labels = new VBox(4, title, folder, details);
        labels.setAlignment(Pos.CENTER);
        labels.setPadding(new Insets(24));
        root = new StackPane(labels);
        root.getStyleClass().add("tg-page");
        root.setId("opening-page");
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return OpeningTexts.OPENING;
    }

    @Override
    public String icon() {
        return "timeline";
    }

    @Override
    public Node node() {
        return root;
    }

    @Override
    public void onShown() {
        root.requestFocus();
    }

    @Override
    public boolean showsTitleInTopBar() {
        return false;
    }

    @Override
    public boolean needsTrace() {
        return false;
    }
}
