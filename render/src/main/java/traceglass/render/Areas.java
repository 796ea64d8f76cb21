package traceglass.render;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import traceglass.analysis.track.TrackNode;
import traceglass.render.item.Selection;
import traceglass.render.item.TrackItem;
import traceglass.store.time.TimeSpan;

/// Makes area selections out of what a person points at.
final class Areas {

    private Areas() {}

    /// Groups among the keys stand for all tracks in them.
    static Selection.Area of(TrackTree tree, TimeSpan span, Collection<String> keys) {
        Set<String> tracks = new LinkedHashSet<>();
        for (String key : keys) {
            TrackNode node = tree.node(key);
            if (node != null) {
                tracks.addAll(tree.tracksOf(node));
            }
        }
        return new Selection.Area(span, tracks);
    }

    /// The whole trace: with the tracks of the selected area at first, with all tracks when that is selected
    /// already.
    static Selection.Area all(TrackTree tree, Selection selection, TimeSpan bounds) {
        if (selection instanceof Selection.Area area
                && !area.trackKeys().isEmpty()
                && !area.span().equals(bounds)) {
            return new Selection.Area(bounds, area.trackKeys());
        }
        return of(tree, bounds, tree.roots().stream().map(TrackNode::key).toList());
    }

    /// The time that an event covers, on its track; what is no event stays as it is.
    static Selection ofEvent(TrackTree tree, Selection selection) {
        return selection instanceof Selection.Event(TrackItem item)
                ? of(tree, new TimeSpan(item.ts(), Math.max(item.ts() + 1, item.end())), List.of(item.trackKey()))
                : selection;
    }

    /// The area with a track, or all of a group, added to it, or taken out when all of it is in.
    static Selection toggled(TrackTree tree, Selection selection, String key) {
        TrackNode node = tree.node(key);
        if (node == null || !(selection instanceof Selection.Area area)) {
            return selection;
        }
        Set<String> keys = new LinkedHashSet<>(area.trackKeys());
        List<String> tracks = tree.tracksOf(node);
        if (keys.containsAll(tracks)) {
            tracks.forEach(keys::remove);
        } else {
            keys.addAll(tracks);
        }
        return new Selection.Area(area.span(), keys);
    }
}
