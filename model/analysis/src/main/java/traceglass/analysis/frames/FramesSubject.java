package traceglass.analysis.frames;

import java.util.List;
import traceglass.analysis.compare.ComparedBy;
import traceglass.analysis.report.AreaReport;
import traceglass.analysis.subject.Subject;
import traceglass.analysis.tree.TrackProvider;

/// Frames of the display, and whether they were in time.
public final class FramesSubject implements Subject {
    @Override
    public List<TrackProvider> tracks() {
        return List.of(new FrameTracks());
    }

    @Override
    public List<AreaReport> reports() {
        return List.of(new FramesReport());
    }

    @Override
    public List<ComparedBy> comparisons() {
        return List.of(new ComparedFrames());
    }
}
