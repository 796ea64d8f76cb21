package traceglass.analysis.slices;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import traceglass.analysis.area.AreaScope;
import traceglass.analysis.area.SingleEvents;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.report.AreaReport;
import traceglass.analysis.report.GroupBy;
import traceglass.analysis.report.ReportTexts;
import traceglass.analysis.rows.CellKind;
import traceglass.analysis.rows.GridColumn;
import traceglass.analysis.rows.RowReader;
import traceglass.analysis.rows.RowStore;
import traceglass.sql.result.QueryException;
import traceglass.store.text.DisplayText;

/// Report of slices by name: number, duration, and self time.
public final class SlicesReport implements AreaReport {

    private static final String OWNERS = """
        LEFT JOIN track AS t ON t.id = s.track_id
        LEFT JOIN thread_track AS tt ON tt.id = s.track_id
        LEFT JOIN thread AS th ON th.utid = tt.utid
        LEFT JOIN process_track AS pt ON pt.id = s.track_id
        LEFT JOIN process AS p ON p.upid = coalesce(th.upid, pt.upid)\
        """;
    /// Approximate number of slices used for a first estimate of larger traces.
    private static final long SAMPLE = 100_000;
    /// Number of slices used for groupings with nearly as many rows as slices.
    private static final long SMALL_SAMPLE = 30_000;
    private static final List<SingleEvents.ExtraColumn> EXTRA_COLUMNS = List.of(
            new SingleEvents.ExtraColumn(
                    "parent", "(SELECT any_value(q.name) FROM slice AS q WHERE q.id = s.parent_id)"),
            new SingleEvents.ExtraColumn("parent_id", "s.parent_id"),
            new SingleEvents.ExtraColumn("thread_dur", "s.thread_dur"),
            new SingleEvents.ExtraColumn("track_id", "s.track_id"),
            new SingleEvents.ExtraColumn("utid", "th.utid"),
            new SingleEvents.ExtraColumn("upid", "p.upid"));

    private final SliceSummary summary;

    public SlicesReport() {
        this(new SliceSummary());
    }

    public SlicesReport(SliceSummary summary) {
        this.summary = summary;
    }

    @Override
    public String id() {
        return "area-slices";
    }

    @Override
    public String title() {
        return SliceTexts.SLICES;
    }

    @Override
    public List<GroupBy> groupings() {
        return List.of(GroupBy.NAME, GroupBy.NAME_THREAD, GroupBy.THREAD, GroupBy.PROCESS, GroupBy.CATEGORY);
    }

    @Override
    public int rank() {
        return 10;
    }

    @Override
    public boolean appliesTo(AreaScope scope) {
        return !scope.slices().isEmpty() || !scope.rows().isEmpty();
    }

    @Override
    public String sql(AreaScope scope, GroupBy grouping) {
        return """
            WITH part AS (
              SELECT id, name, category, track_id, parent_id, %s AS ns, NULL AS track
              FROM slice
              WHERE %s
                AND %s%s
            ),
            within AS (
              SELECT parent_id, sum(ns) AS ns FROM part WHERE parent_id IS NOT NULL GROUP BY parent_id
            )
            SELECT %s,
              count(*) AS count,
              CAST(sum(s.ns) AS BIGINT) AS total,
              CAST(sum(s.ns - coalesce(w.ns, 0)) AS BIGINT) AS self,
              avg(s.ns) AS average,
              min(s.ns) AS min,
              quantile_cont(s.ns, 0.5) AS p50,
              quantile_cont(s.ns, 0.9) AS p90,
              quantile_cont(s.ns, 0.95) AS p95,
              quantile_cont(s.ns, 0.99) AS p99,
              max(s.ns) AS max
            FROM part AS s
            LEFT JOIN within AS w ON w.parent_id = s.id%s
            GROUP BY ALL
            ORDER BY total DESC, count DESC, 1\
            """.formatted(
                        scope.clippedDuration(),
                        scope.slices().isEmpty() ? "false" : AreaScope.in("track_id", scope.slices()),
                        scope.overlapCondition(),
                        debug(scope),
                        keys(grouping),
                        ownersCte(grouping));
    }

