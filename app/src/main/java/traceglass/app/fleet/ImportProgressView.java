package traceglass.app.fleet;

import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressBar;
import javafx.scene.layout.VBox;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.Icon;
import traceglass.app.ui.Styles;
import traceglass.engine.fleet.FleetProgress;

/// Shows the progress of an import of traces.
final class ImportProgressView extends VBox {

    private static final double WIDTH = 480;

    private final ProgressBar bar = new ProgressBar(0);
    private final Label text = new Label();

    ImportProgressView(FleetTaskQueue tasks) {
        super(12);
        setId("fleet-importing");
        setMaxSize(WIDTH, USE_PREF_SIZE);
        setAlignment(Pos.CENTER_LEFT);
        getStyleClass().addAll(Styles.CARD, "tg-fleet-card");
        Label title = new Label(FleetPageTexts.IMPORTING);
        title.getStyleClass().add(Styles.TITLE);
        bar.setMaxWidth(Double.MAX_VALUE);
        text.setId("fleet-import-progress");
        text.getStyleClass().add(Styles.TEXT_2);
        Button cancel = new Button(CommonTexts.CANCEL, new Icon("cancel", 15));
        cancel.setId("fleet-import-cancel");
        cancel.setOnAction(_ -> tasks.cancel());
        getChildren().addAll(title, bar, text, cancel);
        tasks.activityProperty().addListener((_, _, is) -> {
            FleetProgress.Step step = is == null ? null : is.step();
            if (step != null) {
                text.setText(FleetPageTexts.progress(step));
                bar.setProgress(step.total() == 0 ? 0 : (double) step.done() / step.total());
            }
        });
    }

    /// Shows that an import has started.
    void begin() {
        text.setText("");
        bar.setProgress(-1);
    }
}
