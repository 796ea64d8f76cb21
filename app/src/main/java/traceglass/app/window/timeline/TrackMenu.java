package traceglass.app.window.timeline;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
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
import traceglass.app.panel.menu.EventMenuItems;
import traceglass.app.panel.menu.MenuEvent;
import traceglass.app.session.DebugTrackList;
import traceglass.app.tracks.WorkspaceItems;
import traceglass.app.tracks.Workspaces;
import traceglass.app.ui.CommonTexts;
import traceglass.render.TimelineView;
import traceglass.render.action.TrackControls;
import traceglass.render.item.Branch;
import traceglass.render.item.CounterStyle;
import traceglass.render.item.TimelineSelection;
import traceglass.render.item.TrackItem;

/// Context menus of a track and of an event on it. If several tracks of the same kind are selected, its actions apply
/// to all of them.
public final class TrackMenu {

    private static final List<Integer> HEIGHTS = List.of(1, 2, 4, 8, 16, 32);
    /// With more counters than this the overlay menu is omitted.
    private static final int MAX_OVERLAYS = 30;

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
        view.handlers().setOnTrackMenu((node, at) -> show(menu(node), at));
        view.handlers().setOnItemMenu((item, node, at) -> show(menu(item, node), at));
    }

    private void show(ContextMenu menu, Point2D at) {
        if (shown != null) {
            shown.hide();
        }
        shown = menu;
        shown.show(view, at.getX(), at.getY());
    }

    /// Creates the menu of an event, with the menu of its track below.
    public ContextMenu menu(TrackItem item, TrackNode node) {
        MenuEvent event = new MenuEvent(TracePane.event(item), item.name(), item.end(), node);
        ContextMenu menu = new ContextMenu();
        menu.setId("event-menu");
        menu.getItems().addAll(new EventMenuItems(slot, messages).items(event));
        menu.getItems().add(new SeparatorMenuItem());
        ContextMenu below = menu(node);
        List<MenuItem> items = List.copyOf(below.getItems());
        below.getItems().clear();
        menu.getItems().add(EventMenuItems.trackMenu(event, items));
        return menu;
    }

    public ContextMenu menu(TrackNode node) {
        ContextMenu menu = new ContextMenu();
        List<MenuItem> items = menu.getItems();
        String key = node.key();
        List<TrackNode> affected = affectedTracks(node);
        int count = affected.size();
        boolean isPinned = tracks.isPinned(key);
        items.add(item(
                isPinned ? TimelineTexts.unpin(count) : TimelineTexts.pin(count),
                () -> affected.forEach(n -> tracks.setPinned(n.key(), !isPinned))));
        if (node.isGroup()) {
            items.add(item(
                    tracks.isExpanded(key) ? TimelineTexts.COLLAPSE_GROUP : TimelineTexts.EXPAND_GROUP,
                    () -> tracks.toggle(key)));
            items.add(item(TimelineTexts.EXPAND_ALL, () -> tracks.setExpanded(n -> isIn(node, n), true)));
            items.add(item(TimelineTexts.COLLAPSE_ALL, () -> tracks.setExpanded(n -> isIn(node, n), false)));
        }
        items.add(item(
                TimelineTexts.SELECT_WHOLE_TRACE,
                () -> view.selectionControls()
                        .selectArea(
                                view.bounds(),
                                affected.stream().map(TrackNode::key).toList())));
        if (slot.isFirst()) {
            items.add(item(node.isGroup() ? TimelineTexts.SEARCH_GROUP : TimelineTexts.SEARCH_TRACK, () -> {
                slot.search().searchOn(node);
                slot.host().commands().run("search.focus");
            }));
        }
        items.add(new SeparatorMenuItem());
        addNaming(items, node);
        WorkspaceItems.add(items, messages, tracks, workspaces, node, affected);
        addHiding(items, node, affected);
        if (node.kind().style().heights().canCollapse()) {
            items.add(new SeparatorMenuItem());
            CheckMenuItem flat = new CheckMenuItem(TimelineTexts.collapseRows(count));
            flat.setSelected(tracks.isFlat(key));
            flat.setOnAction(e -> affected.forEach(n -> tracks.setFlat(n.key(), flat.isSelected())));
            items.add(flat);
        }
        if (node.isCounter()) {
            items.add(new SeparatorMenuItem());
            addCounterItems(items, node, affected);
        }
        items.addAll(new FormulaCommands(slot, messages, view).items(node, affected));
        if (slot.trace().session() != null
                && slot.trace().session().debugTracks().contains(key)) {
            items.add(new SeparatorMenuItem());
            addDebugTrackItems(items, node);
        }
        addTrackItems(items, node);
        items.add(new SeparatorMenuItem());
        items.add(item(TimelineTexts.TRACK_INFO, () -> pane.trackPanel().showDetails(node)));
        items.add(item(CommonTexts.COPY_NAME, () -> copy(node.name())));
        if (slot.isFirst()) {
            items.add(item(TimelineTexts.COPY_LINK, () -> slot.host().commands().run("trace.copylink")));
        }
        return menu;
    }

    private void addTrackItems(List<MenuItem> items, TrackNode node) {
        List<MenuItem> questions = new ArrayList<>();
        new TrackMenuItems(slot, messages.notices(), pane).addTo(questions, node);
        if (!questions.isEmpty()) {
            items.add(new SeparatorMenuItem());
            items.addAll(questions);
        }
    }

    private void addNaming(List<MenuItem> items, TrackNode node) {
        String key = node.key();
        items.add(item(
                TimelineTexts.RENAME,
                () -> messages.prompt().ask(TimelineTexts.RENAME_PROMPT, node.name(), name -> rename(key, name))));
        if (tracks.isRenamed(key)) {
            items.add(item(TimelineTexts.RESTORE_NAME, () -> tracks.rename(key, null)));
        }
    }

    private void addHiding(List<MenuItem> items, TrackNode node, List<TrackNode> affected) {
        items.add(item(
                TimelineTexts.hide(affected.size()), () -> affected.forEach(n -> tracks.setHidden(n.key(), true))));
        if (tracks.hiddenCount() > 0) {
            items.add(item(TimelineTexts.showHidden(tracks.hiddenCount()), tracks::showHidden));
        }
        items.add(item(TimelineTexts.SHOW_SAME_NAME, () -> tracks.setFilter(node.name())));
    }

    private static void copy(String text) {
        ClipboardContent content = new ClipboardContent();
        content.putString(text);
        Clipboard.getSystemClipboard().setContent(content);
    }

    private void rename(String key, String name) {
        if (key.startsWith(Branch.USER_GROUP)) {
            workspaces.renameGroup(key, name);
        } else {
            tracks.rename(key, name);
        }
    }

    private void addDebugTrackItems(List<MenuItem> items, TrackNode node) {
        DebugTrackList debugTracks = slot.trace().session().debugTracks();
        debugTracks
                .of(node.key())
                .ifPresent(of -> items.add(item(
                        TimelineTexts.OPEN_QUERY,
                        () -> slot.navigation().navigator().openSql(of.spec().sql(), false))));
        items.add(item(
                node.isGroup() ? TimelineTexts.REMOVE_TRACKS : TimelineTexts.REMOVE_TRACK,
                () -> debugTracks.remove(node.key())));
    }

    /// Returns the selected tracks of the same kind as this one, or only this one.
    private List<TrackNode> affectedTracks(TrackNode node) {
        List<TrackNode> found = new ArrayList<>();
        if (view.selection() instanceof TimelineSelection.Area area
                && area.trackKeys().contains(node.key())) {
            for (String key : area.trackKeys()) {
                TrackNode other = tracks.node(key);
                if (other != null && other.isSameKindAs(node)) {
                    found.add(other);
                }
            }
        }
        return found.isEmpty() ? List.of(node) : found;
    }

    private void addCounterItems(List<MenuItem> items, TrackNode node, List<TrackNode> affected) {
        String key = node.key();
        CounterStyle style = tracks.counterStyle(key);
        CounterMode mode = tracks.counterMode(key);
        items.add(choices(
                TimelineTexts.COUNTER_MODE,
                List.of(CounterMode.values()),
                CounterMode::title,
                mode,
                value -> changeStyle(affected, l -> l.withMode(value))));
        items.add(choices(
                TimelineTexts.SCALE,
                List.of(CounterStyle.Scale.values()),
                CounterStyle.Scale::title,
                style.scale(),
                value -> changeStyle(affected, l -> l.withScale(value))));
        items.add(checkItem(
                TimelineTexts.SCALE_TO_VISIBLE,
                style.scalesToVisible(),
                on -> changeStyle(affected, l -> l.withScaleToVisible(on))));
        items.add(checkItem(
                TimelineTexts.SAME_SCALE,
                style.sharesScale(),
                on -> changeStyle(affected, l -> l.withSharedScale(on))));
        items.add(choices(
                TimelineTexts.HEIGHT,
                HEIGHTS,
                TimelineTexts::times,
                tracks.counterFactor(key),
                value -> affected.forEach(n -> tracks.setCounterFactor(n.key(), value))));
        addChart(items, node, affected, style);
        List<TrackNode> others = tracks.overlayCandidates(key);
        if (!others.isEmpty() && others.size() <= MAX_OVERLAYS) {
            Menu overlay = new Menu(TimelineTexts.OVERLAY);
            for (TrackNode other : others) {
                overlay.getItems().add(checkItem(other.name(), style.overlays().contains(other.key()), on -> {
                    List<String> keys = new ArrayList<>(tracks.counterStyle(key).overlays());
                    keys.remove(other.key());
                    if (on) {
                        keys.add(other.key());
                    }
                    tracks.setCounterStyle(key, tracks.counterStyle(key).withOverlays(keys));
                }));
            }
            items.add(overlay);
        }
    }

    /// Adds the items for several counters in one chart.
    private void addChart(List<MenuItem> items, TrackNode node, List<TrackNode> affected, CounterStyle style) {
        CounterCommands charts = new CounterCommands(slot, view);
        if (CounterCommands.isChartable(affected)) {
            items.add(item(TimelineTexts.chartTogether(affected.size()), () -> charts.showChart(affected)));
        }
        if (!style.overlays().isEmpty()) {
            items.add(choices(
                    TimelineTexts.CHART,
                    List.of(CounterStyle.Chart.values()),
                    CounterStyle.Chart::title,
                    style.chart(),
                    value -> changeStyle(List.of(node), l -> l.withChart(value))));
            items.add(item(TimelineTexts.SPLIT_CHART, () -> charts.splitChart(node.key())));
        }
    }

    private void changeStyle(List<TrackNode> nodes, UnaryOperator<CounterStyle> change) {
        nodes.forEach(n -> tracks.setCounterStyle(n.key(), change.apply(tracks.counterStyle(n.key()))));
    }

    private static <T> Menu choices(
            String title, List<T> values, Function<T, String> name, T chosen, Consumer<T> choose) {
        Menu menu = new Menu(title);
        ToggleGroup group = new ToggleGroup();
        for (T value : values) {
            RadioMenuItem item = new RadioMenuItem(name.apply(value));
            item.setToggleGroup(group);
            item.setSelected(value.equals(chosen));
            item.setOnAction(e -> choose.accept(value));
            menu.getItems().add(item);
        }
        return menu;
    }

    private static CheckMenuItem checkItem(String title, boolean isSelected, Consumer<Boolean> choose) {
        CheckMenuItem item = new CheckMenuItem(title);
        item.setSelected(isSelected);
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