    private static String keys(GroupBy grouping) {
        return switch (grouping) {
            case NAME_THREAD ->
                "coalesce(p.name, '') AS process, coalesce(th.name, t.name, s.track) AS thread, s.name AS name";
            case THREAD -> "coalesce(p.name, '') AS process, coalesce(th.name, t.name, s.track) AS thread";
            case PROCESS -> "coalesce(p.name, '') AS process";
            case CATEGORY -> "s.category AS category";
            default -> "s.name AS name";
        };
    }

    private static String ownersCte(GroupBy grouping) {
        return grouping == GroupBy.NAME || grouping == GroupBy.CATEGORY ? "" : "\n" + OWNERS;
    }

    /// Estimates the result of [#sql] from a sample of the slices; their children are unknown.
    ///
    /// @param sampleRate one in this many slices is used
    private static String estimateSql(AreaScope scope, GroupBy grouping, long sampleRate) {
        return """
            WITH part AS (
              SELECT name, category, track_id, %s AS ns, NULL AS track
              FROM slice
              WHERE hash(id) %% %d = 0
                AND %s
                AND %s
            ),
            sampled AS (
              SELECT %s,
                count(*) * %2$d AS count,
                CAST(sum(s.ns) * %2$d AS BIGINT) AS total,
                CAST(NULL AS BIGINT) AS self,
                avg(s.ns) AS average,
                min(s.ns) AS min,
                quantile_cont(s.ns, [0.5, 0.9, 0.95, 0.99]) AS q,
                max(s.ns) AS max
              FROM part AS s%s
              GROUP BY ALL
            )
            SELECT * EXCLUDE (q, max), q[1] AS p50, q[2] AS p90, q[3] AS p95, q[4] AS p99, max
            FROM sampled
            ORDER BY total DESC, count DESC, 1\
            """.formatted(
                        scope.clippedDuration(),
                        sampleRate,
                        AreaScope.in("track_id", scope.slices()),
                        scope.overlapCondition(),
                        keys(grouping),
                        ownersCte(grouping));
    }

    /// Slices of debug tracks, whose nesting is unknown.
    private static String debug(AreaScope scope) {
        StringBuilder sql = new StringBuilder();
        for (AreaScope.QueriedTrack track : scope.rows()) {
            sql.append("""

                UNION ALL
                SELECT NULL, name, NULL, NULL, NULL, %s, %s
                FROM (%s)
                WHERE %s\
                """.formatted(
                            scope.clippedDuration(), track.quotedName(), track.query(), scope.overlapCondition()));
        }
        return sql.toString();
    }

    @Override
    public RowStore read(TraceQueries q, AreaScope scope, GroupBy grouping, Consumer<Estimate> onEstimate)
            throws QueryException, IOException {
        SliceSummary.By by = switch (grouping) {
            case NAME_THREAD -> SliceSummary.By.NAME_THREAD;
            case THREAD -> SliceSummary.By.THREAD;
            case PROCESS -> SliceSummary.By.PROCESS;
            case CATEGORY -> SliceSummary.By.CATEGORY;
            default -> SliceSummary.By.NAME;
        };
        RowStore rows = null;
        if (scope.rows().isEmpty()) {
            if (!summary.isReady(by)) {
                long sampleRate = SliceSummary.size(q) / (by == SliceSummary.By.NAME_THREAD ? SMALL_SAMPLE : SAMPLE);
                RowStore sampled =
                        sampleRate < 2 ? RowStore.EMPTY : RowReader.query(q, estimateSql(scope, grouping, sampleRate));
                if (sampled.size() > 0 && !q.isCanceled()) {
                    onEstimate.accept(new Estimate(sampled, SliceTexts.estimated(sampleRate)));
                }
                // Not earlier, because it would delay the first estimate.
                summary.start(q);
            }
            rows = summary.read(q, scope, by, onEstimate);
        }
        return rows != null || q.isCanceled() ? rows : AreaReport.super.read(q, scope, grouping, onEstimate);
    }

