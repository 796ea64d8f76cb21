package traceglass.app.panel.details;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import traceglass.analysis.events.EventListQuery;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.slices.DurationScope;
import traceglass.analysis.slices.Durations;
import traceglass.app.testing.SharedTestTrace;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.open.TraceOpener;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;

/// Compares duration histograms of a recorded trace with the slices one by one.
class DurationsTest {

    private static List<Long> durations(Connection c, String where) throws SQLException {
        List<Long> all = new ArrayList<>();
        try (Statement s = c.createStatement();
                ResultSet r = s.executeQuery("SELECT dur FROM slice AS s WHERE " + where)) {
            while (r.next()) {
                all.add(r.getLong(1));
            }
        }
        return all;
    }

    @Test
    void eachSliceIsInTheBarOfItsDurationAndInItsList() throws Exception {
        try (TraceStore store = TraceOpener.open(
                                SharedTestTrace.require("perfetto/android-pixel7pro-nowinandroid.pftrace"),
                                StoreOptions.uncached(),
                                new ImportProgress())
                        .store();
                Connection c = store.connection();
                Statement s = c.createStatement()) {
            List<Long> track = new ArrayList<>();
            List<String> names = new ArrayList<>();
            try (ResultSet r = s.executeQuery(
                    "SELECT name, arg_max(track_id, dur), count(*) AS n FROM slice WHERE dur > 0 AND name IS NOT NULL"
                            + " GROUP BY name ORDER BY n DESC, name LIMIT 6")) {
                while (r.next()) {
                    names.add(r.getString(1));
                    track.add(r.getLong(2));
                }
            }
            TraceQueries queries = new TraceQueries(c);
            for (int n = 0; n < names.size(); n++) {
                long previousCount = 0;
                for (DurationScope scope : DurationScope.values()) {
                    String where = scope.condition(names.get(n), track.get(n));
                    List<Long> all = durations(c, where);
                    List<Long> timed =
                            new ArrayList<>(all.stream().filter(d -> d > 0).toList());
                    Collections.sort(timed);
                    assertTrue(all.size() >= previousCount, scope + " has fewer slices than a narrower scope");
                    previousCount = all.size();
                    long selected = timed.get(timed.size() * 2 / 3);
                    Durations found = Durations.read(queries, where, selected);
                    assertStatistics(found, all, timed, selected);
                    assertBars(found, timed, names.get(n) + " " + scope + " ");
                    assertList(found, c, where, selected);
                }
            }
        }
    }

    /// @param timed durations above zero, ascending
    private static void assertStatistics(Durations found, List<Long> all, List<Long> timed, long selected) {
        assertEquals(timed.size(), found.count());
        assertEquals(timed.getFirst(), found.min());
        assertEquals(timed.getLast(), found.max());
        assertEquals(timed.get((int) Math.ceil(timed.size() * .5) - 1), found.median());
        assertEquals(timed.stream().filter(d -> d < selected).count(), found.shorter());
        assertEquals(all.stream().filter(d -> d == 0).count(), found.instants());
        assertEquals(all.stream().filter(d -> d < 0).count(), found.unfinished());
    }

    private static void assertBars(Durations found, List<Long> timed, String description) {
        for (int bar = 0; bar < found.upper().length; bar++) {
            int index = bar;
            assertEquals(
                    timed.stream()
                            .filter(d -> d >= found.from(index) && d <= found.upper()[index])
                            .count(),
                    found.counts()[bar],
                    description + bar);
        }
    }

    private static void assertList(Durations found, Connection c, String where, long selected) throws Exception {
        int bar = found.bar(selected);
        assertTrue(found.from(bar) <= selected && selected <= found.upper()[bar]);
        EventListQuery.ListedEvents list = EventListQuery.slices(
                        "", where + " AND s.dur >= " + found.from(bar) + " AND s.dur <= " + found.upper()[bar])
                .work()
                .read(new TraceQueries(c));
        assertEquals(found.counts()[bar], list.total());
        assertEquals(
                Math.min(EventListQuery.MAX_ROWS, list.total()), list.rows().size());
    }
}
