package traceglass.app.grid;

import java.util.List;
import javafx.geometry.Orientation;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollBar;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.layout.Pane;
import javafx.scene.shape.Rectangle;
import traceglass.analysis.rows.GridColumn;
import traceglass.app.ui.Styles;

/// Totals below a grid, aligned with the columns.
final class SummaryRow extends Pane {

    private static final double PADDING = 10;

    private final List<Label> labels;
    private final List<GridColumn> columns;
    private ScrollBar scroll;

    SummaryRow(List<String> texts, List<GridColumn> columns) {
        this.columns = columns;
        getStyleClass().add("tg-grid-summary");
        setMinHeight(DataGrid.ROW_HEIGHT);
        setPrefHeight(DataGrid.ROW_HEIGHT);
        labels = texts.stream().map(Label::new).toList();
        for (int i = 0; i < labels.size() && i < columns.size(); i++) {
            if (columns.get(i).kind().isMonospaced()) {
                labels.get(i).getStyleClass().add(Styles.MONO);
            }
            if (columns.get(i).kind().isRightAligned()) {
                labels.get(i).getStyleClass().add("tg-right");
            }
        }
        getChildren().addAll(labels);
        Rectangle clip = new Rectangle();
        clip.widthProperty().bind(widthProperty());
        clip.heightProperty().bind(heightProperty());
        setClip(clip);
    }

    /// Keeps the positions set by [#follow]; the default layout would resize each label to its text.
    @Override
    protected void layoutChildren() {}

    /// Aligns each total with the column above it.
    void follow(TableView<Integer> table, int first) {
        if (scroll == null) {
            for (Node n : table.lookupAll(".scroll-bar")) {
                if (n instanceof ScrollBar bar && bar.getOrientation() == Orientation.HORIZONTAL) {
                    scroll = bar;
                    bar.valueProperty().addListener((_, _, _) -> follow(table, first));
                }
            }
        }
        labels.forEach(l -> l.setVisible(false));
        double x = scroll == null || !scroll.isVisible() ? 0 : -scroll.getValue();
        for (TableColumn<Integer, ?> c : table.getVisibleLeafColumns()) {
            int index = c.getUserData() instanceof GridColumn column ? columns.indexOf(column) : -1;
            if (index >= 0 && index < labels.size()) {
                labels.get(index).setVisible(true);
                labels.get(index)
                        .resizeRelocate(x + PADDING, 0, Math.max(0, c.getWidth() - 2 * PADDING), DataGrid.ROW_HEIGHT);
            }
            x += c.getWidth();
        }
    }
}
