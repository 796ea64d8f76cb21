package traceglass.app.window.timeline;

import java.util.ArrayList;
import java.util.List;
import javafx.geometry.Point2D;
import javafx.scene.control.CheckMenuItem;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.RadioMenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.control.ToggleGroup;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import traceglass.analysis.track.CounterMode;
import traceglass.analysis.track.TrackNode;
import traceglass.app.context.Messages;
import traceglass.app.context.TraceSlot;
import traceglass.app.panel.formula.FormulaCommands;
import traceglass.app.session.DebugTrackList;
import traceglass.app.tracks.WorkspaceItems;
import traceglass.app.tracks.Workspaces;
import traceglass.render.TimelineView;
import traceglass.render.TrackControls;
import traceglass.render.item.Branch;
import traceglass.render.item.CounterLook;

/// What can be done with one track, as a menu. Where several tracks of one kind are selected, what is chosen for one of
/// them is done to all.
public final class TrackMenu {

    private static final List<Integer> HEIGHTS = List.of(1, 2, 4, 8, 16, 32);
    /// More counters than this are too many for a menu.
    private static final int MOST_OVERLAYS = 30;

    private final TraceSlot slot;
    private final Messages messages;
    private final TracePane pane;
    private final TimelineView view;
    private final TrackControls tracks;
    private final Workspaces workspaces;
    private ContextMenu shown;

    public TrackMenu(TraceSlot slot, Messages messages, TracePane pane) {
        this.slot = slot;
        this.messages = messages;
        this.pane = pane;
        this.view = pane.view();
        this.workspaces = pane.workspaces();
        this.tracks = view.tracks();
        view.handlers().setOnTrackMenu(this::show);
    }

    private void show(TrackNode node, Point2D at) {
        if (shown != null) {
            shown.hide();
        }
        shown = menu(node);
        shown.show(view, at.getX(), at.getY());
    }

    public ContextMenu menu(TrackNode node) {
        ContextMenu menu = new ContextMenu();
        List<MenuItem> items = menu.getItems();
        String key = node.key();
        List<TrackNode> meant = meant(node);
        String several = meant.size() > 1 ? " (" + meant.size() + " tracks)" : "";
        boolean pinned = tracks.isPinned(key);
        items.add(item(
                (pinned ? "Unpin" : "Pin to the top") + several,
                () -> meant.forEach(n -> tracks.setPinned(n.key(), !pinned))));
        if (node.isGroup()) {
            items.add(item(tracks.isExpanded(key) ? "Close the group" : "Open the group", () -> tracks.toggle(key)));
            items.add(item("Open it and all in it", () -> tracks.setExpanded(n -> isIn(node, n), true)));
            items.add(item("Close it and all in it", () -> tracks.setExpanded(n -> isIn(node, n), false)));
        }
        items.add(item(
                "Select it over the whole trace",
                () -> view.selectArea(
                        view.bounds(), meant.stream().map(TrackNode::key).toList())));
        if (slot.isFirst()) {
            items.add(item(node.isGroup() ? "Search in it…" : "Search on it…", () -> {
                slot.search().searchOn(node);
                slot.host().commands().run("search.focus");
            }));
        }
        items.add(new SeparatorMenuItem());
        addNaming(items, node);
        WorkspaceItems.add(items, messages, tracks, workspaces, node, meant);
        addHiding(items, node, meant, several);
        if (node.kind().style().heights().mayBeFlat()) {
            items.add(new SeparatorMenuItem());
            CheckMenuItem flat = new CheckMenuItem("Low rows without labels" + several);
            flat.setSelected(tracks.isFlat(key));
            flat.setOnAction(e -> meant.forEach(n -> tracks.setFlat(n.key(), flat.isSelected())));
            items.add(flat);
        }
        if (node.isCounter()) {
            items.add(new SeparatorMenuItem());
            counter(items, node, meant);
        }
        items.addAll(new FormulaCommands(slot, messages, view).items(node, meant));
        if (slot.trace().session() != null
                && slot.trace().session().debugTracks().has(key)) {
            items.add(new SeparatorMenuItem());
            debug(items, node);
        }
        items.add(new SeparatorMenuItem());
        items.add(item("What it is: all details", () -> pane.trackPanel().showDetails(node)));
        items.add(item("Copy the name", () -> copy(node.name())));
        return menu;
    }

    private void addNaming(List<MenuItem> items, TrackNode node) {
        String key = node.key();
        items.add(item(
                "Rename…",
                () -> messages.prompt()
                        .ask(
                                "Name of the track; nothing gives it its own again",
                                node.name(),
                                name -> rename(key, name))));
        if (tracks.isRenamed(key)) {
            items.add(item("Give it its own name again", () -> tracks.rename(key, null)));
        }
    }

