package traceglass.analysis.slices;

import java.util.List;
import traceglass.analysis.compare.CompareScope;
import traceglass.analysis.compare.ComparisonKind;
import traceglass.analysis.report.GroupBy;

/// Compares slices by name, or by name and process.
public final class ComparedSlices implements ComparisonKind {

    @Override
    public String id() {
        return "slices";
    }

    @Override
    public String title() {
        return SliceTexts.SLICES;
    }

    @Override
    public int rank() {
        return 10;
    }

    @Override
    public List<GroupBy> groupings() {
        return List.of(GroupBy.NAME, GroupBy.NAME_PROCESS);
    }

    @Override
    public String events(CompareScope scope, GroupBy grouping) {
        boolean isByProcess = grouping == GroupBy.NAME_PROCESS;
        return """
            SELECT coalesce(s.name, '')%s AS name, s.id, ts, dur, %s AS value
            FROM slice AS s%s
            WHERE %s AND %s\
            """.formatted(
                        isByProcess ? " || coalesce(' · ' || p.name, '')" : "",
                        scope.clippedDuration(),
                        isByProcess ? """

                            LEFT JOIN thread_track AS tt ON tt.id = s.track_id
                            LEFT JOIN thread AS th ON th.utid = tt.utid
                            LEFT JOIN process_track AS pt ON pt.id = s.track_id
                            LEFT JOIN process AS p ON p.upid = coalesce(th.upid, pt.upid)\
                            """ : "",
                        scope.overlapCondition(),
                        scope.sliceTrackCondition("s.track_id"));
    }

    @Override
    public String table() {
        return "slice";
    }

    @Override
    public String whenEmpty() {
        return SliceTexts.NOTHING_TO_COMPARE;
    }
}
