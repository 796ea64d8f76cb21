package traceglass.app.window.timeline;

import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import javafx.geometry.Point2D;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuItem;
import traceglass.analysis.track.TrackNode;
import traceglass.render.TimelineView;
import traceglass.render.action.TrackControls;
import traceglass.store.text.DisplayText;

/// Menu below the filter field with processes, threads and categories to filter tracks by. A choice is written into
/// the field, where it can be edited.
public final class FilterMenu {

    /// Maximum number of listed names; if there are more, the user types a name.
    private static final int MAX_LISTED = 60;

    private final TimelineView view;
    private final TrackControls tracks;
    private ContextMenu shown;

    public FilterMenu(TimelineView view) {
        this.view = view;
        this.tracks = view.tracks();
        view.handlers().setOnFilterMenu(this::show);
    }

    private void show(Point2D at) {
        if (shown != null) {
            shown.hide();
        }
        shown = menu();
        shown.show(view, at.getX(), at.getY());
    }

    public ContextMenu menu() {
        ContextMenu menu = new ContextMenu();
        menu.getItems().add(choices(TimelineTexts.PROCESS, "process:", names(tracks.nodes(TrackNode::isProcess))));
        menu.getItems().add(choices(TimelineTexts.THREAD, "thread:", names(tracks.nodes(TrackNode::showsOneThread))));
        menu.getItems().add(choices(TimelineTexts.CATEGORY, "category:", new TreeSet<>(tracks.categories())));
        MenuItem none = new MenuItem(TimelineTexts.SHOW_ALL_TRACKS);
        none.setDisable(tracks.filter().isEmpty());
        none.setOnAction(e -> tracks.setFilter(""));
        menu.getItems().add(none);
        return menu;
    }

    private static Collection<String> names(List<TrackNode> nodes) {
        TreeSet<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        nodes.forEach(n -> names.add(n.name()));
        return names;
    }

    private Menu choices(String title, String prefix, Collection<String> names) {
        Menu menu = new Menu(title);
        menu.setDisable(names.isEmpty());
        for (String name : names.stream().limit(MAX_LISTED).toList()) {
            MenuItem item = new MenuItem(DisplayText.oneLine(name));
            item.setMnemonicParsing(false);
            item.setOnAction(e -> add(prefix + name));
            menu.getItems().add(item);
        }
        if (names.size() > MAX_LISTED) {
            MenuItem more = new MenuItem(TimelineTexts.moreChoices(names.size() - MAX_LISTED, prefix));
            more.setDisable(true);
            menu.getItems().add(more);
        }
        return menu;
    }

    private void add(String term) {
        tracks.setFilter(tracks.filter().isBlank() ? term : tracks.filter() + ", " + term);
    }
}
