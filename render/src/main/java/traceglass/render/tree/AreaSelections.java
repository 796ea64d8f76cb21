package traceglass.render.tree;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import traceglass.analysis.track.TrackNode;
import traceglass.render.item.TimelineSelection;
import traceglass.render.item.TrackItem;
import traceglass.store.time.TimeSpan;

/// Creates area selections.
public final class AreaSelections {

    private AreaSelections() {}

    /// Returns an area; a group among the keys means all its tracks.
    public static TimelineSelection.Area of(TrackTree tree, TimeSpan span, Collection<String> keys) {
        Set<String> tracks = new LinkedHashSet<>();
        for (String key : keys) {
            TrackNode node = tree.node(key);
            if (node != null) {
                tracks.addAll(tree.tracksOf(node));
            }
        }
        return new TimelineSelection.Area(span, tracks);
    }

    /// Returns an area over the whole trace: with the tracks of the selected area, or with all tracks if that is
    /// already selected.
    public static TimelineSelection.Area all(TrackTree tree, TimelineSelection selection, TimeSpan bounds) {
        if (selection instanceof TimelineSelection.Area area
                && !area.trackKeys().isEmpty()
                && !area.span().equals(bounds)) {
            return new TimelineSelection.Area(bounds, area.trackKeys());
        }
        return of(tree, bounds, tree.roots().stream().map(TrackNode::key).toList());
    }

    /// Returns the time of a selected event on its track; other selections are returned unchanged.
    public static TimelineSelection ofEvent(TrackTree tree, TimelineSelection selection) {
        return selection instanceof TimelineSelection.Event(TrackItem item)
                ? of(tree, new TimeSpan(item.ts(), Math.max(item.ts() + 1, item.end())), List.of(item.trackKey()))
                : selection;
    }

    /// Adds a track, or all tracks of a group, to the area; removes them if the area contains all of them.
    public static TimelineSelection toggled(TrackTree tree, TimelineSelection selection, String key) {
        TrackNode node = tree.node(key);
        if (node == null || !(selection instanceof TimelineSelection.Area area)) {
            return selection;
        }
        Set<String> keys = new LinkedHashSet<>(area.trackKeys());
        List<String> tracks = tree.tracksOf(node);
        if (keys.containsAll(tracks)) {
            tracks.forEach(keys::remove);
        } else {
            keys.addAll(tracks);
        }
        return new TimelineSelection.Area(area.span(), keys);
    }
}
