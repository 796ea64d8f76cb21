package traceglass.render.action;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import traceglass.analysis.track.SliceData;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.TrackStyle;
import traceglass.render.frame.TrackEntry;
import traceglass.render.item.ScrollPosition;
import traceglass.render.item.TimelineSelection;
import traceglass.render.item.TrackItem;
import traceglass.render.layout.Layout;
import traceglass.render.layout.Row;
import traceglass.render.model.Bands;
import traceglass.render.model.EventLookup;
import traceglass.render.model.TimelineModel;
import traceglass.render.seek.NearbyTracks;

/// Vertical scrolling: the position, scrolling to rows and events, and the tracks that are visible there.
public final class Scrolling {

    /// Space below the last row, which shows that the list ends there.
    private static final double SPACE_BELOW_ROWS = 40;

    private final TimelineModel model;
    private final NearbyTracks nearbyTracks;
    private @Nullable ScrollPosition heldPosition;
    private Runnable onScrolled = () -> {};

    public Scrolling(TimelineModel model) {
        this.model = model;
        nearbyTracks = new NearbyTracks(model);
    }

    /// Sets a handler that is called when the tracks have been scrolled.
    void setOnScrolled(Runnable handler) {
        onScrolled = handler;
    }

    /// Scrolls so that `y` px of all rows is at the top, as far as there are rows.
    public void scrollTo(double y) {
        heldPosition = null;
        double value = Math.round(Math.clamp(y, 0, limit()));
        if (value != model.scrollY()) {
            model.setScrollY(value);
            model.changes().markTracks();
            onScrolled.run();
        }
    }

    /// Clamps the scroll position after rows or the size have changed.
    void clampScroll() {
        model.setScrollY(Math.clamp(model.scrollY(), 0, limit()));
    }

    /// Row that stays in place when rows above it change; null at the very top, where new rows may appear.
    public @Nullable ScrollPosition topPosition() {
        if (heldPosition != null) {
            return heldPosition;
        }
        int index = model.layout().indexAt(model.scrollY());
        if (model.scrollY() <= 0 || index >= model.layout().rows().size()) {
            return null;
        }
        Row row = model.layout().rows().get(index);
        return new ScrollPosition(row.node().key(), model.scrollY() - row.y());
    }

    /// Position of a visible row, to keep it in place while other rows appear: the row of the selection, else the
    /// focused one, else the topmost track with data. Null without rows.
    @Nullable
    ScrollPosition visiblePosition() {
        Predicate<String> isSelected = isSelected();
        Row best = null;
        int bestRank = Integer.MAX_VALUE;
        double end = model.scrollY() + model.geometry().tracksHeight();
        List<Row> rows = model.layout().rows();
        for (int i = model.layout().indexAt(model.scrollY());
                i < rows.size() && rows.get(i).y() < end;
                i++) {
            Row row = rows.get(i);
            int rank = isSelected.test(row.node().key())
                    ? 0
                    : row.node().key().equals(model.highlights().focusedRow())
                            ? 1
                            : row.node().isGroup() ? 3 : 2;
            if (rank < bestRank) {
                best = row;
                bestRank = rank;
            }
        }
        return best == null ? null : new ScrollPosition(best.node().key(), model.scrollY() - best.y());
    }

    private Predicate<String> isSelected() {
        return switch (model.selection()) {
            case TimelineSelection.Event event -> event.item().trackKey()::equals;
            case TimelineSelection.Events events -> {
                Set<String> keys =
                        events.items().stream().map(TrackItem::trackKey).collect(Collectors.toSet());
                yield keys::contains;
            }
            case TimelineSelection.Area area -> area.trackKeys()::contains;
            case TimelineSelection.Nothing _ -> _ -> false;
        };
    }

    void restore(@Nullable ScrollPosition anchor) {
        if (anchor == null) {
            return;
        }
        Row row = model.layout().row(anchor.row());
        if (row != null) {
            model.setScrollY(row.y() + anchor.offset());
        }
    }

