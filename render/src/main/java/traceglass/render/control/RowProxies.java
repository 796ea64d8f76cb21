package traceglass.render.control;

import javafx.scene.AccessibleRole;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Region;
import traceglass.analysis.track.TrackNode;
import traceglass.render.layout.Row;
import traceglass.render.scene.PlacedRow;
import traceglass.render.scene.Scene;
import traceglass.render.text.TimelineViewTexts;
import traceglass.store.text.SingleLineText;

/// Invisible nodes over the visible labels that give painted rows names for assistive technology. Reused from frame to
/// frame. While rows move, the nodes are updated only at intervals.
public final class RowProxies extends Pane {

    private static final long STEP_NS = 300_000_000;

    private long shownNs;
    private boolean behind;

    public RowProxies() {
        setMouseTransparent(true);
        setPickOnBounds(false);
    }

    /// Marks the nodes as outdated; updates them at most once per interval.
    public void follow(Scene scene, long nowNs) {
        behind = true;
        if (nowNs - shownNs >= STEP_NS) {
            settle(scene, nowNs);
        }
    }

    /// Updates the nodes when the rows have stopped moving.
    public void settle(Scene scene, long nowNs) {
        if (behind) {
            behind = false;
            shownNs = nowNs;
            show(scene);
        }
    }

    private void show(Scene scene) {
        int used = 0;
        for (PlacedRow placed : scene.rows()) {
            Row row = placed.row();
            Region region = used < getChildren().size() ? (Region) getChildren().get(used) : create();
            used++;
            region.setVisible(true);
            region.resizeRelocate(0, placed.top(), scene.geometry().labelWidth(), row.height());
            if (region.getUserData() != row) {
                region.setUserData(row);
                String text = SingleLineText.of(accessibleText(row));
                if (!text.equals(region.getAccessibleText())) {
                    region.setAccessibleText(text);
                }
            }
        }
        for (int i = used; i < getChildren().size(); i++) {
            getChildren().get(i).setVisible(false);
        }
    }

    private Region create() {
        Region region = new Region();
        region.getStyleClass().setAll("tg-track-name");
        region.setAccessibleRole(AccessibleRole.TREE_ITEM);
        region.setManaged(false);
        getChildren().add(region);
        return region;
    }

    private static String accessibleText(Row row) {
        TrackNode node = row.node();
        String name = node.idText().isEmpty() ? node.name() : node.name() + " " + node.idText();
        StringBuilder text = new StringBuilder(row.quiet() ? TimelineViewTexts.slicesOf(name) : name);
        node.chips().forEach(chip -> text.append(", ").append(chip));
        if (!node.isGroup()) {
            return text.toString();
        }
        return row.open()
                ? TimelineViewTexts.expandedGroup(text.toString())
                : TimelineViewTexts.collapsedGroup(text.toString());
    }
}
