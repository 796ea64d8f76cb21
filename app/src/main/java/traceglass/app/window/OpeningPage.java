package traceglass.app.window;

import java.nio.file.Path;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import traceglass.app.ui.Page;
import traceglass.app.ui.Styles;

/// What a window shows that was opened with a trace, until the first tracks of it are there. The start page would offer to choose what
/// has been chosen, and takes as long to be drawn as a trace from the cache to be there.
final class OpeningPage implements Page {

    static final String ID = "opening";

    private final StackPane root;

    OpeningPage(Path file) {
        Label title = new Label("Opening " + file.getFileName());
        title.getStyleClass().add("tg-drop-title");
        Label place = new Label(file.toAbsolutePath().normalize().getParent() + "");
        place.getStyleClass().addAll(Styles.TEXT_3, Styles.SMALL);
        VBox words = new VBox(4, title, place);
        words.setAlignment(Pos.CENTER);
        root = new StackPane(words);
        root.getStyleClass().add("tg-page");
        root.setId("opening-page");
    }

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return "Opening";
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
    public boolean needsTrace() {
        return false;
    }
}
