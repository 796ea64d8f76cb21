package traceglass.app.grid;

import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.control.ContentDisplay;
import javafx.scene.control.Label;
import javafx.scene.control.TableCell;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Region;
import javafx.scene.text.Text;
import traceglass.analysis.rows.CellKind;
import traceglass.analysis.rows.GridColumn;
import traceglass.analysis.rows.GridContent;
import traceglass.app.ui.Styles;
import traceglass.store.text.SingleLineText;

/// Cell of a [DataGrid]: text, with a bar behind a number or a color square before a name if the column has them.
final class GridCell extends TableCell<Integer, Integer> {

    private static final PseudoClass NULL = PseudoClass.getPseudoClass("null");
    private static final PseudoClass LESS = PseudoClass.getPseudoClass("less");
    private static final PseudoClass MORE = PseudoClass.getPseudoClass("more");
    private static final double PADDING = 10;
    private static final double INSET = 4;
    private static final double SWATCH = 9;

    private final DataGrid grid;
    private final int column;
    private final GridColumn gridColumn;
    private final Label label;
    private final Box box;

    GridCell(DataGrid grid, int column, GridColumn gridColumn) {
        this.grid = grid;
        this.column = column;
        this.gridColumn = gridColumn;
        getStyleClass().add("tg-cell");
        if (gridColumn.kind().isMonospaced()) {
            getStyleClass().add(Styles.MONO);
        }
        if (gridColumn.kind().isRightAligned()) {
            getStyleClass().add("tg-right");
        }
        if (gridColumn.kind().isDelta()) {
            getStyleClass().add("tg-cell-delta");
        }
        if (gridColumn.hasBar() || gridColumn.hasSwatch()) {
            label = new Label();
            label.getStyleClass().add("tg-cell-text");
            box = new Box();
            setContentDisplay(ContentDisplay.GRAPHIC_ONLY);
            getStyleClass().add("tg-cell-box");
        } else {
            label = null;
            box = null;
        }
        if (gridColumn.links() != null || gridColumn.kind() == CellKind.TIMESTAMP) {
            getStyleClass().add("tg-cell-link");
            addEventHandler(MouseEvent.MOUSE_CLICKED, this::mouseClicked);
        }
    }

    @Override
    protected void updateItem(Integer row, boolean isEmpty) {
        super.updateItem(row, isEmpty);
        GridContent content = grid.content();
        if (isEmpty
                || row == null
                || row >= content.order().length
                || column >= content.columns().size()) {
            setText(null);
            setGraphic(null);
            pseudoClassStateChanged(NULL, false);
            pseudoClassStateChanged(LESS, false);
            pseudoClassStateChanged(MORE, false);
            setAccessibleText(null);
            return;
        }
        String text = SingleLineText.of(grid.cell(row, column));
        pseudoClassStateChanged(NULL, content.isNull(row, column));
        setAccessibleText(GridTexts.cell(gridColumn.title(), text));
        if (gridColumn.kind().isDelta()) {
            double sign = content.direction(row, column);
            pseudoClassStateChanged(LESS, sign < 0);
            pseudoClassStateChanged(MORE, sign > 0);
        }
        if (box == null) {
            setText(text);
        } else {
            label.setText(text);
            box.share = gridColumn.hasBar() ? content.share(row, column) : 0;
            box.isDimmed = gridColumn.kind() == CellKind.DIVERGING && content.direction(row, column) < 0;
            if (gridColumn.hasSwatch()) {
                box.swatch.setStyle("-fx-background-color: " + grid.colorOf(text) + ";");
            }
            box.requestLayout();
            setGraphic(box);
        }
    }

    private void mouseClicked(MouseEvent e) {
        boolean isOnText = e.getPickResult().getIntersectedNode() instanceof Text;
        if (e.getButton() == MouseButton.PRIMARY && isOnText && !isEmpty() && getItem() != null) {
            grid.actions().follow(getItem(), column, e.isShortcutDown());
            e.consume();
        }
    }

    /// Content of the cell: a bar from the right edge with the text above it.
    private final class Box extends Pane {

        private final Region bar = new Region();
        private final Region swatch = new Region();
        private final Region middle = new Region();
        private double share;
        private boolean isDimmed;

        Box() {
            bar.getStyleClass().add("tg-cell-bar");
            swatch.getStyleClass().add("tg-swatch");
            bar.setMouseTransparent(true);
            swatch.setMouseTransparent(true);
            if (gridColumn.kind() == CellKind.DIVERGING) {
                middle.getStyleClass().add("tg-cell-middle");
                getChildren().add(middle);
            }
            if (gridColumn.hasBar()) {
                getChildren().add(bar);
            }
            if (gridColumn.hasSwatch()) {
                getChildren().add(swatch);
            }
            getChildren().add(label);
            label.setAlignment(gridColumn.kind().isRightAligned() ? Pos.CENTER_RIGHT : Pos.CENTER_LEFT);
            setMinWidth(0);
        }

        @Override
        protected double computePrefWidth(double height) {
            return Math.max(0, GridCell.this.getWidth() - 1);
        }

        @Override
        protected double computePrefHeight(double width) {
            return DataGrid.ROW_HEIGHT - 1;
        }

        @Override
        protected void layoutChildren() {
            double w = getWidth();
            double h = getHeight();
            double textX = PADDING;
            if (gridColumn.kind() == CellKind.DIVERGING) {
                double half = Math.floor(w / 2);
                double length = share <= 0 ? 0 : Math.max(1, share * (half - PADDING));
                middle.resizeRelocate(half, 0, 1, h);
                bar.resizeRelocate(isDimmed ? half - length : half, INSET + 2, length, h - 2 * INSET - 3);
            } else if (gridColumn.hasBar()) {
                double maxLength = w - INSET;
                double barWidth = share <= 0 ? 0 : Math.max(1, share * maxLength);
                bar.resizeRelocate(w - barWidth, INSET, barWidth, h - 2 * INSET + 1);
            }
            if (gridColumn.hasSwatch()) {
                swatch.resizeRelocate(PADDING, Math.round((h - SWATCH) / 2), SWATCH, SWATCH);
                textX += SWATCH + 7;
            }
            label.resizeRelocate(textX, 0, Math.max(0, w - textX - PADDING), h);
        }
    }
}
