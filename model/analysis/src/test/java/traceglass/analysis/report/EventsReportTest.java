package traceglass.analysis.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import traceglass.analysis.area.AreaScope;
import traceglass.analysis.area.SingleEvents;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.rows.RowStore;

class EventsReportTest extends ReportFixture {

    private final EventsReport report = new EventsReport();
    private final AreaScope scope = new AreaScope(
            100,
            200,
            TRACE_END,
            2,
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            new AreaScope.OtherTracksScope(
                    List.of(),
                    List.of(
                            events("Startups", "startup", "(0, 90, 20, 'cold', 'c'), (1, 150, -1, 'warm', 'c')"),
                            events(
                                    "ANRs",
                                    "anr",
                                    "(0, 110, 0, NULL, 'c'), (1, 120, 30, 'cold', 'c'), (2, 10, 5, 'old', 'c')")),
                    List.of(),
                    List.of()));

    private static AreaScope.QueriedTrack events(String name, String table, String rows) {
        return new AreaScope.QueriedTrack(
                name, "SELECT * FROM (VALUES " + rows + ") AS t(id, ts, dur, name, color)", table, false);
    }

    private static List<String> texts(RowStore rows, String... columns) {
        List<String> texts = new ArrayList<>();
        for (int row = 0; row < rows.size(); row++) {
            List<String> cells = new ArrayList<>();
            for (String column : columns) {
                cells.add(rows.getText(row, rows.column(column)));
            }
            texts.add(String.join(" ", cells));
        }
        return texts;
    }

    private List<String> listSingleEvents(SingleEvents events) throws Exception {
        return texts(events.read(new TraceQueries(connection), List.of()).rows(), "event_table", "id", "in_range");
    }

    @Test
    void groupsEventsByTrackAndName() throws Exception {
        assertEquals(
                List.of("ANRs  1 0", "ANRs cold 1 30", "Startups cold 1 10", "Startups warm 1 50"),
                texts(query(report, scope, GroupBy.TRACK_NAME), "track", "name", "count", "total").stream()
                        .sorted()
                        .toList());
        assertEquals(
                List.of("cold 2 40", " 1 0", "warm 1 50"),
                texts(query(report, scope, GroupBy.NAME), "name", "count", "total"));
    }

    @Test
    void everyRowListsItsEventsAndNoRowListsAll() throws Exception {
        RowStore rows = query(report, scope, GroupBy.NAME);
        assertEquals(
                List.of("anr 1 30", "startup 0 10"),
                listSingleEvents(report.singleEvents(scope, GroupBy.NAME, rows, 0)));
        assertEquals(List.of("anr 0 0"), listSingleEvents(report.singleEvents(scope, GroupBy.NAME, rows, 1)));
        assertEquals(List.of("startup 1 50"), listSingleEvents(report.singleEvents(scope, GroupBy.NAME, rows, 2)));
        assertEquals(
                List.of("startup 1 50", "anr 1 30", "startup 0 10", "anr 0 0"),
                listSingleEvents(report.singleEvents(scope, GroupBy.NAME, rows, -1)));
        RowStore both = query(report, scope, GroupBy.TRACK_NAME);
        for (int row = 0; row < both.size(); row++) {
            SingleEvents events = report.singleEvents(scope, GroupBy.TRACK_NAME, both, row);
            assertEquals(1, listSingleEvents(events).size());
            assertEquals(both.getText(row, 0) + " · " + both.getText(row, 1), events.subset());
        }
    }
}
