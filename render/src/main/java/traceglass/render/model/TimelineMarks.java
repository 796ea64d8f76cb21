package traceglass.render.model;

import java.util.List;
import java.util.Set;
import traceglass.analysis.marks.Flow;
import traceglass.analysis.marks.Wakeup;
import traceglass.analysis.sched.MinimapData;
import traceglass.render.item.Note;

/// Everything that is drawn over the tracks of a timeline: flows, notes, search hits and times of interest.
public final class TimelineMarks {

    private List<Flow> flows = List.of();
    private long hiddenFlows;
    private Wakeup wakeup;
    private List<Note> notes = List.of();
    private MinimapData minimap;
    private MinimapData pairMinimap;
    private LossIndex losses = LossIndex.NONE;
    private long[] searchHits = new long[0];
    private Set<String> hitTracks = Set.of();
    private Long markedTime;
    private long[] stripes = new long[0];
    private int version;

    TimelineMarks() {}

    /// Number that changes whenever any of the marks is set.
    public int version() {
        return version;
    }

    /// Flows of the selected slice, or of the slices in the selected area.
    public List<Flow> flows() {
        return flows;
    }

    /// Number of flows that are not drawn.
    public long hiddenFlows() {
        return hiddenFlows;
    }

    /// Wakeup of the selected thread, or null.
    public Wakeup wakeup() {
        return wakeup;
    }

    public void setWakeup(Wakeup value) {
        version++;
        wakeup = value;
    }

    public List<Note> notes() {
        return notes;
    }

    public void setNotes(List<Note> value) {
        version++;
        notes = value;
    }

    /// Data of the minimap, or null.
    public MinimapData minimap() {
        return minimap;
    }

    public void setMinimap(MinimapData value) {
        version++;
        minimap = value;
    }

    /// Minimap data of two traces, one lane each, or null.
    public MinimapData pairMinimap() {
        return pairMinimap;
    }

    public void setPairMinimap(MinimapData value) {
        version++;
        pairMinimap = value;
    }

    /// Time ranges with lost data.
    public LossIndex losses() {
        return losses;
    }

    public void setLosses(LossIndex value) {
        version++;
        losses = value;
    }

    /// Times of search hits in ns, ascending.
    public long[] searchHits() {
        return searchHits;
    }

    public void setSearchHits(long[] value) {
        version++;
        searchHits = value;
    }

    /// Keys of tracks with search hits, marked next to the scroll bar.
    public Set<String> hitTracks() {
        return hitTracks;
    }

    public void setHitTracks(Set<String> value) {
        version++;
        hitTracks = value;
    }

    /// Time in ns highlighted by another panel, for example by the list row under the pointer; null for none.
    public Long markedTime() {
        return markedTime;
    }

    public void setMarkedTime(Long value) {
        version++;
        markedTime = value;
    }

    /// Time ranges shaded behind the tracks, as pairs of start and end in ns, ascending.
    public long[] stripes() {
        return stripes;
    }

    public void setStripes(long[] value) {
        version++;
        stripes = value;
    }

    /// @param shown flows that are drawn
    /// @param hidden number of flows that are not
    public void setFlows(List<Flow> shown, long hidden) {
        version++;
        flows = shown;
        hiddenFlows = hidden;
    }
}
