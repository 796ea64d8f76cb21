package traceglass.analysis.android;

import java.util.List;
import traceglass.analysis.derived.DerivedEvents;
import traceglass.analysis.derived.DerivedRow;
import traceglass.analysis.derived.DerivedTable;
import traceglass.analysis.events.EventDetails;
import traceglass.analysis.events.EventDetails.Line;
import traceglass.analysis.events.EventDetails.Part;
import traceglass.analysis.events.EventLink;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;
import traceglass.store.time.TimeText;

/// Event table of app startups, each with its time breakdown.
final class StartupEvents extends DerivedEvents {

    StartupEvents(int rank) {
        super(rank, AndroidStartups.SET, AndroidStartups.STARTUPS);
    }

    /// Reads the time breakdown of a startup, longest phase first; each line links to the longest row of that phase.
    /// The list is empty if the breakdown table is missing.
    @Override
    protected List<Part> parts(TraceQueries queries, DerivedRow row) throws QueryException {
        DerivedTable parts = AndroidStartups.BREAKDOWN;
        if (queries.first("SELECT 1 FROM duckdb_tables() WHERE table_name = ?", r -> true, parts.name())
                .isEmpty()) {
            return List.of();
        }
        List<Line> lines = queries.all(
                "SELECT arg_max(id, dur), name, CAST(sum(dur) AS BIGINT) FROM " + parts.qualifiedName()
                        + " WHERE startup_id = (SELECT startup_id FROM " + AndroidStartups.STARTUPS.qualifiedName()
                        + " WHERE id = ?) GROUP BY name ORDER BY 3 DESC, 2",
                r -> new Line(
                        new EventLink(parts.name(), r.getLong(1), r.getString(2), "", r.getLong(3)),
                        "",
                        TimeText.duration(r.getLong(3)) + "  " + EventDetails.percent(r.getLong(3), row.dur())),
                row.id());
        return lines.isEmpty()
                ? List.of()
                : List.of(new EventDetails.Heading(AndroidTexts.TIME_BREAKDOWN), new EventDetails.Links(lines));
    }
}
