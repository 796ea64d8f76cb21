package traceglass.analysis.counters;

import java.util.ArrayList;
import java.util.List;
import traceglass.analysis.area.AreaScope;
import traceglass.analysis.report.AreaReport;
import traceglass.analysis.report.GroupBy;
import traceglass.analysis.report.ReportTexts;
import traceglass.analysis.rows.CellKind;
import traceglass.analysis.rows.GridColumn;
import traceglass.analysis.rows.RowStore;
import traceglass.store.text.DisplayText;

/// Report of the time that components of the device spent in their power states. Their counters hold ms in the state
/// since the device started (`EntityStateResidency.StateResidency.total_time_in_state_ms`).
public final class ResidencyReport implements AreaReport {

    @Override
    public String id() {
        return "area-residency";
    }

    @Override
    public String title() {
        return CounterTexts.POWER_STATES;
    }

    @Override
    public List<GroupBy> groupings() {
        return List.of(GroupBy.ENTITY_STATE);
    }

    @Override
    public int rank() {
        return 80;
    }

    @Override
    public boolean appliesTo(AreaScope scope) {
        return !scope.counters().isEmpty();
    }

    @Override
    public String sql(AreaScope scope, GroupBy grouping) {
        return CounterGrowthSql.growthQuery(scope, "entity_state") + """
            SELECT
              CASE WHEN regexp_matches(t.name, '^Entity residency: .* is ') THEN regexp_extract(t.name, '^Entity residency: (.*?) is (.*)$', 1) ELSE t.name END AS entity,
              CASE WHEN regexp_matches(t.name, '^Entity residency: .* is ') THEN regexp_extract(t.name, '^Entity residency: (.*?) is (.*)$', 2) ELSE '' END AS state,
              g.track_id, g.readings,
              CAST(round(g.growth * 1e6) AS BIGINT) AS total,
              CASE WHEN g.covered_ns > 0 THEN g.growth * 1e6 / g.covered_ns END AS share,
              CAST(round(g.measured * 1e6) AS BIGINT) AS measured
            FROM growth AS g JOIN counter_track AS t ON t.id = g.track_id
            ORDER BY entity, total DESC, state, track_id\
            """;
    }

    @Override
    public List<GridColumn> columns(RowStore rows) {
        List<GridColumn> columns = new ArrayList<>();
        for (int c = 0; c < rows.columns(); c++) {
            columns.add(
                    switch (rows.names().get(c)) {
                        case "entity" ->
                            GridColumn.of(c, CounterTexts.ENTITY, CellKind.TEXT).withWidth(-1);
                        case "state" ->
                            GridColumn.of(c, ReportTexts.STATE, CellKind.TEXT)
                                    .withSwatch()
                                    .withWidth(220);
                        case "track_id" ->
                            GridColumn.of(c, ReportTexts.TRACK, CellKind.ID)
                                    .linkingTo("track")
                                    .withWidth(70);
                        case "readings" ->
                            GridColumn.of(c, CounterTexts.READINGS, CellKind.INTEGER)
                                    .withWidth(90);
                        case "total" ->
                            GridColumn.of(c, CounterTexts.IN_STATE, CellKind.MILLIS)
                                    .withBar()
                                    .withWidth(150);
                        case "share" ->
                            GridColumn.of(c, CounterTexts.SHARE_OF_TIME, CellKind.PERCENT)
                                    .withWidth(110);
                        default ->
                            GridColumn.of(c, CounterTexts.TIME_BETWEEN, CellKind.MILLIS)
                                    .withWidth(160);
                    });
        }
        return columns;
    }

    @Override
    public List<String> summary(RowStore rows) {
        return List.of(
                CounterTexts.states(rows.size()),
                "",
                "",
                DisplayText.grouped(AreaReport.sum(rows, rows.column("readings"))),
                "",
                "",
                "");
    }

    @Override
    public String sortedBy() {
        return "";
    }

    @Override
    public String remark() {
        return CounterTexts.TIME_REMARK;
    }
}
