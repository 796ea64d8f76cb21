package traceglass.analysis.counters;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import traceglass.analysis.area.AreaScope;
import traceglass.analysis.report.AreaReport;
import traceglass.analysis.report.GroupBy;
import traceglass.analysis.report.ReportTexts;
import traceglass.analysis.rows.CellKind;
import traceglass.analysis.rows.CellText;
import traceglass.analysis.rows.GridColumn;
import traceglass.analysis.rows.RowStore;
import traceglass.store.text.DisplayText;

/// Report of the energy and mean power of power rails. Their counters hold µWs since the device started
/// (`PowerRails.EnergyData.energy`).
public final class PowerReport implements AreaReport {

    @Override
    public String id() {
        return "area-power";
    }

    @Override
    public String title() {
        return CounterTexts.POWER;
    }

    @Override
    public List<GroupBy> groupings() {
        return List.of(GroupBy.RAIL, GroupBy.SUBSYSTEM);
    }

    @Override
    public int rank() {
        return 70;
    }

    @Override
    public boolean appliesTo(AreaScope scope) {
        return !scope.counters().isEmpty();
    }

    @Override
    public String sql(AreaScope scope, GroupBy grouping) {
        return CounterGrowthSql.growthQuery(scope, "power_rails") + """
            , rail AS (
              SELECT regexp_replace(t.name, '^power\\.(rails\\.)?(.*?)(_uws)?$', '\\2') AS rail,
                coalesce((SELECT any_value(a.string_value) FROM args AS a WHERE a.arg_set_id = t.source_arg_set_id AND a.key = 'subsystem_name'), '') AS subsystem,
                g.track_id, g.readings,
                g.growth / 1e3 AS energy,
                CASE WHEN g.covered_ns > 0 THEN g.growth / 1e3 / (g.covered_ns / 1e9) END AS average,
                g.max_rate * 1e6 AS highest,
                g.measured / 1e3 AS measured
              FROM growth AS g JOIN counter_track AS t ON t.id = g.track_id
            )
            """ + (grouping == GroupBy.SUBSYSTEM ? """
                SELECT subsystem, count(*) AS rails, CAST(sum(readings) AS BIGINT) AS readings, sum(energy) AS energy,
                  CASE WHEN sum(sum(energy)) OVER () > 0 THEN sum(energy) / sum(sum(energy)) OVER () END AS share, sum(average) AS average, sum(measured) AS measured
                FROM rail
                GROUP BY subsystem
                ORDER BY energy DESC, 1\
                """ : """
                    SELECT rail, subsystem, track_id, readings, energy,
                      CASE WHEN sum(energy) OVER () > 0 THEN energy / sum(energy) OVER () END AS share, average, highest, measured
                    FROM rail
                    ORDER BY energy DESC, 1, track_id\
                    """);
    }

    @Override
    public List<GridColumn> columns(RowStore rows) {
        List<GridColumn> columns = new ArrayList<>();
        for (int c = 0; c < rows.columns(); c++) {
            columns.add(
                    switch (rows.names().get(c)) {
                        case "rail" ->
                            GridColumn.of(c, CounterTexts.RAIL, CellKind.TEXT).withWidth(-1);
                        case "subsystem" ->
                            GridColumn.of(c, CounterTexts.SUBSYSTEM, CellKind.TEXT)
                                    .withWidth(rows.column("rail") >= 0 ? 150 : -1);
                        case "track_id" ->
                            GridColumn.of(c, ReportTexts.TRACK, CellKind.ID)
                                    .linkingTo("track")
                                    .withWidth(70);
                        case "rails" ->
                            GridColumn.of(c, CounterTexts.RAILS, CellKind.INTEGER)
                                    .withWidth(80);
                        case "readings" ->
                            GridColumn.of(c, CounterTexts.READINGS, CellKind.INTEGER)
                                    .withWidth(90);
                        case "energy" ->
                            GridColumn.of(c, CounterTexts.ENERGY, CellKind.FIXED)
                                    .withDecimals(3)
                                    .withBar()
                                    .withWidth(150);
                        case "share" ->
                            GridColumn.of(c, ReportTexts.SHARE, CellKind.PERCENT)
                                    .withWidth(80);
                        case "average" ->
                            GridColumn.of(c, CounterTexts.AVERAGE_POWER, CellKind.FIXED)
                                    .withDecimals(2)
                                    .withWidth(120);
                        case "highest" ->
                            GridColumn.of(c, CounterTexts.HIGHEST_POWER, CellKind.FIXED)
                                    .withDecimals(2)
                                    .withWidth(120);
                        default ->
                            GridColumn.of(c, CounterTexts.ENERGY_BETWEEN, CellKind.FIXED)
                                    .withDecimals(3)
                                    .withWidth(160);
                    });
        }
        return columns;
    }

    @Override
    public List<String> summary(RowStore rows) {
        List<String> texts = new ArrayList<>();
        for (int c = 0; c < rows.columns(); c++) {
            texts.add(
                    switch (rows.names().get(c)) {
                        case "rail" -> CounterTexts.rails(rows.size());
                        case "subsystem" -> rows.column("rail") >= 0 ? "" : CounterTexts.subsystems(rows.size());
                        case "rails", "readings" -> DisplayText.grouped(AreaReport.sum(rows, c));
                        case "energy", "measured" -> fixed(total(rows, c), 3);
                        case "average" -> fixed(total(rows, c), 2);
                        default -> "";
                    });
        }
        return texts;
    }

    private static String fixed(double value, int decimals) {
        return CellText.groupedNumber(String.format(Locale.ROOT, "%." + decimals + "f", value));
    }

    private static double total(RowStore rows, int column) {
        double total = 0;
        for (int i = 0; i < rows.size(); i++) {
            total += rows.isNull(i, column) ? 0 : rows.getDouble(i, column);
        }
        return total;
    }

    @Override
    public String sortedBy() {
        return CounterTexts.ENERGY;
    }

    @Override
    public String remark() {
        return CounterTexts.ENERGY_REMARK;
    }
}
