package traceglass.analysis.report;

import java.util.ArrayList;
import java.util.List;
import traceglass.analysis.area.AreaScope;
import traceglass.analysis.area.SingleEvents;
import traceglass.analysis.rows.RowStore;

/// Report of events on tracks without slices and without a specific report: startups, ANRs, markers of heap dumps,
/// video frames, …
public final class EventsReport extends EventReport {

    public EventsReport() {
        super("area-events", ReportTexts.EVENTS, GroupBy.TRACK_NAME, GroupBy.NAME, GroupBy.TRACK);
    }

    @Override
    public int rank() {
        return 90;
    }

    @Override
    public boolean appliesTo(AreaScope scope) {
        return !scope.others().events().isEmpty();
    }

    @Override
    public List<String> requiredTables(AreaScope scope) {
        return scope.others().events().stream()
                .filter(AreaScope.QueriedTrack::isCreatedOnDemand)
                .map(AreaScope.QueriedTrack::table)
                .distinct()
                .toList();
    }

    @Override
    public String sql(AreaScope scope, GroupBy grouping) {
        String keys = switch (grouping) {
            case NAME -> "name";
            case TRACK -> "track";
            default -> "track, name";
        };
        return """
            WITH part AS (
            %s
            )
            SELECT %s,
              count(*) AS count,
              CAST(sum(in_range) AS BIGINT) AS total,
              avg(in_range) AS average,
              min(in_range) AS min,
              max(in_range) AS max
            FROM part
            GROUP BY ALL
            ORDER BY count DESC, 1\
            """.formatted(parts(scope).indent(2).stripTrailing(), keys);
    }

    private static String parts(AreaScope scope) {
        List<String> parts = new ArrayList<>();
        for (AreaScope.QueriedTrack track : scope.others().events()) {
            parts.add("""
                SELECT id, ts, dur, %s AS in_range, coalesce(CAST(name AS VARCHAR), '') AS name, %s AS track, '%s' AS event_table
                FROM (%s) AS e(id, ts, dur, name, color)
                WHERE %s\
                """.formatted(
                            scope.clippedDuration(),
                            track.quotedName(),
                            track.table(),
                            track.query(),
                            scope.overlapCondition()));
        }
        return parts.isEmpty()
                ? "SELECT 0 AS id, 0 AS ts, 0 AS dur, 0 AS in_range, '' AS name, '' AS track, '' AS event_table WHERE"
                        + " false"
                : String.join("\nUNION ALL\n", parts);
    }

    @Override
    public String singlesTitle() {
        return ReportTexts.EVENTS;
    }

    @Override
    public SingleEvents singleEvents(AreaScope scope, GroupBy grouping, RowStore rows, int row) {
        StringBuilder text = new StringBuilder();
        List<String> labels = new ArrayList<>();
        for (String key : List.of("track", "name")) {
            if (row >= 0 && rows.column(key) >= 0) {
                text.append(text.isEmpty() ? "\nWHERE " : " AND ").append(AreaScope.equalsCell(key, rows, row, key));
                labels.add(rows.getText(row, rows.column(key)));
            }
        }
        return new SingleEvents(
                "events",
                String.join(" · ", labels),
                "",
                "SELECT * FROM (\n" + parts(scope).indent(2).stripTrailing() + "\n)" + text,
                "s.id, s.ts, s.dur, s.in_range, s.name, s.track, s.event_table",
                "",
                List.of());
    }

    @Override
    public String flexibleColumn() {
        return "name";
    }

    @Override
    protected String coloredColumn() {
        return "name";
    }

    @Override
    public String remark() {
        return ReportTexts.EVENTS_REMARK;
    }
}