    @Override
    public long countEvents(TraceQueries q, AreaScope scope, GroupBy grouping) throws QueryException, IOException {
        StringBuilder sql = new StringBuilder("SELECT (SELECT count(*) FROM slice WHERE "
                + (scope.slices().isEmpty() ? "false" : AreaScope.in("track_id", scope.slices())) + " AND "
                + scope.overlapCondition() + ")");
        for (AreaScope.QueriedTrack track : scope.rows()) {
            sql.append(" + (SELECT count(*) FROM (")
                    .append(track.query())
                    .append(") WHERE ")
                    .append(scope.overlapCondition())
                    .append(')');
        }
        RowStore rows = RowReader.query(q, sql.toString());
        return rows.size() == 0 ? 0 : rows.getLong(0, 0);
    }

    @Override
    public boolean isCounted() {
        return true;
    }

    @Override
    public String singlesTitle() {
        return SliceTexts.SLICES;
    }

    @Override
    public SingleEvents singleEvents(AreaScope scope, GroupBy grouping, RowStore rows, int row) {
        List<String> keys = row < 0
                ? List.of()
                : Stream.of("name", "category", "thread", "process")
                        .filter(k -> rows.column(k) >= 0)
                        .toList();
        boolean hasDebugArguments = !scope.rows().isEmpty();
        StringBuilder source = new StringBuilder(slices(scope, hasDebugArguments, conditions(keys, rows, row)));
        for (AreaScope.QueriedTrack track : scope.rows()) {
            source.append(debugRows(scope, track, keys, rows, row));
        }
        String label = keys.stream().map(k -> label(k, rows, row)).collect(Collectors.joining(" · "));
        return new SingleEvents(
                "slices",
                label,
                "slice",
                source.toString(),
                "s.id, s.ts, s.dur, s.in_range, s.name, coalesce(th.name, t.name"
                        + (hasDebugArguments ? ", s.track" : "")
                        + ") AS thread, th.tid, p.name AS process, p.pid, s.depth, s.category"
                        + (hasDebugArguments ? ", s.event_table" : ""),
                OWNERS,
                EXTRA_COLUMNS);
    }

    private static String label(String key, RowStore rows, int row) {
        String text = rows.getText(row, rows.column(key));
        return text == null || text.isEmpty() ? SliceTexts.without(key) : text;
    }

    /// Returns conditions for the slices of a row, to be appended to other conditions.
    private static String conditions(List<String> keys, RowStore rows, int row) {
        StringBuilder conditions = new StringBuilder();
        StringBuilder ownerConditions = new StringBuilder();
        for (String key : keys) {
            switch (key) {
                case "thread" ->
                    ownerConditions
                            .append(" AND ")
                            .append(AreaScope.equalsCell("coalesce(th.name, s.name)", rows, row, key));
                case "process" ->
                    ownerConditions
                            .append(" AND ")
                            .append(AreaScope.equalsCell("coalesce(p.name, '')", rows, row, key));
                default -> conditions.append(" AND ").append(AreaScope.equalsCell(key, rows, row, key));
            }
        }
        if (!ownerConditions.isEmpty()) {
            conditions
                    .append(" AND track_id IN (SELECT s.id FROM (SELECT id AS track_id, id, name FROM track) AS s ")
                    .append(OWNERS.replace("\n", " ").replace("LEFT JOIN track AS t ON t.id = s.track_id ", ""))
                    .append(" WHERE true")
                    .append(ownerConditions)
                    .append(')');
        }
        return conditions.toString();
    }

