package traceglass.app.fleet;

import javafx.animation.PauseTransition;
import javafx.geometry.Pos;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressBar;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.util.Duration;
import org.jspecify.annotations.Nullable;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.Links;
import traceglass.app.ui.Styles;
import traceglass.engine.fleet.FleetProgress;

/// Line below the table: the current task with a button to cancel it, and the number of traces shown.
final class FleetTaskBar extends HBox {

    private static final Duration SHOW_DELAY = Duration.millis(400);

    private final Label text = new Label();
    private final ProgressBar bar = new ProgressBar();
    private final Hyperlink cancel;
    private final Label count = new Label();
    private final PauseTransition delay = new PauseTransition(SHOW_DELAY);

    FleetTaskBar(FleetTaskQueue tasks) {
        super(10);
        getStyleClass().add("tg-sql-footer");
        setAlignment(Pos.CENTER_LEFT);
        text.setId("fleet-work");
        text.setMinWidth(0);
        bar.setPrefWidth(120);
        bar.setMinWidth(60);
        cancel = Links.of(CommonTexts.CANCEL, tasks::cancel);
        cancel.setId("fleet-work-cancel");
        cancel.setMinWidth(Region.USE_PREF_SIZE);
        count.setId("fleet-count");
        count.getStyleClass().add(Styles.TEXT_3);
        count.setMinWidth(Region.USE_PREF_SIZE);
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        getChildren().addAll(bar, text, cancel, space, count);
        delay.setOnFinished(_ -> setBusy(true));
        tasks.activityProperty().addListener((_, oldValue, newValue) -> update(oldValue, newValue));
        setBusy(false);
    }

    private void update(FleetTaskQueue.@Nullable Activity before, FleetTaskQueue.@Nullable Activity after) {
        if (after == null) {
            delay.stop();
            setBusy(false);
            return;
        }
        if (before == null) {
            delay.playFromStart();
        }
        FleetProgress.Step step = after.step();
        if (step == null || step.total() == 0) {
            text.setText(after.title());
            bar.setProgress(-1);
        } else {
            text.setText(FleetPageTexts.taskProgress(after.title(), step));
            bar.setProgress((double) step.done() / step.total());
        }
    }

    private void setBusy(boolean isBusy) {
        for (Region r : new Region[] {bar, text, cancel}) {
            r.setVisible(isBusy);
            r.setManaged(isBusy);
        }
    }

    /// Shows the number of traces.
    void setCount(String shown) {
        count.setText(shown);
    }
}
