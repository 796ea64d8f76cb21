package traceglass.analysis.frames;

import java.util.List;
import traceglass.analysis.compare.CompareScope;
import traceglass.analysis.compare.ComparedBy;
import traceglass.analysis.query.SqlLabels;

/// Compares presented frames by app, kind of jank, or both, and their durations.
public final class ComparedFrames implements ComparedBy {

    @Override
    public String id() {
        return "frames";
    }

    @Override
    public String title() {
        return FrameTimelineTexts.TITLE;
    }

    @Override
    public int rank() {
        return 40;
    }

    @Override
    public List<String> groupings() {
        return List.of(FrameTimelineTexts.APP_AND_JANK, FrameTimelineTexts.JANK_TYPE, FrameTimelineTexts.APP);
    }

    @Override
    public String events(CompareScope scope, String grouping) {
        String jank = "coalesce(f.jank_type, " + SqlLabels.literal(FrameTimelineTexts.UNKNOWN) + ")";
        // The number of a layer changes from run to run.
        String app = "coalesce(p.name, regexp_replace(f.layer_name, '#\\d+$', ''), "
                + SqlLabels.literal(FrameTimelineTexts.UNKNOWN_APP) + ")";
        String name = switch (grouping) {
            case FrameTimelineTexts.JANK_TYPE -> jank;
            case FrameTimelineTexts.APP -> app;
            default -> app + " || ' · ' || " + jank;
        };
        return """
            SELECT %s AS name, f.id, ts, dur, %s AS value
            FROM actual_frame_timeline_slice AS f
            LEFT JOIN process AS p ON p.upid = f.upid
            WHERE %s\
            """.formatted(name, scope.length(), scope.overlaps());
    }

    @Override
    public String table() {
        return "slice";
    }

    @Override
    public String whenEmpty() {
        return FrameTimelineTexts.NOTHING_TO_COMPARE;
    }
}
