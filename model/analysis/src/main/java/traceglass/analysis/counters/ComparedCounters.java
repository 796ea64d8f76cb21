package traceglass.analysis.counters;

import java.util.List;
import traceglass.analysis.compare.CompareMeasure;
import traceglass.analysis.compare.CompareScope;
import traceglass.analysis.compare.ComparisonKind;
import traceglass.analysis.report.GroupBy;

/// Compares samples of counters by counter name, or by name and process.
public final class ComparedCounters implements ComparisonKind {

    @Override
    public String id() {
        return "counters";
    }

    @Override
    public String title() {
        return CounterTexts.TITLE;
    }

    @Override
    public int rank() {
        return 30;
    }

    @Override
    public List<GroupBy> groupings() {
        return List.of(GroupBy.COUNTER, GroupBy.COUNTER_PROCESS);
    }

    @Override
    public boolean isTime() {
        return false;
    }

    /// The total of a sampled level depends on the sampling rate, so the median is the default.
    @Override
    public CompareMeasure measure() {
        return CompareMeasure.MEDIAN;
    }

    @Override
    public String events(CompareScope scope, GroupBy grouping) {
        boolean isByProcess = grouping == GroupBy.COUNTER_PROCESS;
        return """
            SELECT coalesce(t.name, '')%s AS name, c.id, ts, CAST(0 AS BIGINT) AS dur, c.value AS value
            FROM counter AS c
            JOIN counter_track AS t ON t.id = c.track_id%s
            WHERE %s AND %s AND c.value IS NOT NULL AND NOT isnan(c.value)\
            """.formatted(
                        isByProcess ? " || coalesce(' · ' || p.name, '')" : "",
                        isByProcess ? """

                            LEFT JOIN process_counter_track AS pt ON pt.id = c.track_id
                            LEFT JOIN process AS p ON p.upid = pt.upid\
                            """ : "",
                        scope.sampleCondition(),
                        scope.counterCondition("c.track_id"));
    }

    @Override
    public String table() {
        return "counter";
    }

    @Override
    public String whenEmpty() {
        return CounterTexts.NOTHING_TO_COMPARE;
    }
}
