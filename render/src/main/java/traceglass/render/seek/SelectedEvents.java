package traceglass.render.seek;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import traceglass.analysis.track.SliceData;
import traceglass.render.frame.SliceIndex;
import traceglass.render.frame.TrackEntry;
import traceglass.render.item.TimelineSelection;
import traceglass.render.item.TrackItem;
import traceglass.render.layout.Row;
import traceglass.render.model.Bands;
import traceglass.render.model.Lasso;
import traceglass.render.model.TimelineModel;
import traceglass.store.time.TimeSpan;

/// Creates selections of several events from the loaded data.
public final class SelectedEvents {

    /// Maximum number of selected events.
    public static final int MAX = 50_000;

    /// Identity of an event.
    private record Id(String table, long id) {

        static Id of(TrackItem item) {
            return new Id(item.table(), item.id());
        }
    }

    private SelectedEvents() {}

    /// Whether an item can be one of several selected events.
    public static boolean canSelect(TimelineModel model, TrackItem item) {
        TrackEntry entry = model.frames().entry(item.trackKey());
        return !item.table().isEmpty() && entry != null && entry.index() instanceof SliceIndex;
    }

    /// Selected events; empty for other selections.
    public static List<TrackItem> items(TimelineSelection selection) {
        return switch (selection) {
            case TimelineSelection.Event(TrackItem item) -> List.of(item);
            case TimelineSelection.Events events -> events.items();
            case TimelineSelection.Area _, TimelineSelection.Nothing _ -> List.of();
        };
    }

    /// Returns the selection with an event added, or removed if it is selected.
    public static TimelineSelection toggled(TimelineSelection selection, TrackItem item) {
        List<TrackItem> items = new ArrayList<>(items(selection));
        if (!items.removeIf(other -> Id.of(other).equals(Id.of(item)))) {
            items.add(item);
        }
        return of(items, 0);
    }

    /// Returns the selection with all events in a rectangle added.
    public static TimelineSelection addRectangle(TimelineSelection selection, TimelineModel model, Lasso lasso) {
        List<TrackItem> items = new ArrayList<>(items(selection));
        Set<Id> ids = new LinkedHashSet<>();
        items.forEach(item -> ids.add(Id.of(item)));
        long remaining = 0;
        for (Row row :
                lasso.isPinned() ? model.layout().pinned() : model.layout().rows()) {
            if (row.bottom() > lasso.top() && row.y() < lasso.bottom() && index(model, row) != null) {
                remaining += add(model, row, lasso, items, ids);
            }
        }
        return items.isEmpty() ? selection : of(items, remaining);
    }

    /// Events of the visible rows with this name in the visible window.
    public static TimelineSelection findByName(TimelineModel model, String name) {
        List<TrackItem> items = new ArrayList<>();
        Set<Id> ids = new LinkedHashSet<>();
        TimeSpan window = model.viewport().visible();
        long remaining = 0;
        for (Row row : model.layout().rows()) {
            SliceIndex index = index(model, row);
            if (index == null) {
                continue;
            }
            SliceData data = index.data();
            for (int depth = 0; depth < data.rows(); depth++) {
                int end = data.rowStart()[depth + 1];
                for (int i = firstEndingAfter(data, depth, window.start());
                        i < end && data.ts()[i] < window.end();
                        i++) {
                    if (name.equals(data.names()[data.name()[i]])) {
                        remaining += addIfNew(TrackItem.of(row.node(), data, i), items, ids);
                    }
                }
            }
        }
        return of(items, remaining);
    }

    private static SliceIndex index(TimelineModel model, Row row) {
        TrackEntry entry = model.frames().entry(row.node().key());
        return !row.node().isGroup()
                        && !row.node().kind().table().isEmpty()
                        && entry != null
                        && entry.index() instanceof SliceIndex index
                ? index
                : null;
    }

    /// Adds the events of a row within a rectangle; returns the number of those beyond the limit.
    private static long add(TimelineModel model, Row row, Lasso lasso, List<TrackItem> items, Set<Id> ids) {
        SliceData data = index(model, row).data();
        Bands bands = Bands.of(model, row, data.rows());
        long remaining = 0;
        for (int depth = 0; depth < data.rows(); depth++) {
            double top = row.y() + bands.top(depth);
            if (top >= lasso.bottom() || top + bands.height() <= lasso.top()) {
                continue;
            }
            int end = data.rowStart()[depth + 1];
            int i = firstEndingAfter(data, depth, lasso.span().start());
            for (; i < end && data.ts()[i] <= lasso.span().end(); i++) {
                remaining += addIfNew(TrackItem.of(row.node(), data, i), items, ids);
            }
        }
        return remaining;
    }

    private static int addIfNew(TrackItem item, List<TrackItem> items, Set<Id> ids) {
        if (!ids.add(Id.of(item))) {
            return 0;
        }
        if (items.size() >= MAX) {
            return 1;
        }
        items.add(item);
        return 0;
    }

    private static int firstEndingAfter(SliceData data, int depth, long ts) {
        int low = data.rowStart()[depth];
        int high = data.rowStart()[depth + 1];
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (Math.max(data.end()[middle], data.ts()[middle] + 1) <= ts) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private static TimelineSelection of(List<TrackItem> items, long remaining) {
        return switch (items.size()) {
            case 0 -> TimelineSelection.NOTHING;
            case 1 -> new TimelineSelection.Event(items.getFirst());
            default -> {
                items.sort(Comparator.comparingLong(TrackItem::ts));
                yield TimelineSelection.Events.of(items, remaining);
            }
        };
    }
}
