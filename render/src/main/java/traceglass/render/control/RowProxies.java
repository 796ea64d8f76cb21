package traceglass.render.control;

import javafx.scene.AccessibleRole;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Region;
import traceglass.analysis.track.TrackNode;
import traceglass.render.box.AccessibleName;
import traceglass.render.box.Box;
import traceglass.render.box.Layer;
import traceglass.render.layout.Row;
import traceglass.render.scene.PlacedRow;
import traceglass.render.scene.Scene;
import traceglass.render.text.TimelineViewTexts;
import traceglass.store.text.SingleLineText;

/// Invisible nodes over the visible labels and boxes that give painted rows and boxes names for assistive technology.
/// Reused from frame to frame. While rows move, the nodes are updated only at intervals.
public final class RowProxies extends Pane {

    private static final long STEP_NS = 300_000_000;

    private long shownNs;
    private boolean isOutdated;
    /// Number of nodes that show a row.
    private int used;

    public RowProxies() {
        setMouseTransparent(true);
        setPickOnBounds(false);
    }

    /// Marks the nodes as outdated; updates them at most once per interval.
    public void follow(Scene scene, long nowNs) {
        isOutdated = true;
        if (nowNs - shownNs >= STEP_NS) {
            settle(scene, nowNs);
        }
    }

    /// Updates the nodes when the rows have stopped moving.
    public void settle(Scene scene, long nowNs) {
        if (isOutdated) {
            isOutdated = false;
            shownNs = nowNs;
            show(scene);
        }
    }

    private void show(Scene scene) {
        used = 0;
        double labels = scene.geometry().labelWidth();
        for (PlacedRow placed : scene.pinned()) {
            // Rows that are scrolled away at the top are in the scene, too.
            if (placed.bottom() > scene.geometry().headerHeight()) {
                show(placed, labels);
            }
        }
        for (PlacedRow placed : scene.rows()) {
            show(placed, labels);
        }
        for (Layer layer : Layer.values()) {
            for (Box box : scene.boxes(layer)) {
                AccessibleName name = box.accessibleName();
                if (name != null) {
                    show(name);
                }
            }
        }
        for (int i = used; i < getChildren().size(); i++) {
            getChildren().get(i).setVisible(false);
        }
    }

    private void show(AccessibleName name) {
        Region region = next(AccessibleRole.TEXT);
        region.resizeRelocate(name.left(), name.top(), name.width(), name.height());
        setText(region, name, name.text());
    }

    private void show(PlacedRow placed, double width) {
        Row row = placed.row();
        Region region = next(AccessibleRole.TREE_ITEM);
        region.resizeRelocate(0, placed.top(), width, row.height());
        if (region.getUserData() != row) {
            setText(region, row, accessibleText(row, placed.isPinned()));
        }
    }

    private static void setText(Region region, Object shown, String fullText) {
        region.setUserData(shown);
        String text = SingleLineText.of(fullText);
        if (!text.equals(region.getAccessibleText())) {
            region.setAccessibleText(text);
        }
    }

    /// Next node, made visible.
    private Region next(AccessibleRole role) {
        Region region = used < getChildren().size() ? (Region) getChildren().get(used) : create();
        used++;
        region.setVisible(true);
        region.setAccessibleRole(role);
        return region;
    }

    private Region create() {
        Region region = new Region();
        region.getStyleClass().setAll("tg-track-name");
        region.setManaged(false);
        getChildren().add(region);
        return region;
    }

    private static String accessibleText(Row row, boolean isPinned) {
        TrackNode node = row.node();
        String name = node.idText().isEmpty() ? node.name() : node.name() + " " + node.idText();
        StringBuilder text = new StringBuilder(row.hasShortLabel() ? TimelineViewTexts.slicesOf(name) : name);
        node.chips().forEach(chip -> text.append(", ").append(chip));
        if (isPinned) {
            return TimelineViewTexts.pinned(text.toString(), row.path());
        }
        if (!node.isGroup()) {
            return text.toString();
        }
        return row.isOpen()
                ? TimelineViewTexts.expandedGroup(text.toString())
                : TimelineViewTexts.collapsedGroup(text.toString());
    }
}
