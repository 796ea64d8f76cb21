package traceglass.analysis.slices;

import java.util.List;
import traceglass.analysis.compare.CompareScope;
import traceglass.analysis.compare.ComparedBy;

/// Compares slices by name, or by name and process.
public final class ComparedSlices implements ComparedBy {

    private static final String WITH_PROCESS = "Name, process";

    @Override
    public String id() {
        return "slices";
    }

    @Override
    public String title() {
        return "Slices";
    }

    @Override
    public int rank() {
        return 10;
    }

    @Override
    public List<String> groupings() {
        return List.of("Name", WITH_PROCESS);
    }

    @Override
    public String events(CompareScope scope, String grouping) {
        boolean process = grouping.equals(WITH_PROCESS);
        return """
            SELECT coalesce(s.name, '')%s AS name, s.id, ts, dur, %s AS value
            FROM slice AS s%s
            WHERE %s AND %s\
            """.formatted(
                        process ? " || coalesce(' · ' || p.name, '')" : "",
                        scope.length(),
                        process ? """

                            LEFT JOIN thread_track AS tt ON tt.id = s.track_id
                            LEFT JOIN thread AS th ON th.utid = tt.utid
                            LEFT JOIN process_track AS pt ON pt.id = s.track_id
                            LEFT JOIN process AS p ON p.upid = coalesce(th.upid, pt.upid)\
                            """ : "",
                        scope.overlaps(),
                        scope.onSliceTracks("s.track_id"));
    }

    @Override
    public String table() {
        return "slice";
    }

    @Override
    public String whenEmpty() {
        return "Neither trace has slices here.";
    }
}