    private void addHiding(List<MenuItem> items, TrackNode node, List<TrackNode> meant, String several) {
        items.add(item("Hide" + several, () -> meant.forEach(n -> tracks.setHidden(n.key(), true))));
        if (tracks.hiddenCount() > 0) {
            items.add(item("Show what is hidden (" + tracks.hiddenCount() + ")", tracks::showHidden));
        }
        items.add(item("Show only tracks like this", () -> tracks.setFilter(node.name())));
    }

    private static void copy(String text) {
        ClipboardContent content = new ClipboardContent();
        content.putString(text);
        Clipboard.getSystemClipboard().setContent(content);
    }

    private void rename(String key, String name) {
        if (key.startsWith(Branch.OWN)) {
            workspaces.renameGroup(key, name);
        } else {
            tracks.rename(key, name);
        }
    }

    private void debug(List<MenuItem> items, TrackNode node) {
        DebugTrackList made = slot.trace().session().debugTracks();
        made.of(node.key())
                .ifPresent(of -> items.add(item(
                        "Open its query",
                        () -> slot.navigation().navigator().openSql(of.spec().sql(), false))));
        items.add(item(node.isGroup() ? "Remove these tracks" : "Remove this track", () -> made.remove(node.key())));
    }

    /// The tracks of the same kind that are selected with this one, or it alone.
    private List<TrackNode> meant(TrackNode node) {
        List<TrackNode> found = new ArrayList<>();
        if (view.selection() instanceof traceglass.render.item.TimelineSelection.Area area
                && area.trackKeys().contains(node.key())) {
            for (String key : area.trackKeys()) {
                TrackNode other = tracks.node(key);
                if (other != null && other.isLike(node)) {
                    found.add(other);
                }
            }
        }
        return found.isEmpty() ? List.of(node) : found;
    }

    private void counter(List<MenuItem> items, TrackNode node, List<TrackNode> meant) {
        String key = node.key();
        CounterLook look = tracks.counterLook(key);
        CounterMode mode = tracks.counterMode(key);
        items.add(choices(
                "Show",
                List.of(CounterMode.values()),
                CounterMode::title,
                mode,
                value -> change(meant, l -> l.withMode(value))));
        items.add(choices(
                "Scale",
                List.of(CounterLook.Scale.values()),
                CounterLook.Scale::title,
                look.scale(),
                value -> change(meant, l -> l.withScale(value))));
        items.add(check("Scale to what is visible", look.visible(), on -> change(meant, l -> l.withVisible(on))));
        items.add(check("Same scale for all of this name", look.shared(), on -> change(meant, l -> l.withShared(on))));
        items.add(choices(
                "Height",
                HEIGHTS,
                h -> "× " + h,
                tracks.counterFactor(key),
                value -> meant.forEach(n -> tracks.setCounterFactor(n.key(), value))));
        List<TrackNode> others = tracks.overlayCandidates(key);
        if (!others.isEmpty() && others.size() <= MOST_OVERLAYS) {
            Menu overlay = new Menu("Lay over it");
            for (TrackNode other : others) {
                overlay.getItems().add(check(other.name(), look.overlays().contains(other.key()), on -> {
                    List<String> keys = new ArrayList<>(tracks.counterLook(key).overlays());
                    keys.remove(other.key());
                    if (on) {
                        keys.add(other.key());
                    }
                    tracks.setCounterLook(key, tracks.counterLook(key).withOverlays(keys));
                }));
            }
            items.add(overlay);
        }
    }

    private void change(List<TrackNode> nodes, java.util.function.UnaryOperator<CounterLook> change) {
        nodes.forEach(n -> tracks.setCounterLook(n.key(), change.apply(tracks.counterLook(n.key()))));
    }

    private static <T> Menu choices(
            String title,
            List<T> values,
            java.util.function.Function<T, String> words,
            T chosen,
            java.util.function.Consumer<T> choose) {
        Menu menu = new Menu(title);
        ToggleGroup group = new ToggleGroup();
        for (T value : values) {
            RadioMenuItem item = new RadioMenuItem(words.apply(value));
            item.setToggleGroup(group);
            item.setSelected(value.equals(chosen));
            item.setOnAction(e -> choose.accept(value));
            menu.getItems().add(item);
        }
        return menu;
    }

    private static CheckMenuItem check(String title, boolean on, java.util.function.Consumer<Boolean> choose) {
        CheckMenuItem item = new CheckMenuItem(title);
        item.setSelected(on);
        item.setOnAction(e -> choose.accept(item.isSelected()));
        return item;
    }

    private static boolean isIn(TrackNode group, TrackNode node) {
        return group.key().equals(node.key()) || group.children().stream().anyMatch(c -> isIn(c, node));
    }

    private static MenuItem item(String title, Runnable action) {
        MenuItem item = new MenuItem(title);
        item.setOnAction(e -> action.run());
        return item;
    }
}