    /// Scrolls to a position and keeps it while rows get their heights, until the next scroll; null for the top.
    public void restorePosition(@Nullable ScrollPosition position) {
        heldPosition = position;
        model.setScrollY(0);
        model.changes().markLayout();
    }

    /// Stops keeping the position of [#restorePosition].
    public void releasePosition() {
        heldPosition = null;
    }

    /// Whether a counter is visible; its label shows the value under the pointer.
    public boolean showsCounters() {
        return visibleNodes().stream().anyMatch(TrackNode::isCounter);
    }

    /// Largest scroll position, px.
    public double limit() {
        return Math.max(0, height() - model.geometry().tracksHeight());
    }

    /// Height of all rows with the space below them, px.
    public double height() {
        return model.layout().height() + SPACE_BELOW_ROWS;
    }

    /// Scrolls to the position of an event within its track if known, else to the track.
    public void bringIntoView(TrackItem item) {
        Row row = model.layout().row(item.trackKey());
        if (row == null) {
            return;
        }
        TrackEntry entry = model.frames().entry(item.trackKey());
        if (entry != null && entry.data() instanceof SliceData data) {
            int event = EventLookup.find(data, item.id(), item.ts());
            if (event >= 0) {
                Bands bands = Bands.of(model, row, data.rows());
                double top = row.y() + bands.top(EventLookup.rowOf(data, event));
                bringIntoView(top - 4, top + bands.height() + 4);
                return;
            }
        }
        bringIntoView(row.y(), Math.min(row.bottom(), row.y() + 60));
    }

    /// Scrolls to a part of all rows.
    ///
    /// @param top top of the part, px
    /// @param bottom bottom of the part, px
    public void bringIntoView(double top, double bottom) {
        double sticky = 2 * TrackStyle.HEADING.heights().fixed() * model.theme().scale();
        double height = model.geometry().tracksHeight();
        if (top < model.scrollY() + sticky) {
            scrollTo(top - Math.max(sticky, height * .2));
        } else if (bottom > model.scrollY() + height) {
            scrollTo(bottom - height * .8);
        }
    }

    /// Visible nodes: the pinned ones and those at the scroll position.
    public List<TrackNode> visibleNodes() {
        Layout layout = model.layout();
        List<TrackNode> nodes = new ArrayList<>();
        for (Row row : layout.pinned()) {
            addRequested(row, nodes);
        }
        addRequested(model.scrollY(), model.scrollY() + model.geometry().tracksHeight(), nodes);
        return nodes;
    }

    /// Nodes that the next scroll may bring into view.
    List<TrackNode> nearNodes() {
        List<TrackNode> nodes = new ArrayList<>();
        double height = model.geometry().tracksHeight();
        // Scrolling usually continues in the same direction.
        if (nearbyTracks.isUpward()) {
            addRequested(model.scrollY() - 2 * height, model.scrollY(), nodes);
            Collections.reverse(nodes);
            addRequested(model.scrollY() + height, model.scrollY() + 1.5 * height, nodes);
        } else {
            addRequested(model.scrollY() + height, model.scrollY() + 3 * height, nodes);
            addRequested(model.scrollY() - height / 2, model.scrollY(), nodes);
        }
        return nodes;
    }

    /// Tracks that may be scrolled to later, nearest first.
    NearbyTracks nearbyTracks() {
        nearbyTracks.follow();
        return nearbyTracks;
    }

    private void addRequested(double from, double to, List<TrackNode> nodes) {
        List<Row> rows = model.layout().rows();
        for (int i = model.layout().indexAt(from);
                i < rows.size() && rows.get(i).y() < to;
                i++) {
            addRequested(rows.get(i), nodes);
        }
    }

    private void addRequested(Row row, List<TrackNode> nodes) {
        if (!row.node().isGroup() || row.isSummary()) {
            nodes.add(row.node());
        }
        for (String key : model.tracks().counterStyle(row.node().key()).overlays()) {
            TrackNode overlay = model.tracks().node(key);
            if (overlay != null) {
                nodes.add(overlay);
            }
        }
    }
}
