package traceglass.app.tracks;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.info.TrackPath;
import traceglass.analysis.track.info.TrackPattern;
import traceglass.app.command.Command;
import traceglass.app.command.CommandGroups;
import traceglass.app.context.Messages;
import traceglass.app.context.TraceSlot;
import traceglass.app.task.FxThread;
import traceglass.render.TimelineView;
import traceglass.render.action.TrackControls;

/// Registers the commands that find tracks by name and that expand, collapse, pin and unpin tracks by pattern.
public final class TreeCommands {

    private final TraceSlot slot;
    private final Messages messages;
    private final TimelineView view;
    private final TrackControls tracks;

    public TreeCommands(TraceSlot slot, Messages messages, TimelineView view) {
        this.slot = slot;
        this.messages = messages;
        this.view = view;
        this.tracks = view.tracks();
    }

    /// Registers the commands.
    ///
    /// @param isTimelineVisible enables the commands
    public void register(BooleanSupplier isTimelineVisible) {
        registerSearch(isTimelineVisible);
        registerPinning(isTimelineVisible);
        registerExpanding(isTimelineVisible);
    }

    private void registerSearch(BooleanSupplier isTimelineVisible) {
        add(
                "track.find",
                TrackTreeTexts.FIND_TRACK,
                "search",
                "Ctrl+P",
                isTimelineVisible,
                () -> messages.prompt()
                        .choose(new TrackPicker(TrackTreeTexts.ASK_TRACK, tracks.roots(), this::show, this::pin)));
        if (slot.isFirst()) {
            add(
                    "search.track",
                    TrackTreeTexts.SEARCH_TRACK,
                    "search",
                    "",
                    isTimelineVisible,
                    () -> messages.prompt()
                            .choose(new TrackPicker(
                                    TrackTreeTexts.ASK_SEARCHED_TRACK, tracks.roots(), this::searchOn, null)));
        }
        add(
                "timeline.filter",
                TrackTreeTexts.FILTER_TRACKS,
                "filter",
                "Ctrl+Shift+F",
                isTimelineVisible,
                tracks::focusFilter);
    }

    private void registerPinning(BooleanSupplier isTimelineVisible) {
        add(
                "track.pinname",
                TrackTreeTexts.PIN_BY_NAME,
                "pin",
                "Shift+T",
                isTimelineVisible,
                () -> askPattern(TrackTreeTexts.ASK_PINNED_NAME, TrackPattern::text, pinning()));
        add(
                "track.pinregex",
                TrackTreeTexts.PIN_BY_REGEX,
                "pin",
                "",
                isTimelineVisible,
                () -> askPattern(TrackTreeTexts.ASK_PINNED_REGEX, TrackPattern::regex, pinning()));
        add(
                "track.unpinregex",
                TrackTreeTexts.UNPIN_BY_REGEX,
                "pin",
                "",
                () -> isTimelineVisible.getAsBoolean() && !tracks.pinned().isEmpty(),
                () -> {
                    Set<String> keys = Set.copyOf(tracks.pinned());
                    askPattern(
                            TrackTreeTexts.ASK_UNPINNED_REGEX,
                            TrackPattern::regex,
                            new PatternChoices.PatternAction(
                                    "pin",
                                    TrackTreeTexts::unpinAll,
                                    TrackTreeTexts::tracks,
                                    path -> keys.contains(path.node().key()),
                                    nodes -> nodes.forEach(n -> tracks.setPinned(n.key(), false))));
                });
    }

    /// Registers the commands that expand and collapse groups.
    private void registerExpanding(BooleanSupplier isTimelineVisible) {
        Predicate<TrackPath> group = path -> path.node().isGroup();
        PatternChoices.PatternAction expanding = new PatternChoices.PatternAction(
                "expand",
                TrackTreeTexts::expandAll,
                TrackTreeTexts::groups,
                group,
                nodes -> tracks.open(nodes.stream().map(TrackNode::key).toList()));
        add(
                "track.openmatching",
                TrackTreeTexts.EXPAND_BY_NAME,
                "expand",
                "",
                isTimelineVisible,
                () -> askPattern(TrackTreeTexts.ASK_EXPANDED_NAME, TrackPattern::text, expanding));
        add(
                "track.openregex",
                TrackTreeTexts.EXPAND_BY_REGEX,
                "expand",
                "",
                isTimelineVisible,
                () -> askPattern(TrackTreeTexts.ASK_EXPANDED_REGEX, TrackPattern::regex, expanding));
        add(
                "track.closeregex",
                TrackTreeTexts.COLLAPSE_BY_REGEX,
                "collapse",
                "",
                isTimelineVisible,
                () -> askPattern(
                        TrackTreeTexts.ASK_COLLAPSED_REGEX,
                        TrackPattern::regex,
                        new PatternChoices.PatternAction(
                                "collapse", TrackTreeTexts::collapseAll, TrackTreeTexts::groups, group, this::close)));
    }

    private void add(String id, String title, String icon, String keys, BooleanSupplier isEnabled, Runnable action) {
        slot.host().commands().register(Command.of(id, CommandGroups.TRACKS, title, icon, keys, isEnabled, action));
    }

    private void askPattern(
            String question, Function<String, TrackPattern> pattern, PatternChoices.PatternAction action) {
        messages.prompt().choose(new PatternChoices(question, tracks.roots(), pattern, action));
    }

    private PatternChoices.PatternAction pinning() {
        return new PatternChoices.PatternAction(
                "pin",
                TrackTreeTexts::pinAll,
                TrackTreeTexts::tracks,
                TrackPath::isTrack,
                nodes -> nodes.forEach(n -> tracks.setPinned(n.key(), true)));
    }

    private void close(List<TrackNode> groups) {
        Set<String> keys = new HashSet<>();
        groups.forEach(g -> keys.add(g.key()));
        tracks.setExpanded(n -> keys.contains(n.key()), false);
    }

    private void show(TrackNode node) {
        if (!tracks.show(node.key())) {
            messages.status().setState("filter", TrackTreeTexts.HIDDEN_BY_FILTER, TrackPath.nameOf(node));
        }
        view.requestFocus();
    }

    private void searchOn(TrackNode node) {
        slot.search().searchOn(node);
        // Focuses the search field after the prompt has closed.
        FxThread.later(() -> slot.host().commands().run("search.focus"));
    }

    private void pin(TrackNode node) {
        tracks.setPinned(node.key(), true);
        messages.status().setState("pin", TrackTreeTexts.PINNED, TrackPath.nameOf(node));
    }
}
