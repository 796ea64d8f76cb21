package traceglass.analysis.frames;

import java.util.List;
import traceglass.analysis.compare.ComparisonKind;
import traceglass.analysis.report.AreaReport;
import traceglass.analysis.subject.Subject;
import traceglass.analysis.tree.TrackProvider;

/// Subject of display frames and jank.
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
    public List<ComparisonKind> comparisons() {
        return List.of(new ComparedFrames());
    }
}
