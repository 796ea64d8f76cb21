package traceglass.render.action;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import traceglass.analysis.marks.Flow;
import traceglass.analysis.marks.Wakeup;
import traceglass.analysis.sched.MinimapData;
import traceglass.render.item.Note;
import traceglass.render.model.LossIndex;
import traceglass.render.model.TimelineModel;

/// Marks that the application draws on a timeline in addition to events: notes, search hits, flows, stripes and data
/// losses. Used on the JavaFX thread.
public final class Marks {

    private final TimelineModel model;

    public Marks(TimelineModel model) {
        this.model = model;
    }

    /// Removes all marks, for a new trace.
    public void reset() {
        model.marks().setFlows(List.of(), 0);
        model.marks().setWakeup(null);
        model.marks().setNotes(List.of());
        model.marks().setSearchHits(new long[0]);
        model.marks().setHitTracks(Set.of());
        model.marks().setStripes(new long[0]);
        model.marks().setMinimap(null);
        model.marks().setLosses(LossIndex.NONE);
    }

    /// Sets the data of the minimap, or null for none.
    public void setMinimap(@Nullable MinimapData minimap) {
        model.marks().setMinimap(minimap);
        model.changes().markTracks();
    }

    /// Sets the time ranges with lost data. They are hatched on the minimap and behind the affected tracks, and
    /// those tracks are marked next to the scroll bar.
    public void setDataLosses(LossIndex losses) {
        model.marks().setLosses(losses);
        model.changes().markTracks();
    }

    /// Sets the search hits, which are marked on the minimap.
    ///
    /// @param times start times of the hits, ns
    /// @param tracks keys of the tracks with hits; marked next to the scroll bar
    public void setSearchHits(long[] times, Set<String> tracks) {
        model.marks().setSearchHits(times.clone());
        model.marks().setHitTracks(Set.copyOf(tracks));
        model.changes().markTracks();
    }

    /// Sets the time ranges shaded behind all tracks, as pairs of start and end in ns, ascending; for example,
    /// every other interval between vsyncs.
    public void setStripes(long[] pairs) {
        model.marks().setStripes(pairs.clone());
        model.changes().markTracks();
    }

    /// Sets the flows of the selected slice; they are drawn while it is selected.
    public void setFlows(List<Flow> flows) {
        setFlows(flows, 0);
    }

    /// Sets the flows of the selected slice; they are drawn while it is selected.
    ///
    /// @param hidden number of further flows that are not drawn; shown as a count
    public void setFlows(List<Flow> flows, long hidden) {
        model.marks().setFlows(List.copyOf(flows), hidden);
        model.changes().markOverlay();
    }

    /// Sets how the thread of the selected event was woken; null for none.
    public void setWakeup(@Nullable Wakeup wakeup) {
        model.marks().setWakeup(wakeup);
        model.changes().markOverlay();
    }

    /// Draws a line through all tracks at a time that another panel highlights, in ns; null removes the line.
    public void setMarkedTime(@Nullable Long ts) {
        model.marks().setMarkedTime(ts);
        model.changes().markOverlay();
    }

    /// Sets the flags and spans of the notes strip.
    public void setNotes(List<Note> notes) {
        model.marks().setNotes(List.copyOf(notes));
        model.changes().markTracks();
    }
}
