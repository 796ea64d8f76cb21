package traceglass.app.panel.area;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import traceglass.analysis.area.AreaScope;
import traceglass.analysis.events.StateTime;
import traceglass.analysis.rows.RowStore;
import traceglass.app.context.Appearance;
import traceglass.app.grid.DataGrid;
import traceglass.app.panel.details.StateBar;
import traceglass.app.ui.Styles;
import traceglass.render.color.Palette;
import traceglass.store.time.TimeText;

/// Bar with the shares of states in the rows of a grid, and a legend; follows the grid's filters.
public final class StatesStrip implements AreaStrip {

    /// Maximum number of states in the legend; the others are summarized.
    private static final int MAX_LEGEND_STATES = 6;

    private final Appearance appearance;
    private final DataGrid grid;
    private final VBox box = new VBox(5);

    public StatesStrip(Appearance appearance, DataGrid grid) {
        this.appearance = appearance;
        this.grid = grid;
        box.getStyleClass().add("tg-area-strip");
        box.setId("area-states-bar");
        grid.table().itemsProperty().addListener(o -> fill());
        appearance.paletteProperty().addListener(o -> fill());
        fill();
    }

    @Override
    public Node node() {
        return box;
    }

    @Override
    public void show(AreaScope scope) {}

    private void fill() {
        RowStore rows = grid.rows();
        int state = rows.column("state");
        int total = rows.column("total");
        Map<String, Long> sums = new LinkedHashMap<>();
        if (state >= 0 && total >= 0) {
            for (int row : grid.order()) {
                sums.merge(
                        String.valueOf(rows.getText(row, state)),
                        rows.isNull(row, total) ? 0 : rows.getLong(row, total),
                        Long::sum);
            }
        }
        List<StateTime> shares = sums.entrySet().stream()
                .filter(e -> e.getValue() > 0)
                .map(e -> new StateTime(e.getKey(), e.getValue()))
                .sorted((a, b) -> Long.compare(b.ns(), a.ns()))
                .toList();
        box.getChildren().clear();
        box.setVisible(!shares.isEmpty());
        box.setManaged(!shares.isEmpty());
        if (shares.isEmpty()) {
            return;
        }
        double totalNs = shares.stream().mapToLong(StateTime::ns).sum();
        FlowPane legend = new FlowPane(16, 2);
        StringBuilder description = new StringBuilder();
        for (StateTime s : shares.subList(0, Math.min(MAX_LEGEND_STATES, shares.size()))) {
            String share = AreaTexts.percent(s.ns() / totalNs);
            Region swatch = new Region();
            swatch.getStyleClass().add("tg-legend-swatch");
            swatch.setStyle(
                    "-fx-background-color: " + Palette.css(appearance.palette().state(s.label())) + ";");
            Label name = new Label(s.label());
            Label length = new Label(share + "  ·  " + TimeText.duration(s.ns()));
            length.getStyleClass().add(Styles.TEXT_3);
            HBox entry = new HBox(6, swatch, name, length);
            entry.setAlignment(Pos.CENTER_LEFT);
            entry.getStyleClass().add(Styles.SMALL);
            entry.setMinWidth(Region.USE_PREF_SIZE);
            legend.getChildren().add(entry);
            description
                    .append(description.isEmpty() ? "" : ", ")
                    .append(s.label())
                    .append(' ')
                    .append(share);
        }
        if (shares.size() > MAX_LEGEND_STATES) {
            Label more = new Label(AreaTexts.andMore(shares.size() - MAX_LEGEND_STATES));
            more.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
            legend.getChildren().add(more);
        }
        legend.setMinWidth(0);
        StateBar bar = new StateBar(shares, appearance.palette());
        bar.setAccessibleText(AreaTexts.stateShares(description.toString()));
        box.getChildren().addAll(bar, legend);
    }
}
