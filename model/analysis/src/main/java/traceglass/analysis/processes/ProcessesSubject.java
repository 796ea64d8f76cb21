package traceglass.analysis.processes;

import java.util.List;
import traceglass.analysis.events.OwnerTable;
import traceglass.analysis.subject.Subject;
import traceglass.analysis.tree.TrackProvider;

/// Subject of processes and threads, which own tracks and events.
public final class ProcessesSubject implements Subject {
    @Override
    public List<TrackProvider> tracks() {
        return List.of(new ProcessTracks());
    }

    @Override
    public List<OwnerTable> owners() {
        return List.of(new ThreadTable(), new ProcessTable(), new TrackTable());
    }
}
