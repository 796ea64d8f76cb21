package traceglass.app.export;

import javafx.animation.Animation;
import javafx.animation.KeyFrame;
import javafx.animation.Timeline;
import javafx.geometry.Pos;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressIndicator;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.util.Duration;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.Links;
import traceglass.app.ui.Styles;
import traceglass.app.ui.bar.StatusBar;
import traceglass.ingest.ImportProgress;

/// Shows in the status bar that a file is read or written, with a link to cancel it. The percentage is shown if
/// the total is known. Used on the JavaFX thread.
public final class FileTask {

    private static final double SIZE = 14;

    private final StatusBar status;
    private final HBox node;
    private final Timeline clock;

    /// Adds the task to the status bar.
    ///
    /// @param id prefix of the ids of the ring and the link
    /// @param title title for screen readers, such as `Saving`
    /// @param cancelTitle title of the link for screen readers, such as `Cancel saving`
    public FileTask(StatusBar status, String id, String title, String cancelTitle, ImportProgress progress) {
        this.status = status;
        ProgressIndicator ring = new ProgressIndicator();
        ring.setId(id + "-progress");
        ring.setAccessibleText(title);
        ring.setPrefSize(SIZE, SIZE);
        ring.setMinSize(SIZE, SIZE);
        ring.setMaxSize(SIZE, SIZE);
        ring.setFocusTraversable(false);
        Hyperlink cancel = Links.of(CommonTexts.CANCEL, progress::cancel);
        cancel.setMinWidth(Region.USE_PREF_SIZE);
        cancel.setId(id + "-cancel");
        cancel.setAccessibleText(cancelTitle);
        Label percent = new Label();
        percent.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
        percent.setMinWidth(Region.USE_PREF_SIZE);
        node = new HBox(6, ring, percent, cancel);
        node.setAlignment(Pos.CENTER);
        clock = new Timeline(new KeyFrame(Duration.millis(200), _ -> {
            if (progress.bytesTotal() > 0) {
                percent.setText(percent(progress) + "%");
            }
        }));
        clock.setCycleCount(Animation.INDEFINITE);
        clock.play();
        status.addTask(node);
    }

    private static long percent(ImportProgress progress) {
        return Math.min(100, progress.bytesRead() * 100 / progress.bytesTotal());
    }

    /// Removes the task from the status bar.
    public void end() {
        clock.stop();
        status.endTask(node);
    }
}
