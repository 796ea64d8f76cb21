package traceglass.app.window.timeline;

import java.util.Map;
import traceglass.app.project.Fields;
import traceglass.app.project.ProjectSection;
import traceglass.app.tracks.TrackStateFields;
import traceglass.app.tracks.Workspaces;
import traceglass.render.item.TrackState;

/// What a person did to the trace's own tree of tracks: which groups are open, what is pinned, hidden, renamed and
/// moved, the filter, how counters are drawn.
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
        return TrackStateFields.of(workspaces.ownState());
    }

    @Override
    public void restore(Fields f) {
        workspaces.restoreOwn(TrackStateFields.read(f));
    }

    @Override
    public void reset() {
        workspaces.restoreOwn(TrackState.NONE);
    }
}
