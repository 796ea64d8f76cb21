package traceglass.app.panel.area;

import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.Region;
import traceglass.analysis.area.AreaScope;
import traceglass.analysis.marks.AreaFlows;
import traceglass.app.ui.Styles;
import traceglass.render.control.Tooltips;
import traceglass.store.text.DisplayText;

/// Check boxes for the categories of flows in a range. Flows of checked categories are drawn as arrows on the timeline.
public final class FlowsStrip implements AreaStrip {

    /// Maximum length of the name of a category, in characters; longer names are truncated.
    private static final int NAME_LENGTH = 32;
    /// Maximum number of categories with a check box; the others are only shown or hidden with “All”.
    private static final int MAX_BOXES = 24;

    private final RangeFlows flows;
    private final FlowPane box = new FlowPane(14, 5);
    private final CheckBox all = new CheckBox(AreaTexts.ALL_FLOWS);
    private final Label status = new Label();
    private List<AreaFlows.Category> shown = List.of();

    public FlowsStrip(RangeFlows flows) {
        this.flows = flows;
        box.setAlignment(Pos.CENTER_LEFT);
        box.getStyleClass().addAll("tg-area-strip", Styles.SMALL);
        box.setId("area-flow-categories");
        box.setVisible(false);
        box.setManaged(false);
        all.setId("area-flows-all");
        all.setOnAction(e -> flows.setChecked(flows.categories(), all.isSelected()));
        status.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
        status.setId("area-flows-drawn");
        flows.whenChanged(this::update);
        update();
    }

    @Override
    public Node node() {
        return box;
    }

    @Override
    public void show(AreaScope scope) {
        flows.read();
    }

    private void update() {
        status.setText(flows.status());
        if (!shown.equals(flows.categories()) || box.getChildren().isEmpty()) {
            shown = flows.categories();
            fill();
        }
        box.setVisible(!shown.isEmpty() || !flows.status().isEmpty());
        box.setManaged(box.isVisible());
        all.setVisible(!shown.isEmpty());
        all.setManaged(!shown.isEmpty());
        all.setIndeterminate(flows.isAnyChecked() && !flows.areAllChecked());
        all.setSelected(flows.areAllChecked());
        for (Node n : box.getChildren()) {
            if (n instanceof CheckBox one && one.getUserData() instanceof AreaFlows.Category c) {
                one.setSelected(flows.isChecked(c));
            }
        }
    }

    private void fill() {
        box.getChildren().clear();
        Label arrows = new Label(AreaTexts.SHOW_ARROWS_FOR);
        arrows.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
        box.getChildren().addAll(arrows, all);
        for (AreaFlows.Category c : shown.subList(0, Math.min(MAX_BOXES, shown.size()))) {
            // Shorten only the name, not the count.
            String name = DisplayText.oneLine(c.name());
            String title = name.length() > NAME_LENGTH ? name.substring(0, NAME_LENGTH - 1) + "…" : name;
            CheckBox one = new CheckBox(title + "  " + DisplayText.grouped(c.count()));
            one.setMnemonicParsing(false);
            one.setMinWidth(Region.USE_PREF_SIZE);
            if (name.length() > NAME_LENGTH) {
                Tooltips.set(one, name);
            }
            one.setAccessibleText(AreaTexts.category(c.name(), c.count()));
            one.setUserData(c);
            one.setOnAction(e -> flows.setChecked(List.of(c), one.isSelected()));
            box.getChildren().add(one);
        }
        if (shown.size() > MAX_BOXES) {
            Label more = new Label(AreaTexts.andMore(shown.size() - MAX_BOXES));
            more.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
            box.getChildren().add(more);
        }
        box.getChildren().add(status);
    }
}
