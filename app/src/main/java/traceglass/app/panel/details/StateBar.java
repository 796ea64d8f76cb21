package traceglass.app.panel.details;

import java.util.ArrayList;
import java.util.List;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Region;
import javafx.scene.shape.Rectangle;
import traceglass.analysis.events.StateTime;
import traceglass.render.color.Palette;
import traceglass.render.control.Tooltips;
import traceglass.store.time.TimeText;

/// Stacked bar, 14 px high, that shows the shares of thread states, largest first.
public final class StateBar extends Pane {

    private static final double HEIGHT = 14;
    private static final double GAP = 1;

    private final List<StateTime> shares;
    private final List<Region> parts = new ArrayList<>();

    public StateBar(List<StateTime> shares, Palette palette) {
        this.shares = shares;
        setMinHeight(HEIGHT);
        setPrefHeight(HEIGHT);
        setMaxHeight(HEIGHT);
        getStyleClass().add("tg-state-bar");
        for (StateTime s : shares) {
            Region part = new Region();
            part.setStyle("-fx-background-color: " + Palette.css(palette.state(s.label())) + ";");
            Tooltip.install(part, Tooltips.tooltip(s.label() + "\n" + TimeText.duration(s.ns())));
            parts.add(part);
        }
        getChildren().addAll(parts);
        Rectangle clip = new Rectangle();
        clip.setArcWidth(8);
        clip.setArcHeight(8);
        clip.widthProperty().bind(widthProperty());
        clip.heightProperty().bind(heightProperty());
        setClip(clip);
    }

    @Override
    protected void layoutChildren() {
        double total = shares.stream().mapToDouble(StateTime::ns).sum();
        double space = getWidth() - GAP * Math.max(0, parts.size() - 1);
        double x = 0;
        for (int i = 0; i < parts.size(); i++) {
            double w = i == parts.size() - 1
                    ? Math.max(0, getWidth() - x)
                    : Math.max(1, Math.round(space * shares.get(i).ns() / total));
            parts.get(i).resizeRelocate(x, 0, w, HEIGHT);
            x += w + GAP;
        }
    }
}
