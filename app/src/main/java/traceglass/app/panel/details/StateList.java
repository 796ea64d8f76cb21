package traceglass.app.panel.details;

import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import traceglass.analysis.events.EventDetails;
import traceglass.analysis.events.StateTime;
import traceglass.app.theme.StyleSheets;
import traceglass.app.ui.Links;
import traceglass.app.ui.Styles;
import traceglass.render.color.Palette;
import traceglass.store.time.TimeText;

/// States of a thread during an event with color, name, duration and share, longest first.
final class StateList extends GridPane {

    private static final int MAX_STATES = 4;

    private final Palette palette;

    /// Creates a list.
    ///
    /// @param total duration of the event in ns
    StateList(List<StateTime> states, long total, Palette palette) {
        this.palette = palette;
        getStyleClass().add("tg-state-list");
        ColumnConstraints grow = new ColumnConstraints();
        grow.setHgrow(Priority.ALWAYS);
        getColumnConstraints()
                .addAll(
                        new ColumnConstraints(17 * StyleSheets.factor()),
                        grow,
                        new ColumnConstraints(),
                        new ColumnConstraints(64 * StyleSheets.factor()));
        int shown = states.size() <= MAX_STATES + 1 ? states.size() : MAX_STATES;
        for (int i = 0; i < shown; i++) {
            addState(i, states.get(i), total);
        }
        if (shown < states.size()) {
            Hyperlink more = Links.of(DetailsTexts.more(states.size() - shown), () -> {});
            more.setOnAction(e -> {
                getChildren().remove(more);
                for (int i = shown; i < states.size(); i++) {
                    addState(i, states.get(i), total);
                }
            });
            add(more, 1, shown);
        }
    }

    private void addState(int row, StateTime s, long total) {
        Region swatch = new Region();
        swatch.getStyleClass().add("tg-legend-swatch");
        swatch.setStyle("-fx-background-color: " + Palette.css(palette.state(s.label())) + ";");
        Label name = new Label(s.label());
        Label ns = new Label(TimeText.duration(s.ns()));
        Label part = new Label(EventDetails.percent(s.ns(), total));
        ns.getStyleClass().addAll(Styles.MONO, "tg-state-ns");
        part.getStyleClass().addAll(Styles.MONO, "tg-state-share");
        // Where there is little room, the name is shortened, never a number.
        name.setMinWidth(0);
        ns.setMinWidth(Region.USE_PREF_SIZE);
        part.setMinWidth(Region.USE_PREF_SIZE);
        part.setMaxWidth(Double.MAX_VALUE);
        part.setAlignment(Pos.CENTER_RIGHT);
        name.setMinHeight(21 * StyleSheets.factor());
        addRow(row, swatch, name, ns, part);
    }
}
