package traceglass.app.panel.area;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.layout.FlowPane;
import traceglass.app.AppContext;
import traceglass.app.command.Command;
import traceglass.app.session.TraceSession;
import traceglass.app.session.TrackIndex;
import traceglass.app.ui.Styles;
import traceglass.app.ui.Texts;
import traceglass.app.ui.TimelineLink;

/// A check box for each category of the flows in a range: those of checked ones are arrows on the timeline. What is checked stays so for
/// other ranges of the trace; at first nothing is, since a range may have thousands.
final class FlowsStrip implements AreaStrip {

    /// Categories that have a check box; the others go with “All”.
    private static final int MOST_BOXES = 24;

    private final AppContext context;
    private final FlowPane box = new FlowPane(14, 5);
    private final CheckBox all = new CheckBox("All flows");
    private final Label words = new Label();
    private final Set<String> checked = new HashSet<>();
    private List<AreaFlows.Category> categories = List.of();
    private AreaScope scope;

    FlowsStrip(AppContext context) {
        this.context = context;
        box.setAlignment(Pos.CENTER_LEFT);
        box.getStyleClass().addAll("tg-area-strip", Styles.SMALL);
        box.setId("area-flow-categories");
        box.setVisible(false);
        box.setManaged(false);
        all.setId("area-flows-all");
        all.setOnAction(e -> checkAll(all.isSelected()));
        words.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
        words.setId("area-flows-drawn");
        context.commands().register(Command.of("area.flows", "Selection", "Draw the flows of the range as arrows, or not", "flow", "", () -> scope != null && !categories.isEmpty(),
                () -> checkAll(!allChecked())));
        context.sessionProperty().addListener(o -> {
            checked.clear();
            categories = List.of();
        });
    }

    @Override
    public Node node() {
        return box;
    }

    private boolean allChecked() {
        return categories.stream().allMatch(c -> checked.contains(c.name()));
    }

    private void checkAll(boolean on) {
        categories.forEach(c -> {
            if (on) {
                checked.add(c.name());
            } else {
                checked.remove(c.name());
            }
        });
        fill();
        draw();
    }

    @Override
    public void show(AreaScope newScope) {
        scope = newScope;
        TraceSession trace = context.session();
        if (trace == null || !trace.isReady()) {
            return;
        }
        if (scope == null) {
            trace.queries().cancel("area-flow-categories");
            trace.queries().cancel("area-flow-arrows");
            context.timelineLink().areaFlowsProperty().set(TimelineLink.Arrows.NONE);
            return;
        }
        AreaScope asked = scope;
        trace.queries().submit("area-flow-categories", (c, cancel) -> AreaFlows.categories(c, asked), (List<AreaFlows.Category> found) -> {
            categories = found;
            fill();
            draw();
        }, e -> {
            categories = List.of();
            box.getChildren().setAll(words);
            box.setVisible(true);
            box.setManaged(true);
            words.setText("Categories could not be read: " + e.getMessage());
        });
    }

    private void fill() {
        box.setVisible(!categories.isEmpty());
        box.setManaged(!categories.isEmpty());
        box.getChildren().clear();
        Label arrows = new Label("Arrows on the timeline");
        arrows.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
        box.getChildren().addAll(arrows, all);
        boolean any = categories.stream().anyMatch(c -> checked.contains(c.name()));
        all.setIndeterminate(any && !allChecked());
        all.setSelected(allChecked());
        for (AreaFlows.Category c : categories.subList(0, Math.min(MOST_BOXES, categories.size()))) {
            CheckBox one = new CheckBox(Texts.oneLine(c.name()) + "  " + Texts.grouped(c.count()));
            one.setMnemonicParsing(false);
            one.setMaxWidth(280);
            one.setAccessibleText(c.name() + ", " + Texts.count(c.count(), "flow", "flows"));
            one.setSelected(checked.contains(c.name()));
            one.setOnAction(e -> {
                if (one.isSelected()) {
                    checked.add(c.name());
                } else {
                    checked.remove(c.name());
                }
                boolean some = categories.stream().anyMatch(k -> checked.contains(k.name()));
                all.setIndeterminate(some && !allChecked());
                all.setSelected(allChecked());
                draw();
            });
            box.getChildren().add(one);
        }
        if (categories.size() > MOST_BOXES) {
            Label more = new Label("and " + (categories.size() - MOST_BOXES) + " more");
            more.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
            box.getChildren().add(more);
        }
        box.getChildren().add(words);
    }

    private void draw() {
        TraceSession trace = context.session();
        if (trace == null || !trace.isReady() || scope == null) {
            return;
        }
        AreaScope asked = scope;
        Set<String> wanted = Set.copyOf(categories.stream().map(AreaFlows.Category::name).filter(checked::contains).toList());
        TrackIndex index = trace.index();
        trace.queries().submit("area-flow-arrows", (c, cancel) -> AreaFlows.read(c, index, asked, wanted, AreaFlows.MOST), (TimelineLink.Arrows found) -> {
            context.timelineLink().areaFlowsProperty().set(found);
            words.setText(found.flows().isEmpty() && found.hidden() == 0 ? "" : Texts.count(found.flows().size(), "arrow is", "arrows are") + " drawn"
                    + (found.hidden() > 0 ? ", " + Texts.grouped(found.hidden()) + " more are not" : ""));
        }, e -> words.setText("Flows could not be read: " + e.getMessage()));
    }
}
