package traceglass.app.panel.sql;

import javafx.animation.KeyFrame;
import javafx.animation.Timeline;
import javafx.collections.ListChangeListener;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.util.Duration;
import traceglass.app.grid.DataGrid;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.Icon;
import traceglass.app.ui.Styles;

/// Status line below the results: state of the current or last run and number of rows shown.
final class RunLine extends HBox {

    /// Delay before a query is shown as running, to avoid flicker.
    private static final Duration SHOW_DELAY = Duration.millis(300);

    private final DataGrid grid;
    private final HBox state = new HBox(5);
    private final Label summary = new Label();
    private final Label rowCount = new Label();
    private final Timeline clock = new Timeline(new KeyFrame(Duration.millis(100), e -> tick()));
    private long startedNs;
    private int rowsSoFar;

    RunLine(DataGrid grid) {
        super(12);
        this.grid = grid;
        state.setAlignment(Pos.CENTER_LEFT);
        state.setId("sql-state");
        summary.setId("sql-summary");
        rowCount.setId("sql-row-count");
        rowCount.getStyleClass().add(Styles.TEXT_3);
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        getChildren().addAll(state, summary, space, rowCount);
        setAlignment(Pos.CENTER_LEFT);
        getStyleClass().add("tg-sql-footer");
        clock.setCycleCount(Timeline.INDEFINITE);
        grid.shownProperty().addListener((_, _, _) -> showRowCount());
        grid.rowsProperty().addListener((_, _, _) -> showRowCount());
        grid.table().getSelectionModel().getSelectedIndices().addListener((ListChangeListener<Integer>)
                c -> showRowCount());
        clear();
    }

    /// Called when a run starts.
    void showRunning() {
        rowsSoFar = 0;
        startedNs = System.nanoTime();
        clock.playFromStart();
    }

    /// Sets the number of rows received so far.
    void setRowsSoFar(int count) {
        rowsSoFar = count;
    }

    /// Time since the run started in ns.
    long elapsedNs() {
        return System.nanoTime() - startedNs;
    }

    /// Called when the run succeeded.
    void showDone(String label, String details) {
        showEnd("tg-ok", "check", label, details);
    }

    /// Called when the run was canceled.
    void showCanceled(String details) {
        showEnd("tg-text-3", "cancel", CommonTexts.CANCELED, details);
    }

    /// Called when the run failed.
    void showFailed(String details) {
        showEnd("tg-error", "error", SqlTexts.FAILED, details);
    }

    /// Clears the line if nothing was run.
    void clear() {
        clock.stop();
        state.getChildren().clear();
        summary.setText("");
        showRowCount();
    }

    private void showEnd(String style, String icon, String label, String details) {
        clock.stop();
        show(style, icon, label, details);
    }

    private void tick() {
        long ns = elapsedNs();
        if (ns > SHOW_DELAY.toMillis() * 1_000_000) {
            show("tg-info", "refresh", SqlTexts.RUNNING, SqlTexts.running(ns / 1e9, rowsSoFar));
        }
    }

    private void show(String style, String icon, String label, String details) {
        Label badge = new Label(label);
        badge.getStyleClass().addAll("tg-state-badge", style);
        badge.setGraphic(new Icon(icon, 13).styled(style));
        state.getChildren().setAll(badge);
        summary.setText(details);
        showRowCount();
    }

    private void showRowCount() {
        int shown = grid.shownProperty().get();
        int all = grid.rows().size();
        int selected = grid.selectedRows().size();
        if (grid.showsGroups()) {
            rowCount.setText(SqlTexts.groups(shown));
            return;
        }
        rowCount.setText(SqlTexts.shownRows(shown, all, selected));
    }
}
