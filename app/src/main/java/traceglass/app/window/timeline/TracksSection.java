package traceglass.app.window.timeline;

import java.util.Map;
import traceglass.app.project.Fields;
import traceglass.app.project.ProjectSection;
import traceglass.app.tracks.TrackStateFields;
import traceglass.app.tracks.Workspaces;
import traceglass.render.item.TrackState;

/// Project section for changes to the trace's track tree: expanded groups, pinned, hidden, renamed and moved tracks,
/// the filter, and the display of counters.
public final class TracksSection implements ProjectSection {

    private final Workspaces workspaces;

    public TracksSection(Workspaces workspaces) {
        this.workspaces = workspaces;
    }

    @Override
    public String name() {
        return "tracks";
    }

    @Override
    public Map<String, Object> state() {
        return TrackStateFields.of(workspaces.allTracksState());
    }

    @Override
    public void restore(Fields f) {
        workspaces.restoreAllTracksState(TrackStateFields.read(f));
    }

    @Override
    public void reset() {
        workspaces.restoreAllTracksState(TrackState.NONE);
    }
}
