package traceglass.app.fleet;

import javafx.animation.PauseTransition;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressBar;
import javafx.scene.layout.VBox;
import javafx.util.Duration;
import org.jspecify.annotations.Nullable;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.Icon;
import traceglass.app.ui.Styles;
import traceglass.engine.fleet.FleetProgress;

/// Shows the progress of a task instead of the table: of an import, of opening a fleet, or of searching for traces.
final class TaskProgressView extends VBox {

    private static final double WIDTH = 480;
    private static final Duration SHOW_DELAY = Duration.millis(400);

    private final Label title = new Label();
    private final ProgressBar bar = new ProgressBar(0);
    private final Label text = new Label();
    private final PauseTransition delay = new PauseTransition(SHOW_DELAY);
    private Runnable onCancel = () -> {};

    TaskProgressView(FleetTaskQueue tasks) {
        super(12);
        setId("fleet-progress");
        setMaxSize(WIDTH, USE_PREF_SIZE);
        setAlignment(Pos.CENTER_LEFT);
        getStyleClass().addAll(Styles.CARD, "tg-fleet-card");
        title.getStyleClass().add(Styles.TITLE);
        title.setId("fleet-progress-title");
        title.setWrapText(true);
        bar.setMaxWidth(Double.MAX_VALUE);
        text.setId("fleet-progress-text");
        text.getStyleClass().add(Styles.TEXT_2);
        text.setWrapText(true);
        Button cancel = new Button(CommonTexts.CANCEL, new Icon("cancel", 15));
        cancel.setId("fleet-progress-cancel");
        cancel.setOnAction(_ -> onCancel.run());
        getChildren().addAll(title, bar, text, cancel);
        delay.setOnFinished(_ -> setVisible(true));
        tasks.activityProperty().addListener((_, _, newValue) -> {
            FleetProgress.@Nullable Step step = newValue == null ? null : newValue.step();
            if (step != null && step.total() > 0) {
                update(FleetPageTexts.progress(step), (double) step.done() / step.total());
            }
        });
    }

    /// Shows that a task has started, unless it ends immediately.
    ///
    /// @param task title of the task
    /// @param cancel cancels the task
    void begin(String task, Runnable cancel) {
        title.setText(task);
        onCancel = cancel;
        update("", -1);
        setVisible(false);
        delay.playFromStart();
    }

    /// @param share fraction that is done, or −1 if it is not known
    void update(String progress, double share) {
        text.setText(progress);
        bar.setProgress(share);
    }
}
