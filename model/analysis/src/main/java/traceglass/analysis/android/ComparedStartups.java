package traceglass.analysis.android;

import java.util.List;
import traceglass.analysis.compare.CompareMeasure;
import traceglass.analysis.compare.CompareScope;
import traceglass.analysis.compare.ComparisonKind;
import traceglass.analysis.query.SqlLabels;
import traceglass.analysis.report.GroupBy;

/// Compares app startups by package and type, as the standard module finds them in Android traces.
public final class ComparedStartups implements ComparisonKind {

    @Override
    public String id() {
        return "startups";
    }

    @Override
    public String title() {
        return AndroidTexts.COMPARED_STARTUPS;
    }

    @Override
    public int rank() {
        return 50;
    }

    @Override
    public List<GroupBy> groupings() {
        return List.of(GroupBy.PACKAGE_TYPE, GroupBy.PACKAGE);
    }

    @Override
    public CompareMeasure measure() {
        return CompareMeasure.MEDIAN;
    }

    @Override
    public String prelude() {
        return "INCLUDE PERFETTO MODULE android.startup.startups;\n";
    }

    @Override
    public String events(CompareScope scope, GroupBy grouping) {
        return """
            SELECT %s AS name, startup_id AS id, ts, dur, %s AS value
            FROM android_startups
            WHERE %s\
            """.formatted(
                        grouping == GroupBy.PACKAGE
                                ? "package"
                                : SqlLabels.insert(
                                        "package || ' · ' || coalesce(startup_type, {unknown})",
                                        "unknown",
                                        AndroidTexts.UNKNOWN_TYPE),
                        scope.clippedDuration(),
                        scope.overlapCondition());
    }

    @Override
    public String table() {
        return "";
    }

    @Override
    public String whenEmpty() {
        return AndroidTexts.NOTHING_TO_COMPARE;
    }
}
