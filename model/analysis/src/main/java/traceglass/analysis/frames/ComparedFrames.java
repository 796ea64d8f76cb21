package traceglass.analysis.frames;

import java.util.List;
import traceglass.analysis.compare.CompareScope;
import traceglass.analysis.compare.ComparisonKind;
import traceglass.analysis.query.SqlLabels;
import traceglass.analysis.report.GroupBy;

/// Compares presented frames by app, kind of jank, or both, and their durations.
public final class ComparedFrames implements ComparisonKind {

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
    public List<GroupBy> groupings() {
        return List.of(GroupBy.APP_JANK_TYPE, GroupBy.JANK_TYPE, GroupBy.APP);
    }

    @Override
    public String events(CompareScope scope, GroupBy grouping) {
        String jank = "coalesce(f.jank_type, " + SqlLabels.literal(FrameTimelineTexts.UNKNOWN) + ")";
        // The number of a layer changes from run to run.
        String app = "coalesce(p.name, regexp_replace(f.layer_name, '#\\d+$', ''), "
                + SqlLabels.literal(FrameTimelineTexts.UNKNOWN_APP) + ")";
        String name = switch (grouping) {
            case JANK_TYPE -> jank;
            case APP -> app;
            default -> app + " || ' · ' || " + jank;
        };
        return """
            SELECT %s AS name, f.id, ts, dur, %s AS value
            FROM actual_frame_timeline_slice AS f
            LEFT JOIN process AS p ON p.upid = f.upid
            WHERE %s\
            """.formatted(name, scope.clippedDuration(), scope.overlapCondition());
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
