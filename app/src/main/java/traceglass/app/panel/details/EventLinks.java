package traceglass.app.panel.details;

import java.util.List;
import javafx.geometry.HPos;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import traceglass.analysis.events.EventDetails;
import traceglass.analysis.events.EventLink;
import traceglass.app.context.Navigator;
import traceglass.app.ui.Icon;
import traceglass.app.ui.Links;
import traceglass.app.ui.Styles;
import traceglass.render.control.Tooltips;
import traceglass.store.text.DisplayText;

/// Lists of events related to the selected one, as links with durations.
final class EventLinks {

    private static final int MAX_LINKS = 12;

    private final Navigator navigator;

    EventLinks(Navigator go) {
        this.navigator = go;
    }

    private Node[] line(EventDetails.Line line) {
        EventLink l = line.link();
        String direction = line.direction();
        Hyperlink link = Links.of(l.text(), () -> navigator.goTo(l.table(), l.id()));
        link.setMinWidth(0);
        link.setMaxWidth(Double.MAX_VALUE);
        Label icon = new Label(null, direction.isEmpty() ? null : new Icon("flow", 13).styled("tg-accent"));
        Tooltips.set(
                icon,
                direction.isEmpty()
                        ? null
                        : direction.equals("from") ? DetailsTexts.INCOMING_FLOW : DetailsTexts.OUTGOING_FLOW);
        Label where = new Label(
                (direction.isEmpty() || l.where().isEmpty() ? "" : direction + " ") + DisplayText.oneLine(l.where()));
        where.getStyleClass().add(Styles.TEXT_2);
        where.setMinWidth(0);
        Label ns = new Label(line.time());
        ns.getStyleClass().addAll(Styles.MONO, "tg-state-ns");
        ns.setMinWidth(Region.USE_PREF_SIZE);
        return direction.isEmpty() && l.where().isEmpty() ? new Node[] {link, ns} : new Node[] {icon, link, where, ns};
    }

    /// Grid of links; initially only the first lines are shown.
    Node links(List<EventDetails.Line> events) {
        List<Node[]> lines = events.stream().map(this::line).toList();
        GridPane grid = new GridPane();
        grid.getStyleClass().add("tg-link-list");
        ColumnConstraints icon = new ColumnConstraints();
        ColumnConstraints name = new ColumnConstraints(0, 260, Double.MAX_VALUE, Priority.ALWAYS, null, true);
        ColumnConstraints where = new ColumnConstraints(0, 200, Double.MAX_VALUE, Priority.ALWAYS, null, true);
        ColumnConstraints time = new ColumnConstraints();
        time.setHalignment(HPos.RIGHT);
        if (lines.getFirst().length == 2) {
            grid.getColumnConstraints().addAll(name, time);
        } else {
            grid.getColumnConstraints().addAll(icon, name, where, time);
        }
        for (int i = 0; i < Math.min(lines.size(), MAX_LINKS); i++) {
            grid.addRow(i, lines.get(i));
        }
        if (lines.size() > MAX_LINKS) {
            Hyperlink more = Links.of(DetailsTexts.more(lines.size() - MAX_LINKS), () -> {});
            more.setOnAction(e -> {
                grid.getChildren().remove(more);
                for (int i = MAX_LINKS; i < lines.size(); i++) {
                    grid.addRow(i, lines.get(i));
                }
            });
            grid.add(more, lines.getFirst().length == 2 ? 0 : 1, MAX_LINKS);
        }
        return grid;
    }
}
