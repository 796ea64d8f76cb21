package traceglass.render;

import java.util.List;
import java.util.Set;
import traceglass.analysis.marks.Flow;
import traceglass.analysis.marks.Wakeup;
import traceglass.analysis.sched.MinimapData;
import traceglass.render.item.Note;
import traceglass.render.picture.Losses;
import traceglass.render.picture.PaintState;

/// What the application has a timeline mark beside the events themselves: notes, search hits, arrows, stripes, places
/// where data is missing. Belongs to the JavaFX thread, as the timeline does.
public final class Marks {

    private final TimelineView view;
    private final PaintState picture;

    Marks(TimelineView view) {
        this.view = view;
        this.picture = view.picture;
    }

    /// For another trace: nothing of the one before is left.
    void reset() {
        picture.flows = List.of();
        picture.hiddenFlows = 0;
        picture.wakeup = null;
        picture.notes = List.of();
        picture.searchHits = new long[0];
        picture.hitTracks = Set.of();
        picture.stripes = new long[0];
        picture.minimap = null;
        picture.losses = Losses.NONE;
    }

    /// What the minimap shows; null for nothing.
    public void setMinimap(MinimapData minimap) {
        picture.minimap = minimap;
        view.changed();
    }

    /// When data was lost: hatched on the minimap and behind the tracks that lack it, which are marked beside the
    /// scroll bar as well.
    public void setDataLosses(Losses losses) {
        picture.losses = losses;
        view.changed();
    }

    /// @param tracks keys of the tracks they are on; marked beside the scroll bar
    public void setSearchHits(long[] times, Set<String> tracks) {
        picture.searchHits = times.clone();
        picture.hitTracks = Set.copyOf(tracks);
        view.changed();
    }

    /// Stretches painted behind all tracks, as pairs of start and end in ns, ascending; such as every other
    /// interval between vsyncs.
    public void setStripes(long[] pairs) {
        picture.stripes = pairs.clone();
        view.changed();
    }

    /// Arrows drawn while a slice is selected: the application gives those of the selected slice.
    public void setFlows(List<Flow> flows) {
        setFlows(flows, 0);
    }

    /// @param hidden how many more flows the selected slice has; said beside them
    public void setFlows(List<Flow> flows, long hidden) {
        picture.flows = List.copyOf(flows);
        picture.hiddenFlows = hidden;
        view.overlayChanged();
    }

    /// How the thread of the selected event came to run; null for nothing.
    public void setWakeup(Wakeup wakeup) {
        picture.wakeup = wakeup;
        view.overlayChanged();
    }

    /// Draws a line through all tracks at a time that is pointed at elsewhere; none for null.
    public void setMarkedTime(Long ts) {
        picture.markedTime = ts;
        view.overlayChanged();
    }

    /// Flags and spans in the notes strip.
    public void setNotes(List<Note> notes) {
        picture.notes = List.copyOf(notes);
        view.changed();
    }
}