    private static String slices(AreaScope scope, boolean hasDebugTracks, String condition) {
        return """
            SELECT id, ts, dur, %s AS in_range, name, category, depth, track_id, parent_id, thread_dur, arg_set_id%s
            FROM slice
            WHERE %s
              AND %s%s\
            """.formatted(
                        scope.clippedDuration(),
                        hasDebugTracks ? ", 'slice' AS event_table, NULL AS track" : "",
                        scope.slices().isEmpty() ? "false" : AreaScope.in("track_id", scope.slices()),
                        scope.overlapCondition(),
                        condition);
    }

    private static String debugRows(
            AreaScope scope, AreaScope.QueriedTrack track, List<String> keys, RowStore rows, int row) {
        StringBuilder text = new StringBuilder();
        for (String key : keys) {
            text.append(" AND ")
                    .append(AreaScope.equalsCell(
                            switch (key) {
                                case "thread" -> track.quotedName();
                                case "process" -> "''";
                                case "category" -> "NULL";
                                default -> "name";
                            },
                            rows,
                            row,
                            key));
        }
        return """

            UNION ALL
            SELECT id, ts, dur, %s, name, NULL, NULL, NULL, NULL, NULL, NULL, '%s', %s
            FROM (%s)
            WHERE %s%s\
            """.formatted(
                        scope.clippedDuration(),
                        track.table(),
                        track.quotedName(),
                        track.query(),
                        scope.overlapCondition(),
                        text);
    }

    @Override
    public void prepare(TraceQueries q) throws QueryException {
        summary.prepare(q);
    }

    @Override
    public void clearCache() {
        summary.clear();
    }

    @Override
    public List<GridColumn> columns(RowStore rows) {
        List<GridColumn> columns = new ArrayList<>();
        boolean isByName = rows.column("name") >= 0;
        String first = isByName
                ? "name"
                : rows.column("thread") >= 0 ? "thread" : rows.names().getFirst();
        for (String key : List.of("name", "thread", "process", "category")) {
            int c = rows.column(key);
            if (c >= 0) {
                GridColumn column = GridColumn.of(
                        c, key.substring(0, 1).toUpperCase(Locale.ROOT) + key.substring(1), CellKind.TEXT);
                boolean isMain = key.equals(first);
                columns.add(isMain ? column.withWidth(-1) : column.withWidth(190));
                if (key.equals("name")) {
                    columns.set(columns.size() - 1, columns.getLast().withSwatch());
                }
            }
        }
        int countColumn = rows.column("count");
        columns.add(GridColumn.of(countColumn, ReportTexts.COUNT, CellKind.INTEGER)
                .linkingTo(GridColumn.ROW)
                .withWidth(80));
        String[] titles = {
            ReportTexts.TOTAL,
            ReportTexts.SELF,
            ReportTexts.AVERAGE,
            ReportTexts.MIN,
            "p50",
            "p90",
            "p95",
            "p99",
            ReportTexts.MAX
        };
        for (int i = 0; i < titles.length; i++) {
            GridColumn c = GridColumn.of(countColumn + 1 + i, titles[i], CellKind.MILLIS)
                    .withWidth(i < 2 ? 140 : i == 2 ? 106 : 94);
            columns.add(i < 2 ? c.withBar() : c);
        }
        return columns;
    }

    @Override
    public List<String> summary(RowStore rows) {
        List<String> texts = new ArrayList<>();
        int first = rows.column("count");
        texts.add(
                rows.column("name") >= 0 && first == 1 ? SliceTexts.names(rows.size()) : ReportTexts.rows(rows.size()));
        for (int i = 1; i < first; i++) {
            texts.add("");
        }
        texts.add(DisplayText.grouped(AreaReport.sum(rows, first)));
        for (int i = 1; i <= 2; i++) {
            // Estimates have no self time.
            texts.add(
                    rows.size() > 0 && rows.isNull(0, first + i)
                            ? ""
                            : AreaReport.millis(AreaReport.sum(rows, first + i)));
        }
        texts.addAll(List.of("", "", "", "", "", "", ""));
        return texts;
    }

    @Override
    public String sortedBy() {
        return ReportTexts.TOTAL;
    }

    @Override
    public String remark() {
        return SliceTexts.CLIPPED;
    }
}
